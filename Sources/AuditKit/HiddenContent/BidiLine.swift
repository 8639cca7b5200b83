/// The bidirectional controls of a line (Unicode Standard Annex 9, explicit formatting).
struct BidiLine: Sendable {
  /// The controls that would close those that are open.
  private var open: [UInt32] = []
  private var first: UInt32?
  private var hasOverride = false
  private var hasRightToLeftLetters = false

  var hasControl: Bool { first != nil }

  /// Takes a scalar; true if it is a bidirectional control.
  mutating func take(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x202A, 0x202B, 0x202D, 0x202E: begin(scalar, closedBy: 0x202C)
    case 0x2066, 0x2067, 0x2068: begin(scalar, closedBy: 0x2069)
    case 0x202C, 0x2069:
      if let opened = open.lastIndex(of: scalar) { open.removeSubrange(opened...) }
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC:
      hasRightToLeftLetters = true
      return false
    default: return false
    }
    return true
  }

  private mutating func begin(_ control: UInt32, closedBy closing: UInt32) {
    if open.count < 256 { open.append(closing) }
    first = first ?? control
    hasOverride = hasOverride || control == 0x202D || control == 0x202E
  }

  /// Ends the line: whether its controls are closed, and the first one; nil if there is nothing to
  /// say. Documents in Arabic and Hebrew have embeddings and isolates of their own.
  mutating func end(in style: TextScan.Style) -> (isPaired: Bool, detail: String)? {
    defer { self = BidiLine() }
    guard let first else { return nil }
    if style != .source, hasRightToLeftLetters, open.isEmpty || !hasOverride { return nil }
    return (open.isEmpty, TextScan.name(first))
  }
}
