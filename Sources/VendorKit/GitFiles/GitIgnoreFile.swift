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
