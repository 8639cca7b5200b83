/// The contents of one type of source, which writes its files.
protocol SourceContent: Sendable {
  /// Makes a ``StagingPlan`` and carries it out.
  func write(selection: Selection, policy: StagingPolicy, to writer: StagingWriter) async throws
}
