/// Why a text is not the TOML document that was asked for.
public struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable {
    /// The line it is on, from 1; nil when it concerns the whole document.
    public let line: Int?
    /// The byte in that line, from 1; nil when it concerns the whole line.
    public let column: Int?
    /// What is wrong, with the key's path.
    public let text: String

    init(line: Int?, column: Int?, text: String) {
      self.line = line
      self.column = column
      self.text = text
    }

    init(_ position: TextPosition, _ text: String) {
      self.init(line: position.line, column: position.column, text: text)
    }

    /// `LINE:COLUMN`, as far as they are known.
    var place: String? {
      line.map { line in column.map { "\(line):\($0)" } ?? "\(line)" }
    }
  }

  /// What messages call the document.
  public let document: String
  /// What is wrong, in the order of the text; at least one, and of very many the first.
  public let problems: [Problem]
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// An error with one problem at `position`.
  public init(_ document: String, at position: TextPosition, _ text: String) {
    self.init(document, [Problem(position, text)])
  }

  /// An error with one problem that concerns a whole line, or without one the whole document.
  init(_ document: String, line: Int?, _ text: String, remedy: String? = nil) {
    self.init(document, [Problem(line: line, column: nil, text: text)], remedy: remedy)
  }

  init(_ document: String, _ problems: [Problem], remedy: String? = nil) {
    precondition(!problems.isEmpty, "an error has a problem")
    self.document = document
    self.problems = problems
    self.remedy = remedy
  }

  /// `DOCUMENT:LINE:COLUMN` of the first problem, as far as they are known.
  public var location: String {
    problems[0].place.map { "\(document):\($0)" } ?? document
  }

  /// The first problem, then the others with their lines.
  public var problem: String {
    var text = problems[0].text
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
