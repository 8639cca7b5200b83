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
