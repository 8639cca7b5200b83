import TOMLKit

/// Reads TOML 1.0 and takes nothing on trust.
///
/// The grammar is TOMLKit's business. What it lets pass is found here: conflict markers before
/// anything else, NUL characters (which it would take for the end), and, by a walk along a schema,
/// every key that is unknown, missing, or of the wrong type.
public enum Document {
  /// The document that `text` spells.
  ///
  /// - Parameters:
  ///   - text: anything at all.
  ///   - name: what messages call the document.
  ///   - schema: what it may hold.
  ///   - versions: what the key `version` may be, where there is such a key. It is looked at before
  ///     anything else, because a newer document has keys that this program does not know.
  ///   - limitBytes: a longer text is refused.
  /// - Returns: the table of the whole document.
  /// - Throws: `TOMLError` with line numbers wherever they can be had.
  /// - Complexity: O(n log n).
  public static func read(
    _ text: [UInt8], named name: String, schema: Schema, versions: ClosedRange<Int>? = nil,
    limitBytes: Int = 16 << 20
  ) throws(TOMLError) -> Node {
    guard text.count <= limitBytes else {
      throw TOMLError(
        name, line: nil, "is \(text.count) bytes long, expected at most \(limitBytes)")
    }
    if let line = ConflictMarker.firstLine(in: text) {
      throw TOMLError(
        name, line: line, "is a conflict marker of an unfinished merge",
        remedy: "resolve the merge first")
    }
    if let line = firstLineWithNUL(in: text) {
      throw TOMLError(name, line: line, "holds a NUL character")
    }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw TOMLError(name, line: firstLineThatIsNotUTF8(in: text), "is not UTF-8")
    }
    let lines = KeyLines(text)
    if let fault = lines.fault {
      throw TOMLError(name, line: fault.line, "is not TOML: expected \(fault.expected)")
    }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: string)
    } catch let error as TOMLParseError {
      let line = error.source.begin.line
      throw TOMLError(name, line: line > 0 ? line : nil, sentence(error.description))
    } catch {
      throw TOMLError(name, line: nil, "cannot be read as TOML")
    }
    if let versions, let version = table["version"]?.int, !versions.contains(version) {
      throw TOMLError(
        name, line: lines[KeyPath().key("version")],
        "has the version \(version), this program reads up to \(versions.upperBound)",
        remedy: version > versions.upperBound ? "use a newer assetkit" : nil)
    }
    var walk = SchemaWalk(lines: lines)
    let node = walk.node(table.tomlValue, at: KeyPath(), schema)
    guard let node, walk.problems.isEmpty else {
      throw TOMLError(name, walk.problemsByLine)
    }
    return node
  }

  /// Bytes of value zero, and the escapes that spell one. In a literal string the escape would be
  /// harmless; nobody needs it there either.
  private static func firstLineWithNUL(in text: [UInt8]) -> Int? {
    let escapes = ["\\u0000", "\\U00000000"].map { Array($0.utf8) }
    var line = 1
    for (index, byte) in text.enumerated() {
      switch byte {
      case 0: return line
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "\\") where escapes.contains { text[index...].starts(with: $0) }:
        return line
      default: break
      }
    }
    return nil
  }

  private static func firstLineThatIsNotUTF8(in text: [UInt8]) -> Int? {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }.map { $0 + 1 }
  }

  /// The parser's message without a capital and without a full stop.
  private static func sentence(_ message: String) -> String {
    let message = message.last == "." ? String(message.dropLast()) : message
    return "is not TOML: " + message.prefix(1).lowercased() + message.dropFirst()
  }
}
