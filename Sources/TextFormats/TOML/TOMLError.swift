/// Why a text is not a valid TOML document of the expected schema.
public struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Hashable, Sendable {
    /// The line, from 1; nil if the problem concerns the whole document.
    public let line: Int?
    /// The byte in that line, from 1; nil if the problem concerns the whole line.
    public let column: Int?
    /// What is wrong, with the key's path.
    public let text: String

    /// `LINE:COLUMN`, as far as they are known.
    var place: String? {
      line.map { line in column.map { "\(line):\($0)" } ?? "\(line)" }
    }
  }

  /// What messages call the document.
  public let document: String
  /// The problems, in the order of the text: at least one, and only the first if there are many.
  public let problems: [Problem]
  /// What to do about it, if anything can be done.
  public let remedy: String?

  /// An error with one problem at `position`.
  public init(_ document: String, at position: TextPosition, _ text: String) {
    self.init(document, [Problem(position, text)])
  }

  /// An error with one problem that concerns a whole line, or the whole document if `line` is nil.
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

extension TOMLError.Problem {
  init(_ position: TextPosition, _ text: String) {
    self.init(line: position.line, column: position.column, text: text)
  }
}

/// A position in a text as compilers count it: line and byte, both from 1.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  private let storedLine: Int32
  private let storedColumn: Int32

  /// The line, from 1.
  public var line: Int { Int(storedLine) }
  /// The byte within the line, from 1.
  public var column: Int { Int(storedColumn) }

  init(line: Int, column: Int) {
    storedLine = Int32(line)
    storedColumn = Int32(column)
  }

  /// `LINE:COLUMN`.
  public var description: String { "\(line):\(column)" }
}
