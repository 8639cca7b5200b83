/// The lines that mark a conflict in a text: those of git's style `diff3`, with the ancestor.
struct ConflictMarkers {
  /// What the three versions are called.
  struct Names {
    var base: String
    var ours: String
    var theirs: String
  }

  let names: Names
  /// How long the markers are: longer than any line of the texts that looks like one.
  let size: Int

  /// Markers that no line of `texts` can be mistaken for.
  init(_ names: Names, for texts: [[UInt8]]) {
    self.names = names
    var size = 7
    while texts.contains(where: { Self.remain(in: $0, size: size) }) { size += 1 }
    self.size = size
  }

  /// Whether a line of `text` is a marker of that size.
  static func remain(in text: [UInt8], size: Int) -> Bool {
    let lines = TextLines(text)
    return (0..<lines.count).contains { index in
      let line = lines[index]
      guard let first = line.first, marks.contains(first) else { return false }
      let run = line.prefix { $0 == first }
      guard run.count == size else { return false }
      let next = line.dropFirst(size).first
      return next == nil
        || [UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(next)
    }
  }

  private static let marks: [UInt8] = Array("<|=>".utf8)

  /// The three versions of a part, marked.
  func text(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8] {
    let isCRLF = [ours, theirs].contains { $0.suffix(2).elementsEqual("\r\n".utf8) }
    let end = Array((isCRLF ? "\r\n" : "\n").utf8)
    func whole(_ text: [UInt8]) -> [UInt8] {
      text.isEmpty || text.last == UInt8(ascii: "\n") ? text : text + end
    }
    func marker(_ mark: Character, _ name: String) -> [UInt8] {
      Array((String(repeating: mark, count: size) + (name.isEmpty ? "" : " \(name)")).utf8) + end
    }
    return marker("<", names.ours) + whole(ours) + marker("|", names.base) + whole(base)
      + marker("=", "") + whole(theirs) + marker(">", names.theirs)
  }
}
