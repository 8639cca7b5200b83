/// Finds programs and archives inside of other files: as they are, or written as base64, hexadecimal
/// digits, an array or a string of a programming language.
struct EmbeddedPrograms: Sendable {
  /// A program inside of a file.
  struct Site: Hashable, Sendable {
    /// The line, from 1; nil in a file that is not text.
    let line: Int?
    /// What it is: `an ELF program`.
    let format: String
    /// How it is written: `in base64`; nil if its bytes stand there as they are.
    let encoding: String?
  }

  private struct Mark: Sendable {
    let bytes: [UInt8]
    let format: String
    let encoding: Encoding
  }

  private enum Encoding: Sendable {
    case raw
    /// The name of the encoding, what its characters are, and how many stand for one byte at least.
    case text(String, letters: Set<UInt8>, perByte: Double)

    /// How many characters the strings or lines have at least that such a text is written as; nil if
    /// its characters are separated anyway. Words are base64, too, so those must be longer.
    var fewestInPiece: Int? {
      guard case .text(let name, _, _) = self else { return nil }
      return name == "in base64" ? 16 : name == "in hexadecimal digits" ? 2 : nil
    }
  }

  /// The fewest bytes of a program: an ELF header is as long. Tests for a format name fewer.
  private static let fewestBytes = 48
  private static let limitSites = 20

  private static let marks: [Mark] = {
    func marks(_ texts: [(String, String)], _ encoding: Encoding) -> [Mark] {
      texts.map { Mark(bytes: Array($0.utf8), format: $1, encoding: encoding) }
    }
    let digits = Set("0123456789abcdefABCDEF".utf8)
    let base64 = Encoding.text(
      "in base64",
      letters: digits.union("ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ+/=-_".utf8), perByte: 1.33)
    let hexadecimal = Encoding.text(
      "in hexadecimal digits", letters: digits, perByte: 2)
    let array = Encoding.text(
      "as an array of bytes", letters: digits.union("xX, \t\r\n{}'uU\\ELF".utf8), perByte: 2)
    let string = Encoding.text(
      "as a string of bytes", letters: digits.union("xX\\\"' \t\r\n+bLZM@ELF>(u".utf8), perByte: 2.5
    )
    var all: [Mark] = [
      Mark(bytes: [0x7F, 0x45, 0x4C, 0x46, 1, 1, 1], format: "an ELF program", encoding: .raw),
      Mark(bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1], format: "an ELF program", encoding: .raw),
      Mark(bytes: [0x7F, 0x45, 0x4C, 0x46, 1, 2, 1], format: "an ELF program", encoding: .raw),
      Mark(bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 2, 1], format: "an ELF program", encoding: .raw),
      Mark(
        bytes: Array("PK\u{3}\u{4}\u{A}\0".utf8), format: "a zip archive", encoding: .raw),
      Mark(
        bytes: Array("PK\u{3}\u{4}\u{14}\0".utf8), format: "a zip archive", encoding: .raw),
      Mark(
        bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], format: "a 7z archive", encoding: .raw),
      Mark(bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], format: "an xz file", encoding: .raw),
      Mark(bytes: Array("Rar!\u{1A}\u{7}".utf8), format: "a rar archive", encoding: .raw),
    ]
    all += marks(
      [
        ("This program cannot be run in DOS mode", "a Windows program"),
        ("This program must be run under Win32", "a Windows program"),
      ], .raw)
    all += marks(
      [
        ("f0VMRgIB", "an ELF program"), ("f0VMRgEB", "an ELF program"),
        ("TVqQAAMA", "a Windows program"), ("TVpQAAIA", "a Windows program"),
        ("z/rt/gcA", "a Mach-O program"), ("z/rt/gwA", "a Mach-O program"),
        ("yv66vgAA", "a Java class"), ("IyEvYmlu", "a script"), ("IyEvdXNy", "a script"),
      ], base64)
    all += marks(
      [
        ("7f454c4602", "an ELF program"), ("7F454C4602", "an ELF program"),
        ("7f454c4601", "an ELF program"), ("7F454C4601", "an ELF program"),
        ("4d5a90000300", "a Windows program"), ("4D5A90000300", "a Windows program"),
        ("cffaedfe0700", "a Mach-O program"), ("cffaedfe0c00", "a Mach-O program"),
        ("7f 45 4c 46 0", "an ELF program"), ("7F 45 4C 46 0", "an ELF program"),
        ("7f454c46 0", "an ELF program"), ("7F454C46 0", "an ELF program"),
      ], hexadecimal)
    for separator in [",", ", ", ",\n", ",\n  ", ",\n    ", ",\n\t"] {
      all += marks(
        [
          ["45", "0x4c", "0x46"], ["45", "0x4C", "0x46"], ["45", "0X4C", "0X46"],
          ["69", "76", "70"], ["'E'", "'L'", "'F'"], ["0105", "0114", "0106"],
        ].map { ($0.joined(separator: separator) + ",", "an ELF program") }
          + [
            ["4d", "0x5a", "0x90", "0x00"], ["4D", "0x5A", "0x90", "0x00"],
            ["77", "90", "144", "0"], ["4d", "0x5a", "0x90", "0"],
          ].map { ($0.joined(separator: separator) + ",", "a Windows program") }
          + [
            ["cf", "0xfa", "0xed", "0xfe"], ["CF", "0xFA", "0xED", "0xFE"],
          ].map { ($0.joined(separator: separator) + ",", "a Mach-O program") }, array)
    }
    all += marks(
      ["464c457f, 0x", "464C457F, 0x", "464c457f,0x", "464C457F,0x"].map { ($0, "an ELF program") },
      array)
    all += marks(
      [
        (#"\x7fELF\x"#, "an ELF program"), (#"\x7FELF\x"#, "an ELF program"),
        (#"\177ELF\"#, "an ELF program"), (#"\x7f\x45\x4c\x46"#, "an ELF program"),
        (#"\x7F\x45\x4C\x46"#, "an ELF program"), (#"\177\105\114\106"#, "an ELF program"),
        (#"\u007fELF\u"#, "an ELF program"), (#"\u007FELF\u"#, "an ELF program"),
        (#"MZ\x90\x00\x03"#, "a Windows program"),
        (#"\x4d\x5a\x90\x00"#, "a Windows program"), (#"\x4D\x5A\x90\x00"#, "a Windows program"),
        ("\\x7f\"\"ELF", "an ELF program"), ("\\x7f\" \"ELF", "an ELF program"),
        ("\\177\" \"ELF", "an ELF program"),
      ], string)
    all += marks(
      [("M?T5,1@(!", "an ELF program"), ("M?T5,1@$!", "an ELF program")],
      .text("uuencoded", letters: Set(32...96), perByte: 1.33))
    return all
  }()

  /// What programs begin with, raw and written as text.
  static let needles = marks.map(\.bytes)

  /// Whether a needle is the beginning of a program as it is, and not of one written as text.
  static func isRaw(_ needle: Int) -> Bool {
    if case .raw = marks[needle].encoding { true } else { false }
  }

  private(set) var sites: [Site] = []

  /// Takes the occurrence of a needle at `index`.
  ///
  /// - Parameter line: the number of its line; nil in a file that is not text.
  mutating func take(
    _ needle: Int, at index: Int, in bytes: UnsafeRawBufferPointer, line: (() -> Int)?
  ) {
    let mark = Self.marks[needle]
    guard sites.count < Self.limitSites, isProgram(mark, at: index, in: bytes) else { return }
    var encoding: String?
    if case .text(let name, _, _) = mark.encoding { encoding = name }
    guard !sites.contains(where: { $0.format == mark.format && $0.encoding == encoding }) else {
      return
    }
    sites.append(Site(line: line?(), format: mark.format, encoding: encoding))
  }

  /// Whether as much follows as only a program has.
  private func isProgram(_ mark: Mark, at index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard case .text(_, let letters, let perByte) = mark.encoding else { return true }
    let wanted = Int(Double(Self.fewestBytes) * perByte)
    let rest = bytes[index...]
    if rest.prefix(wanted).count(where: { letters.contains($0) }) == wanted { return true }
    guard let fewest = mark.encoding.fewestInPiece else { return false }
    return Self.goesOnInPieces(rest, of: letters, count: wanted, fewestInPiece: fewest)
  }

  /// What stands between the pieces of a text that is written as several strings or lines.
  private static let separators = Set("'\"`, \t\r\n+.\\&".utf8)

  /// Whether `text` goes on in pieces as generators write them: equally long ones, of which the last
  /// may be shorter. Tables of magic numbers have pieces of all lengths.
  private static func goesOnInPieces(
    _ text: Slice<UnsafeRawBufferPointer>, of letters: Set<UInt8>, count wanted: Int,
    fewestInPiece: Int
  ) -> Bool {
    let text = text.prefix(8 * wanted)
    var (count, length, index) = (0, 0, text.startIndex)
    while index < text.endIndex, count < wanted {
      let end = text[index...].firstIndex { !letters.contains($0) } ?? text.endIndex
      let piece = end - index
      if length == 0 { length = piece }
      count += piece
      guard count < wanted else { return piece <= length }
      guard piece == length, piece >= fewestInPiece else { return false }
      index = text[end...].firstIndex { !separators.contains($0) } ?? text.endIndex
    }
    return count >= wanted
  }
}
