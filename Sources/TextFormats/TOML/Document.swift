/// Reads TOML 1.0 documents strictly: whatever a schema does not allow is an error.
public enum Document {
  /// Parses `text` and checks it against a schema.
  ///
  /// - Parameters:
  ///   - text: the document; any bytes are allowed, and checked.
  ///   - name: what messages call the document.
  ///   - schema: what it may contain.
  ///   - versions: the values that the key `version` may have, if the document has it. It is
  ///     checked before the schema, because a newer document may have keys that this program does
  ///     not know.
  ///   - limitBytes: a longer text is refused.
  ///   - limitValues: a text with more values is refused; each takes about a hundred bytes.
  /// - Returns: the table of the whole document.
  /// - Throws: `TOMLError` with the line and column of whatever is wrong.
  /// - Complexity: O(length) time and memory, for a schema of bounded size.
  public static func read(
    _ text: [UInt8], named name: String, schema: Schema, versions: ClosedRange<Int>? = nil,
    limitBytes: Int = 16 << 20, limitValues: Int = 1 << 20
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
    let tree = try tree(of: text, named: name, limitValues: limitValues)
    if let versions, let id = tree.child("version", of: Tree.root),
      case .integer(let version) = tree[id].content, !versions.contains(version)
    {
      throw TOMLError(
        name,
        [
          TOMLError.Problem(
            tree[id].position,
            "has the version \(version), this program reads up to \(versions.upperBound)")
        ], remedy: version > versions.upperBound ? "use a newer assetkit" : nil)
    }
    let problems = SchemaWalk.problems(of: tree, schema)
    guard problems.isEmpty else { throw TOMLError(name, problems) }
    return Node(tree)
  }

  /// The document without a schema.
  static func tree(
    of text: [UInt8], named name: String, limitValues: Int = 1 << 20
  ) throws(TOMLError) -> Tree {
    guard isUTF8(text) else {
      throw TOMLError(name, line: firstLineThatIsNotUTF8(in: text), "is not UTF-8")
    }
    do {
      return try Parser.tree(of: text, limitValues: limitValues)
    } catch {
      throw TOMLError(name, at: error.position, "is not TOML: \(error.problem)")
    }
  }

  private static func isUTF8(_ text: some Sequence<UInt8>) -> Bool {
    String(validating: text, as: UTF8.self) != nil
  }

  private static func firstLineThatIsNotUTF8(in text: [UInt8]) -> Int? {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { !isUTF8($0) }.map { $0 + 1 }
  }
}
