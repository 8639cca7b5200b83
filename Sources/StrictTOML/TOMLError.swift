/// Why a text is not the TOML document that was asked for.
public struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable {
    /// The line it is on, from 1; nil where that cannot be told.
    public let line: Int?
    /// What is wrong, with the key's path.
    public let text: String
  }

  /// What messages call the document.
  public let document: String
  /// Everything that is wrong, in the order of lines; at least one.
  public let problems: [Problem]
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// An error with one problem.
  public init(_ document: String, line: Int?, _ text: String, remedy: String? = nil) {
    self.init(document, [Problem(line: line, text: text)], remedy: remedy)
  }

  init(_ document: String, _ problems: [Problem], remedy: String? = nil) {
    self.document = document
    self.problems = problems
    self.remedy = remedy
  }

  /// `DOCUMENT:LINE` of the first problem.
  public var location: String {
    problems.first?.line.map { "\(document):\($0)" } ?? document
  }

  /// The first problem, then the others with their lines.
  public var problem: String {
    var text = problems.first?.text ?? "cannot be read"
    for problem in problems.dropFirst() {
      text += problem.line.map { "; line \($0): " } ?? "; "
      text += problem.text
    }
    return text
  }

  /// `LOCATION: PROBLEM; REMEDY`.
  public var description: String {
    "\(location): \(problem)" + (remedy.map { "; \($0)" } ?? "")
  }
}
