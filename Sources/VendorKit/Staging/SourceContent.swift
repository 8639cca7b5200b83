/// What one kind of source does to write its files; a kind is added by writing another of these.
protocol SourceContent: Sendable {
  /// Plans with a ``StagingPlan`` and writes what it says.
  func write(selection: Selection, policy: StagingPolicy, to writer: StagingWriter) async throws
}
