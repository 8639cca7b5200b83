import TextFormats

/// Reads name and version from the lines of a manifest or a build file.
///
/// No file is evaluated: a version that is not a literal is not found.
struct VersionLines {
  private let lines: [Substring]

  init(_ text: [UInt8]) {
    lines = String(decoding: text, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// The header of Python's core metadata, up to an empty line.
  func header() -> StatedVersion? {
    var name: String?
    for (index, line) in lines.enumerated() {
      if line.isEmpty { break }
      if line.hasPrefix("Name:") { name = Self.trimmed(line.dropFirst(5)) }
      guard let name, line.hasPrefix("Version:") else { continue }
      return StatedVersion(name: name, version: Self.trimmed(line.dropFirst(8)), line: index + 1)
    }
    return nil
  }

  /// The members `name` and `version` of an object, unless it is marked as not published.
  func json(_ text: [UInt8]) -> StatedVersion? {
    guard let document = JSON(text), document["private"] != .bool(true),
      let name = document["name"]?.text, let version = document["version"]?.text
    else { return nil }
    let line = lines.firstIndex { $0.contains("\"version\"") && $0.contains("\"\(version)\"") }
    return StatedVersion(name: name, version: version, line: (line ?? 0) + 1)
  }

  /// `name` and `version` below one of the headings, of TOML or of an INI file.
  func section(_ headings: Set<String>) -> StatedVersion? {
    var (isInside, isInString) = (false, false)
    var name: String?
    var version: (text: String, line: Int)?
    for (index, line) in lines.enumerated() {
      let quotes = line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count - 1
      defer { if quotes % 2 == 1 { isInString.toggle() } }
      if isInString { continue }
      if line.hasPrefix("[") {
        let heading = line.dropFirst().prefix { $0 != "]" }.filter { !$0.isWhitespace }
        isInside = headings.contains(String(heading))
        continue
      }
      guard isInside, let equals = line.firstIndex(of: "=") else { continue }
      let value = Self.literal(line[line.index(after: equals)...])
      switch Self.trimmed(line[..<equals]) {
      case "name": name = name ?? value
      case "version": version = version ?? (value, index + 1)
      default: break
      }
    }
    return version.map { StatedVersion(name: name, version: $0.text, line: $0.line) }
  }

  /// `s.name = 'X'`, `s.version = '1.2'` of a CocoaPods specification.
  func podspec() -> StatedVersion? {
    func value(of key: String) -> (text: String, line: Int)? {
      for (index, line) in lines.enumerated() {
        guard let place = line.firstRange(of: ".\(key)"), !line[..<place.lowerBound].contains("#")
        else {
          continue
        }
        let rest = line[place.upperBound...].drop { $0 == " " || $0 == "\t" }
        guard rest.first == "=" else { continue }
        let literal = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        guard literal.first == "'" || literal.first == "\"" else { return nil }
        return (Self.literal(literal), index + 1)
      }
      return nil
    }
    return value(of: "version").map {
      StatedVersion(name: value(of: "name")?.text, version: $0.text, line: $0.line)
    }
  }

  /// `AC_INIT([name], [1.2.3], …)`.
  func autoconf() -> StatedVersion? {
    guard let call = call(of: "AC_INIT", comment: "dnl") else { return nil }
    let arguments = call.text.split(separator: ",", omittingEmptySubsequences: false).map {
      Self.trimmed($0.filter { !"[]\"".contains($0) })
    }
    guard arguments.count >= 2 else { return nil }
    return StatedVersion(name: arguments[0], version: arguments[1], line: call.line)
  }

  /// `project('name', 'c', version : '1.2.3', …)`.
  func meson() -> StatedVersion? {
    guard let call = call(of: "project", comment: "#") else { return nil }
    let words = Self.words(call.text)
    guard let name = words.first, let key = words.firstIndex(of: "version"),
      words.indices.contains(key + 2), words[key + 1] == ":"
    else { return nil }
    return StatedVersion(name: name, version: words[key + 2], line: call.line)
  }

  /// `project(name VERSION 1.2.3 …)`.
  func cmake() -> StatedVersion? {
    guard let call = call(of: "project", comment: "#") else { return nil }
    let words = Self.words(call.text)
    guard let name = words.first, let key = words.firstIndex(of: "VERSION"),
      words.indices.contains(key + 1)
    else { return nil }
    return StatedVersion(name: name, version: words[key + 1], line: call.line)
  }

  /// The arguments of the first call of `function`, without comments, and its line.
  private func call(of function: String, comment: String) -> (text: String, line: Int)? {
    for (index, line) in lines.enumerated() {
      let start = line.drop { $0 == " " || $0 == "\t" }
      guard start.lowercased().hasPrefix(function.lowercased()) else { continue }
      let rest = start.dropFirst(function.count).drop { $0 == " " || $0 == "\t" }
      guard rest.first == "(" else { continue }
      var depth = 0
      var text = ""
      for line in [rest] + lines[(index + 1)...].prefix(100) {
        let code = line.firstRange(of: comment).map { line[..<$0.lowerBound] } ?? line
        for character in code {
          if character == ")" { depth -= 1 }
          if depth == 0, character == ")" { return (text, index + 1) }
          if depth > 0 { text.append(character) }
          if character == "(" { depth += 1 }
        }
        text += "\n"
      }
      return nil
    }
    return nil
  }

  /// Words, quoted strings without their quotes, and the signs between them.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "'" || first == "\"" {
        let word = rest.dropFirst().prefix { $0 != first }
        words.append(String(word))
        rest = rest.dropFirst(word.count + 2)
      } else if first.isLetter || first.isNumber || "_$.+-{}@<>=/".contains(first) {
        let word = rest.prefix { !$0.isWhitespace && !",:'\"()[]".contains($0) }
        words.append(String(word))
        rest = rest.dropFirst(word.count)
      } else {
        if !first.isWhitespace { words.append(String(first)) }
        rest = rest.dropFirst()
      }
    }
    return words
  }

  /// The text between quotes, or else up to a comment.
  private static func literal(_ text: some StringProtocol) -> String {
    let value = trimmed(text)
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      return trimmed(value.prefix { $0 != "#" && $0 != ";" })
    }
    return String(value.dropFirst().prefix { $0 != quote })
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
