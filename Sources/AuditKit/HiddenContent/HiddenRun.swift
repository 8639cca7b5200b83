/// Characters without a shape of their own that follow each other: invisible ones, joiners,
/// variation selectors and tags.
struct HiddenRun: Sendable {
  /// From how many selectors or tags in a row a run can hold data: each can stand for a byte.
  private static let payloadCount = 4
  /// From how many other invisible characters; two kinds of them can stand for bits.
  private static let invisiblePayloadCount = 8

  private var first: UInt32 = 0
  private var count = 0
  private var selectorCount = 0
  private var members: [UInt32] = []
  /// The visible scalar before the run.
  private var before: UInt32 = 10

  var isEmpty: Bool { count == 0 }

  /// Whether a scalar has no shape of its own (Unicode, Default_Ignorable_Code_Point, and characters
  /// that fonts leave blank).
  static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200F,
      0x2028, 0x2029, 0x2060...0x2065, 0x206A...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0,
      0xFFF0...0xFFFB, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  mutating func append(_ scalar: UInt32, after previous: UInt32) {
    if count == 0 { (first, before) = (scalar, previous) }
    count += 1
    if Self.isSelector(scalar) { selectorCount += 1 }
    if members.count < Self.invisiblePayloadCount { members.append(scalar) }
  }

  /// Ends the run before the scalar `next`: what of it is not ordinary, and whether it is long enough
  /// to hold data.
  mutating func end(
    before next: UInt32, in style: TextScan.Style
  ) -> [(isPayload: Bool, detail: String)] {
    defer { self = HiddenRun() }
    if isFlag { return [] }
    if selectorCount >= Self.payloadCount || count >= Self.invisiblePayloadCount {
      return [(true, "\(count) invisible characters in a row, from \(TextScan.name(first)) on")]
    }
    return members.indices.filter { !isOrdinary(at: $0, before: next, style) }
      .map { (false, TextScan.name(members[$0])) }
  }

  private static func isSelector(_ scalar: UInt32) -> Bool {
    (0xFE00...0xFE0F).contains(scalar) || (0xE0000...0xE0FFF).contains(scalar)
  }

  /// A flag of England, Scotland or Wales: a black flag, tag letters, the end of the tag.
  private var isFlag: Bool {
    before == 0x1F3F4 && count == selectorCount && count <= 8 && members.last == 0xE007F
  }

  private func isOrdinary(
    at index: Int, before next: UInt32, _ style: TextScan.Style
  ) -> Bool {
    let previous = index > 0 ? members[index - 1] : before
    switch members[index] {
    case 0xFE00...0xFE0F:
      return previous >= 0x80 && !Self.isSelector(previous) || (0x30...0x39).contains(previous)
        || previous == 0x23 || previous == 0x2A  // A keycap's number sign or asterisk.
    case 0xE0100...0xE01EF:
      return (0x3400...0x9FFF).contains(previous) || (0xF900...0xFAFF).contains(previous)
        || (0x20000...0x3FFFF).contains(previous)
    case 0x180B...0x180D, 0x180F:
      return (0x1800...0x18AF).contains(before)
    case 0x200C...0x200F, 0x61C, 0x34F:
      return !(Self.isWord(before) && Self.isWord(next))
    case 0xE0000...0xE0FFF:
      return false
    case 0xAD:
      return style != .source
    default:
      switch style {
      case .source: return false
      case .settings, .changes: return before >= 0x80 || next >= 0x80
      case .prose, .data: return !(Self.isCodeLike(before) && Self.isCodeLike(next))
      }
    }
  }

  /// A letter or digit in ASCII, or an underscore.
  private static func isWord(_ scalar: UInt32) -> Bool {
    (0x41...0x5A).contains(scalar & ~0x20) || (0x30...0x39).contains(scalar) || scalar == 0x5F
  }

  /// Printable ASCII other than the blank.
  private static func isCodeLike(_ scalar: UInt32) -> Bool { (0x21...0x7E).contains(scalar) }
}
