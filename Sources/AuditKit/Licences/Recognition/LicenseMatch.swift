/// A licence, a notice or an exception that was recognised in a text.
struct LicenseMatch: Hashable, Sendable {
  /// What was recognised.
  let kind: LicenseSketchTable.Kind
  /// The identifiers with this text; more than one if only a notice could tell them apart.
  let identifiers: [String]
  /// The similarity of the words, 0.95 to 1.
  let similarity: Double
  /// The range of words it covers in the file's words.
  let words: Range<Int>
  /// The lines it covers.
  let lines: ClosedRange<Int>
}
