/// Finds downloads in files that are lists, with one entry per line or element.
enum ListFetches {
  /// The lines that are not empty or comments, trimmed, with their numbers.
  static func lines(of text: [UInt8]) -> [(number: Int, text: String)] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .map { index, bytes in (index + 1, trimmed(String(decoding: bytes, as: UTF8.self))) }
      .filter { _, line in !line.isEmpty && line.first != "#" }
  }

  /// Splits a line `key = value`.
  static func setting(_ line: String) -> (key: String, value: String)? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    return (trimmed(line[..<equals]), trimmed(line[line.index(after: equals)...]))
  }

  static func gitModules(_ text: [UInt8]) -> [FetchSite] {
    values(of: "url", in: text).map { line, address in
      FetchSite(line: line, means: "git submodule", target: address)
    }
  }

  /// The distribution, unless it is a file: an address without a scheme is relative to this file
  /// (Gradle, org.gradle.wrapper.WrapperExecutor).
  static func gradleWrapper(_ text: [UInt8]) -> [FetchSite] {
    values(of: "distributionUrl", in: text).compactMap { line, value in
      let address = String(value.filter { $0 != "\\" })
      // Escaped characters, or a value that goes on in the next line: not read, so reported.
      let isUnread = value.contains("\\u") || value.hasSuffix("\\")
      guard isUnread || address.contains(":/") && !address.hasPrefix("file") else { return nil }
      return FetchSite(line: line, means: "distributionUrl", target: address)
    }
  }

  private static func values(of key: String, in text: [UInt8]) -> [(line: Int, value: String)] {
    lines(of: text).compactMap { number, line in
      setting(line).flatMap { $0.key == key ? (number, $0.value) : nil }
    }
  }

  /// Pods without a local path.
  static func podfile(_ text: [UInt8]) -> [FetchSite] {
    lines(of: text).compactMap { number, line in
      guard line.hasPrefix("pod ") || line.hasPrefix("pod("), !line.contains(":path"),
        !line.contains("path:")
      else { return nil }
      return FetchSite(line: number, means: "pod", target: quoted(line))
    }
  }

  static func cartfile(_ text: [UInt8]) -> [FetchSite] {
    lines(of: text).compactMap { number, line in
      guard let kind = ["github", "git", "binary"].first(where: { line.hasPrefix("\($0) ") }),
        let target = quoted(line), !FetchCommand.isLocal(target)
      else { return nil }
      return FetchSite(line: number, means: kind, target: target)
    }
  }

  /// The addresses of repositories to download from, not of those that releases are published to.
  static func maven(_ text: [UInt8]) -> [FetchSite] {
    var sites: [FetchSite] = []
    var open: [String] = []
    var (position, line) = (0, 1)
    while let start = text[position...].firstIndex(of: UInt8(ascii: "<")) {
      line += text[position..<start].count { $0 == UInt8(ascii: "\n") }
      let isComment = text[start...].starts(with: "<!--".utf8)
      let close = Array((isComment ? "-->" : ">").utf8)
      var end = start
      while end < text.count, !text[end...].starts(with: close) { end += 1 }
      let tag = String(decoding: text[(start + 1)..<max(start + 1, end)], as: UTF8.self)
      let next = min(end + close.count, text.count)
      if isComment || tag.hasPrefix("?") || tag.hasPrefix("!") || tag.hasSuffix("/") {
        // Ignored.
      } else if tag.hasPrefix("/") {
        _ = open.popLast()
      } else {
        open.append(String(tag.prefix { !$0.isWhitespace }))
        let isSource =
          open.dropLast().last == "repository" || open.dropLast().last == "pluginRepository"
        if isSource, open.last == "url", !open.contains("distributionManagement") {
          let value = text[next...].prefix { $0 != UInt8(ascii: "<") }
          let address = trimmed(String(decoding: value, as: UTF8.self))
          if !FetchCommand.isLocal(address) {
            sites.append(FetchSite(line: line, means: "<repository>", target: address))
          }
        }
      }
      line += text[start..<next].count { $0 == UInt8(ascii: "\n") }
      position = next
    }
    return sites
  }

  /// The contents of the first quoted string of a line.
  private static func quoted(_ line: String) -> String? {
    guard let open = line.firstIndex(where: { $0 == "\"" || $0 == "'" }) else { return nil }
    let rest = line[line.index(after: open)...]
    return rest.firstIndex(of: line[open]).map { String(rest[..<$0]) }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
