/// A licence, a notice or an exception that was recognised in a text.
struct LicenseMatch: Hashable, Sendable {
  /// What was recognised.
  let kind: LicenseSketchTable.Kind
  /// The names that this text stands for; more than one where only a notice could tell.
  let identifiers: [String]
  /// How alike the words are, 0.95 to 1.
  let similarity: Double
  /// The words it takes up, as positions in the file's words.
  let words: Range<Int>
  /// The lines it takes up.
  let lines: ClosedRange<Int>
}
