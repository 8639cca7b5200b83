internal import SafeFiles

/// Paths as git writes them in patches: plain, or in quotes with C's escapes.
enum PatchPath {
  /// `prefix` and `path`, in quotes where git needs them.
  static func written(
    _ prefix: String, _ path: RelativePath, quotesSpaces: Bool = false
  ) -> [UInt8] {
    let name = Array(prefix.utf8) + path.bytes
    let isPlain =
      !name.contains(UInt8(ascii: "\""))
      && !(quotesSpaces && name.contains(UInt8(ascii: " ")))
      && String(validating: name, as: UTF8.self) != nil
    if isPlain { return name }
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in name {
      switch byte {
      case UInt8(ascii: "\""): text += "\\\"".utf8
      case 0x20..<0x7F: text.append(byte)
      default:
        text.append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] { text.append(UInt8(ascii: "0") + (byte >> UInt8(shift)) & 7) }
      }
    }
    return text + [UInt8(ascii: "\"")]
  }

  /// The name at the start of `text` and its length in bytes; nil when a closing quote is missing.
  ///
  /// A plain name ends at the first tab, or with the text.
  static func read(_ text: ArraySlice<UInt8>) -> (name: [UInt8], length: Int)? {
    guard text.first == UInt8(ascii: "\"") else {
      let end = text.firstIndex(of: UInt8(ascii: "\t")) ?? text.endIndex
      return (Array(text[..<end]), end - text.startIndex)
    }
    var name: [UInt8] = []
    var rest = text.dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        return (name, rest.startIndex - text.startIndex)
      case UInt8(ascii: "\\"):
        guard let value = unescaped(&rest) else { return nil }
        name.append(value)
      default:
        name.append(byte)
      }
    }
    return nil
  }

  private static func unescaped(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    switch byte {
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "v"): return 0x0B
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      var value = byte & 7
      for _ in 0..<2 {
        guard let digit = rest.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit)
        else { return nil }
        value = value << 3 | digit & 7
      }
      return value
    default: return nil
    }
  }

  /// Both names of a `diff --git` line, without the `diff --git `; nil when they are ambiguous.
  static func readPair(_ text: ArraySlice<UInt8>) -> (old: [UInt8], new: [UInt8])? {
    if text.first == UInt8(ascii: "\"") {
      guard let (old, length) = read(text) else { return nil }
      let rest = text.dropFirst(length)
      guard rest.first == UInt8(ascii: " "), let (new, _) = read(rest.dropFirst()) else {
        return nil
      }
      return (old, new)
    }
    // Names may have spaces. Without a rename both are the same but for the prefix: take the space
    // after which the second name equals the first.
    for index in text.indices where text[index] == UInt8(ascii: " ") {
      guard let (new, _) = read(text[(index + 1)...]) else { continue }
      let old = Array(text[..<index])
      if withoutPrefix(old) == withoutPrefix(new) { return (old, new) }
    }
    return nil
  }

  /// `name` without its first component, as `patch -p1` takes it; nil when it has only one.
  static func withoutPrefix(_ name: [UInt8]) -> ArraySlice<UInt8>? {
    name.firstIndex(of: UInt8(ascii: "/")).map { name[($0 + 1)...] }
  }
}
