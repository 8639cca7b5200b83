/// A pattern of a `.gitignore` or `.gitattributes` file, gitignore(5).
///
/// Matched component by component; inside a component only the last `*` backtracks. The
/// time is bounded by pattern × path, because packages may contain hostile patterns.
struct GitPattern: Sendable {
  /// Whether it negates earlier matches (`!`).
  let isNegated: Bool
  /// Whether it matches only folders.
  let isForFolders: Bool
  private let pattern: PathPattern
  /// Whether it matches a name at any depth.
  private let isUnanchored: Bool

  /// Parses a pattern; nil for an empty one.
  init?(_ text: ArraySlice<UInt8>) {
    var text = text
    isNegated = text.first == UInt8(ascii: "!")
    if isNegated { text.removeFirst() }
    isForFolders = text.last == UInt8(ascii: "/")
    if isForFolders { text.removeLast() }
    guard !text.isEmpty, text.count <= 1024 else { return nil }
    isUnanchored = !text.contains(UInt8(ascii: "/"))
    pattern = PathPattern(
      components: text.split(separator: UInt8(ascii: "/")).map {
        $0.elementsEqual("**".utf8) ? .anyFolders : .name(Array($0))
      })
    guard !pattern.components.isEmpty else { return nil }
  }

  /// Whether it matches `path`, given as its components from the folder of the pattern's file.
  ///
  /// - Complexity: O(pattern length × path length).
  func matches(_ path: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    if isUnanchored {
      guard let name = path.last else { return false }
      guard case .name(let pattern) = pattern.components[0] else { return true }
      return PathPattern.matches(pattern[...], name, step: Self.step)
    }
    return pattern.matches(path, step: Self.step)
  }

  private static func step(
    _ pattern: ArraySlice<UInt8>, _ at: Int, _ name: ArraySlice<UInt8>, _ position: Int
  ) -> (pattern: Int, name: Int)? {
    end(ofOneAt: at, in: pattern, matching: name[position]).map { ($0, position + 1) }
  }

  /// The pattern index after a `?`, class, escape or byte that matches `byte`; nil if none does.
  private static func end(
    ofOneAt start: Int, in pattern: ArraySlice<UInt8>, matching byte: UInt8
  ) -> Int? {
    guard start < pattern.endIndex else { return nil }
    switch pattern[start] {
    case UInt8(ascii: "?"): return start + 1
    case UInt8(ascii: "\\") where start + 1 < pattern.endIndex:
      return pattern[start + 1] == byte ? start + 2 : nil
    case UInt8(ascii: "["):
      guard let (isMember, end) = classMember(byte, from: start + 1, in: pattern) else {
        return byte == UInt8(ascii: "[") ? start + 1 : nil
      }
      return isMember ? end : nil
    case byte: return start + 1
    default: return nil
    }
  }

  /// Whether the class that begins at `start` contains `byte`, and its end; nil if unterminated.
  private static func classMember(
    _ byte: UInt8, from start: Int, in pattern: ArraySlice<UInt8>
  ) -> (isMember: Bool, end: Int)? {
    var at = start
    let isNegated = at < pattern.endIndex && "!^".utf8.contains(pattern[at])
    if isNegated { at += 1 }
    var isMember = false
    var isFirst = true
    while at < pattern.endIndex {
      if pattern[at] == UInt8(ascii: "]"), !isFirst { return (isMember != isNegated, at + 1) }
      isFirst = false
      if pattern[at] == UInt8(ascii: "\\"), at + 1 < pattern.endIndex { at += 1 }
      let low = pattern[at]
      if at + 2 < pattern.endIndex, pattern[at + 1] == UInt8(ascii: "-"),
        pattern[at + 2] != UInt8(ascii: "]")
      {
        let high = pattern[at + 2]
        if low <= byte, byte <= high { isMember = true }
        at += 3
      } else {
        if low == byte { isMember = true }
        at += 1
      }
    }
    return nil
  }
}
