/// The lines of one `.gitattributes`, gitattributes(5). Macros other than `binary` are not
/// supported.
struct GitAttributesFile: Sendable {
  /// The state that a line gives an attribute.
  enum State: Equatable, Sendable {
    case set
    case unset
    case value(String)
    case unspecified
  }

  /// A pattern with the attribute it sets.
  struct Line: Sendable {
    /// The line, from 1.
    var number: Int
    /// The line as written in the file.
    var text: String
    var pattern: GitPattern
    var states: [String: State]
  }

  /// In the order of the file: the last that matches decides.
  let lines: [Line]

  init(_ text: [UInt8]) {
    var lines: [Line] = []
    let split = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in split.enumerated() {
      let words = line.split(whereSeparator: { " \t\r".utf8.contains($0) })
      guard let first = words.first, first.first != UInt8(ascii: "#"),
        first.first != UInt8(ascii: "!"), !first.starts(with: "[attr]".utf8),
        let pattern = GitPattern(first)
      else { continue }
      var states: [String: State] = [:]
      for word in words.dropFirst() {
        for (name, state) in Self.states(String(decoding: word, as: UTF8.self)) {
          states[name] = state
        }
      }
      let shown = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      lines.append(Line(number: index + 1, text: shown, pattern: pattern, states: states))
    }
    self.lines = lines
  }

  /// The line that decides `attribute` for `path`, relative to the file's folder.
  func deciding(_ attribute: String, at path: ArraySlice<ArraySlice<UInt8>>) -> Line? {
    lines.last { $0.states[attribute] != nil && $0.pattern.matches(path) }
  }

  private static func states(_ word: String) -> [(String, State)] {
    if word == "binary" { return [("text", .unset), ("diff", .unset)] }
    if word.hasPrefix("-") { return [(String(word.dropFirst()), .unset)] }
    if word.hasPrefix("!") { return [(String(word.dropFirst()), .unspecified)] }
    guard let equals = word.firstIndex(of: "=") else { return [(word, .set)] }
    return [(String(word[..<equals]), .value(String(word[word.index(after: equals)...])))]
  }
}

/// The patterns of one `.gitignore`.
struct GitIgnoreFile: Sendable {
  /// A pattern and its line, from 1.
  struct Line: Sendable {
    var number: Int
    var pattern: GitPattern
  }

  /// In the order of the file: the last that matches decides.
  let lines: [Line]

  init(_ text: [UInt8]) {
    var lines: [Line] = []
    for (index, line) in text.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      var line = line
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.first == UInt8(ascii: "#") { continue }
      // Trailing spaces do not count unless the last is escaped.
      while line.last == UInt8(ascii: " "), line.dropLast().last != UInt8(ascii: "\\") {
        line.removeLast()
      }
      if let pattern = GitPattern(line) { lines.append(Line(number: index + 1, pattern: pattern)) }
    }
    self.lines = lines
  }

  /// The line that decides `path`, relative to the file's folder; nil when none matches.
  func deciding(_ path: ArraySlice<ArraySlice<UInt8>>, isFolder: Bool) -> Line? {
    lines.last { (isFolder || !$0.pattern.isForFolders) && $0.pattern.matches(path) }
  }
}
