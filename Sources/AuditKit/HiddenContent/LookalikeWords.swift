/// The words of a text whose letters look like those of another script.
struct LookalikeWords: Sendable {
  private enum Script: Hashable { case latin, greek, cyrillic, armenian, cherokee }

  /// A word that is suspect only if the text has no ordinary words of its script.
  private struct Candidate: Sendable {
    let line: Int
    let detail: String
    let script: Script
  }

  private static let limitCandidates = 50

  private var word: [UInt32] = []
  private var line = 1
  private var style = TextScan.Style.source
  private var candidates: [Candidate] = []
  private var mixed: String?
  /// The scripts of words that can be of no other script.
  private var ordinary: Set<Script> = []

  /// Whether no word is open.
  var isBetween: Bool { word.isEmpty }

  /// Adds an ASCII byte to the word that it belongs to, or ends the word; true if it is the `=` after
  /// U+01C3, so that a comparison is an assignment to another name.
  mutating func take(ascii byte: UInt8, after previous: UInt32) -> Bool {
    if byte.isIdentifier {
      if word.count < 64 { word.append(UInt32(byte)) }
    } else {
      end()
    }
    return byte == UInt8(ascii: "=") && previous == 0x1C3 && style == .source
  }

  /// Adds a scalar that is not ASCII.
  mutating func take(_ scalar: UInt32, line: Int, in style: TextScan.Style) {
    self.line = line
    self.style = style
    if scalar == 0x37E {
      end()
      keep("\(TextScan.name(scalar)), which looks like a semicolon", .greek)
    } else if Self.script(of: scalar) != nil {
      if word.count < 64 { word.append(scalar) }
    } else {
      end()
    }
  }

  /// Ends the word.
  mutating func end() {
    guard !word.isEmpty else { return }
    defer { word.removeAll(keepingCapacity: true) }
    guard word.contains(where: { $0 >= 0x80 }) else { return }
    var scripts: Set<Script> = []
    var foreign: UInt32?
    let foreignCount = word.count { $0 >= 0x80 && Self.script(of: $0) != .latin }
    for scalar in word {
      guard let script = Self.script(of: scalar) else { continue }
      scripts.insert(script)
      guard script != .latin else { continue }
      guard Self.lookalikes.contains(scalar) else {
        // Real words of the other script have letters that resemble no Latin one.
        // A single Greek letter is mathematics.
        if script != .greek || foreignCount > 1 { ordinary.insert(script) }
        return
      }
      foreign = foreign ?? scalar
    }
    guard let foreign else { return }
    let text = String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init)))
    let detail = "\(text) with \(TextScan.name(foreign))"
    let script = scripts.first { $0 != .latin } ?? .latin
    if scripts.contains(.latin) {
      if style == .source { mixed = detail } else { keep(detail, script) }
    } else if foreignCount >= (script == .greek ? 3 : 2) {
      keep(detail, script)
    }
  }

  /// The word that ended last if it mixes Latin letters with others of the same shape, in source.
  mutating func takeMixed() -> String? {
    defer { mixed = nil }
    return mixed
  }

  private mutating func keep(_ detail: String, _ script: Script) {
    guard candidates.count < Self.limitCandidates else { return }
    candidates.append(Candidate(line: line, detail: detail, script: script))
  }

  /// The look-alike words of a text that has no ordinary words of their script.
  func inForeignText() -> [(line: Int, detail: String)] {
    candidates.filter { !ordinary.contains($0.script) }.map { ($0.line, $0.detail) }
  }

  private static func script(of scalar: UInt32) -> Script? {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F: .latin
    case 0x370...0x3FF: .greek
    case 0x400...0x52F: .cyrillic
    case 0x531...0x587: .armenian
    case 0x13A0...0x13F5: .cherokee
    default: nil
    }
  }

  /// Letters of other scripts that look like a Latin one (Unicode TS 39, confusables: single
  /// letters whose prototype is one ASCII letter).
  private static let lookalikes: Set<UInt32> = [
    0x430, 0x435, 0x43E, 0x440, 0x441, 0x443, 0x445, 0x455, 0x456, 0x458, 0x4BB, 0x501, 0x51B,
    0x51D,
    0x410, 0x412, 0x415, 0x41A, 0x41C, 0x41D, 0x41E, 0x420, 0x421, 0x422, 0x425, 0x405, 0x406,
    0x408,
    0x391, 0x392, 0x395, 0x396, 0x397, 0x399, 0x39A, 0x39C, 0x39D, 0x39F, 0x3A1, 0x3A4, 0x3A5,
    0x3A7,
    0x3BF, 0x3BD, 0x3C5, 0x3F2, 0x3F3,
    0x555, 0x570, 0x578, 0x57D, 0x581, 0x585,
    0x13A0, 0x13A1, 0x13A2, 0x13AA, 0x13AB, 0x13AC, 0x13B3, 0x13B7, 0x13BB, 0x13C0, 0x13C3, 0x13D9,
    0x13DA, 0x13DE, 0x13DF, 0x13E2,
  ]
}
