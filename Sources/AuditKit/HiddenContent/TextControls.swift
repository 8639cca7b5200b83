/// The control characters of a text that change what a terminal or a reviewing tool shows.
struct TextControls: Sendable {
  /// How often a control occurs, and the line of the first one.
  struct Count: Sendable {
    var line = 0
    var count = 0

    mutating func add(_ line: Int) {
      if count == 0 { self.line = line }
      count += 1
    }
  }

  private(set) var nul = Count()
  private var loneReturn = Count()
  private var backspace = Count()
  private var escape = Count()
  private var overstrikeCount = 0
  private var otherCount = 0

  private var previous: UInt8 = 10
  /// A control whose meaning depends on the next byte, with the byte before it.
  private var pending: (control: UInt8, before: UInt8)?
  /// The parameters of an escape sequence so far; nil outside of one.
  private var parameters: [UInt8]?

  var isPending: Bool { pending != nil || parameters != nil }

  /// How many bytes are controls that texts do not have.
  var binaryCount: Int { nul.count + otherCount }

  mutating func addEscape(line: Int) { escape.add(line) }

  mutating func take(_ byte: UInt8, line: Int) {
    if let (control, before) = pending {
      pending = nil
      settle(control, between: before, and: byte, line)
    }
    if parameters != nil { takeParameter(byte, line) }
    switch byte {
    case 0: nul.add(line)
    case 8, 13, 27: pending = (byte, previous)
    case 9...12: break
    case 1..<32, 127: otherCount += 1
    default: break
    }
    previous = byte
  }

  private mutating func settle(
    _ control: UInt8, between before: UInt8, and next: UInt8, _ line: Int
  ) {
    switch control {
    case 13:
      if next != 10, next != 13 { loneReturn.add(line) }
    case 8:
      // Bold and underlined letters of manual pages for printers.
      if before > 32, before == next || before == UInt8(ascii: "_") || next == UInt8(ascii: "_") {
        overstrikeCount += 1
      } else {
        backspace.add(line)
      }
    default:
      // ISO 2022, a Japanese encoding, switches its sets of characters so.
      if next == UInt8(ascii: "[") {
        parameters = []
      } else if !"$()".utf8.contains(next) {
        escape.add(line)
      }
    }
  }

  /// Takes a byte after `ESC [`: digits and semicolons, then a letter (ECMA-48). Colours are ordinary
  /// in scripts, as automake's; the letter is `m`, and 8, which conceals, is not among the numbers.
  private mutating func takeParameter(_ byte: UInt8, _ line: Int) {
    guard let known = parameters else { return }
    if known.isEmpty, byte == UInt8(ascii: "[") { return }
    if (48...59).contains(byte), known.count < 20 {
      parameters?.append(byte)
      return
    }
    parameters = nil
    let conceals = known.split(separator: UInt8(ascii: ";")).contains([UInt8(ascii: "8")])
    if byte != UInt8(ascii: "m") || conceals { escape.add(line) }
  }

  /// What to report, once for each control.
  func sites(_ style: TextScan.Style, lineFeeds: Int) -> [(line: Int, detail: String)] {
    var sites: [(Int, String)] = []
    func add(_ what: String, _ found: Count, if isOdd: Bool) {
      guard isOdd, found.count > 0 else { return }
      sites.append((found.line, found.count == 1 ? what : "\(what), \(found.count) times"))
    }
    let isSource = style == .source || style == .changes
    guard style != .data else { return [] }
    add("a NUL, at which some tools end the text", nul, if: isSource)
    // Texts of old Macs have no other line endings.
    add(
      "a carriage return inside a line, which terminals then overwrite", loneReturn,
      if: isSource && loneReturn.count <= lineFeeds)
    add("a backspace", backspace, if: isSource && overstrikeCount == 0)
    add("an escape sequence for terminals", escape, if: overstrikeCount == 0)
    return sites
  }
}
