import SafeFiles

/// What a file's name says of its contents.
extension RelativePath {
  /// What follows the last dot of the name, in lower case and without the dot; empty for none, and for
  /// names that begin with their only dot.
  ///
  /// - Complexity: O(n).
  var fileExtension: String {
    let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > start else { return "" }
    return String(decoding: bytes[(dot + 1)...].map(\.lowercased), as: UTF8.self)
  }

  /// Whether the name begins with "readme", in any case.
  ///
  /// - Complexity: O(n).
  var isReadme: Bool { lastComponent.bytes.prefix(6).map(\.lowercased) == Array("readme".utf8) }
}
