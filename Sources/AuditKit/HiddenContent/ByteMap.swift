/// The two sets of characters of `tr` (POSIX, tr), where they exchange bytes as a cipher does.
struct ByteMap {
  private let from: [UInt8]
  private let into: [UInt8]

  /// Reads the sets; nil if they have classes such as `[:upper:]`, are of different lengths, or map
  /// fewer than three bytes.
  init?(_ first: String, _ second: String) {
    guard let from = Self.expanded(first), let into = Self.expanded(second), from.count >= 3,
      from.count == into.count, from != into
    else { return nil }
    self.from = from
    self.into = into
  }

  /// Whether it exchanges blanks, control characters or bytes beyond ASCII with others of the same
  /// set, as only what decodes hidden bytes does.
  var exchangesBytes: Bool {
    isPermutation && from.contains { $0 <= 32 || $0 >= 127 }
  }

  /// Whether it replaces letters as a cipher does: not just by the other case.
  var isCipher: Bool {
    isPermutation && (exchangesBytes || from.count >= 20)
      && !zip(from, into).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 }
  }

  private var isPermutation: Bool { Set(from) == Set(into) }

  private static func expanded(_ text: String) -> [UInt8]? {
    guard !text.contains("[:"), !text.contains("[=") else { return nil }
    var bytes = Array(text.utf8)[...]
    var set: [UInt8] = []
    while let byte = next(&bytes) {
      if bytes.first == UInt8(ascii: "-"), bytes.count > 1 {
        bytes.removeFirst()
        guard let last = next(&bytes), byte <= last else { return nil }
        set += byte...last
      } else {
        set.append(byte)
      }
    }
    return set
  }

  /// The next character: itself, `\n` and the like, or `\ooo`.
  private static func next(_ bytes: inout ArraySlice<UInt8>) -> UInt8? {
    guard let byte = bytes.popFirst() else { return nil }
    guard byte == UInt8(ascii: "\\"), let escaped = bytes.popFirst() else { return byte }
    switch escaped {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var value = Int(escaped - 48)
      for _ in 0..<2 {
        guard let digit = bytes.first, (48...55).contains(digit) else { break }
        bytes.removeFirst()
        value = value * 8 + Int(digit - 48)
      }
      return UInt8(truncatingIfNeeded: value)
    default: return escaped
    }
  }
}
