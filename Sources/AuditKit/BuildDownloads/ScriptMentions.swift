/// The names of scripts that a file contains.
enum ScriptMentions {
  private static let endings = NeedleSet([
    ".sh", ".py", ".ps1", ".bat", ".cmd", ".pl", ".rb", ".js", ".bash", ".mjs",
  ])

  /// The base names, in lower case, of whatever looks like a script's path.
  ///
  /// - Complexity: O(length).
  static func names(in text: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    text.withUnsafeBytes { bytes in
      var position = 0
      while let dot = endings.firstIndex(in: bytes, from: position) {
        let start = bytes[..<dot].lastIndex { !isName($0) }.map { $0 + 1 } ?? 0
        let end = bytes[(dot + 1)...].firstIndex { !isName($0) } ?? bytes.count
        if dot > start, end - start < 100 {
          names.insert(String(decoding: bytes[start..<end], as: UTF8.self).lowercased())
        }
        position = max(end, dot + 1)
      }
    }
    return names
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isIdentifier || "-.+".utf8.contains(byte)
  }
}
