/// Finds downloads in a podspec: in its Ruby, and in the shell commands that CocoaPods runs for it.
enum PodspecFetches {
  private static let keys = NeedleSet(["prepare_command", "script"])

  /// The downloads of a podspec.
  ///
  /// - Complexity: O(length).
  static func sites(in text: [UInt8]) -> [FetchSite] {
    var sites = ScriptFetches.sites(in: text, .ruby)
    var (position, line, counted) = (0, 1, 0)
    while let key = text.withUnsafeBytes({ keys.firstIndex(in: $0, from: position) }) {
      let end = text[key...].firstIndex { !$0.isIdentifier } ?? text.count
      position = end
      let lineStart = text[..<key].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let isComment = text[lineStart...].first { !isBlank($0) } == UInt8(ascii: "#")
      guard !isComment, key == 0 || !text[key - 1].isIdentifier,
        ["prepare_command", "script"].contains(String(decoding: text[key..<end], as: UTF8.self)),
        let script = value(in: text, after: end)
      else { continue }
      line += text[counted..<script.lowerBound].count { $0 == UInt8(ascii: "\n") }
      counted = script.lowerBound
      sites += ShellFetches.sites(inScript: Array(text[script]), firstLine: line)
      position = script.upperBound
    }
    var seen: Set<FetchSite> = []
    return sites.filter { seen.insert($0).inserted }
  }

  /// The text that `= …`, `=> …` or `: …` gives a key: a string or a here-document.
  private static func value(in text: [UInt8], after key: Int) -> Range<Int>? {
    let rest = text[key...].drop(while: isBlank)
    guard let mark = rest.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") else {
      return nil
    }
    let value = rest.drop { isBlank($0) || "=>:\n".utf8.contains($0) }
    guard let first = value.first else { return nil }
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      var end = value.startIndex + 1
      while end < text.count, text[end] != first { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
      return (value.startIndex + 1)..<min(end, text.count)
    }
    return value.starts(with: "<<".utf8) ? hereDocument(in: text, at: value.startIndex) : nil
  }

  private static func hereDocument(in text: [UInt8], at start: Int) -> Range<Int>? {
    let word = text[(start + 2)...].drop { "~-\"'".utf8.contains($0) }.prefix(while: \.isIdentifier)
    guard !word.isEmpty, let feed = text[word.endIndex...].firstIndex(of: UInt8(ascii: "\n")) else {
      return nil
    }
    var begin = feed + 1
    while begin < text.count {
      let end = text[begin...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let line = text[begin..<end].drop(while: isBlank)
      if line.prefix(while: { $0 != UInt8(ascii: "\r") }).elementsEqual(word) { break }
      begin = end + 1
    }
    return (feed + 1)..<min(max(begin, feed + 1), text.count)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "\r")
  }
}
