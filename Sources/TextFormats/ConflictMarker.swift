/// A marker line of an unfinished merge, as git, Mercurial and Subversion write it.
public enum ConflictMarker: Hashable, Sendable {
  /// `<<<<<<<`: our side begins.
  case ours
  /// `|||||||`: the common ancestor begins.
  case base
  /// `=======`: between the sides.
  case separator
  /// `>>>>>>>`: their side has ended.
  case theirs

  /// The marker in `line`, given without its newline; nil if it is not a marker.
  ///
  /// Seven equal signs that underline a heading would be taken for a marker; the files that are
  /// checked have no such headings.
  public init?(line: some Collection<UInt8>) {
    guard let first = line.first else { return nil }
    switch first {
    case UInt8(ascii: "<"): self = .ours
    case UInt8(ascii: "|"): self = .base
    case UInt8(ascii: "="): self = .separator
    case UInt8(ascii: ">"): self = .theirs
    default: return nil
    }
    guard line.prefix(7).elementsEqual(repeatElement(first, count: 7)) else { return nil }
    guard let next = line.dropFirst(7).first else { return }
    guard next == UInt8(ascii: " ") || next == UInt8(ascii: "\r") else { return nil }
  }

  /// The first line of `text` that is a marker, from 1.
  public static func firstLine(in text: [UInt8]) -> Int? {
    var (number, start) = (1, 0)
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      if ConflictMarker(line: text[start..<end]) != nil { return number }
      (number, start) = (number + 1, end + 1)
    }
    return nil
  }
}
