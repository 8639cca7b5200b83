/// Builds tar archives byte by byte, right or wrong as a test wants them.
struct TarBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds one header and its content; `size` and `sizeField` overrule what would be right.
  mutating func add(
    _ name: String, type: Character = "0", _ content: String = "", link: String = "",
    mode: Int = 0o644, size: Int? = nil, sizeField: [UInt8]? = nil, magic: String = "ustar\u{0}00",
    rawName: [UInt8]? = nil, breakChecksum: Bool = false
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ field: [UInt8], at offset: Int) {
      header.replaceSubrange(offset..<(offset + field.count), with: field)
    }
    put(Array((rawName ?? Array(name.utf8)).prefix(100)), at: 0)
    put(Self.octal(mode, digits: 7), at: 100)
    put(Self.octal(0, digits: 7), at: 108)
    put(Self.octal(0, digits: 7), at: 116)
    put(sizeField ?? Self.octal(size ?? content.utf8.count, digits: 11), at: 124)
    put(Self.octal(0, digits: 11), at: 136)
    put(Array(repeating: 0x20, count: 8), at: 148)
    put(Array(String(type).utf8), at: 156)
    put(Array(link.utf8.prefix(100)), at: 157)
    put(Array(magic.utf8), at: 257)
    let sum = header.reduce(0) { $0 + Int($1) } + (breakChecksum ? 1 : 0)
    put(Self.octal(sum, digits: 6) + [0x20], at: 148)
    bytes += header
    pad(Array(content.utf8))
  }

  /// Adds a pax header with these records; `sizeField` overrules its size.
  mutating func pax(_ records: [(String, String)], type: Character = "x") {
    add("pax", type: type, records.map { Self.record($0.0, $0.1) }.joined())
  }

  /// Adds bytes as they are.
  mutating func raw(_ more: [UInt8]) { bytes += more }

  /// The archive with its end.
  var ended: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }

  /// An archive with one entry.
  static func of(_ build: (inout TarBytes) -> Void) -> [UInt8] {
    var tar = TarBytes()
    build(&tar)
    return tar.ended
  }

  static func record(_ key: String, _ value: String) -> String {
    let rest = 3 + key.utf8.count + value.utf8.count
    var length = rest + 1
    while String(length).utf8.count + rest != length { length += 1 }
    return "\(length) \(key)=\(value)\n"
  }

  private mutating func pad(_ content: [UInt8]) {
    bytes += content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  private static func octal(_ value: Int, digits: Int) -> [UInt8] {
    let text = String(value, radix: 8)
    return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8) + [0]
  }
}
