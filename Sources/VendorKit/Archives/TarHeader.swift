/// One 512-byte header of a tar archive, read strictly.
///
/// POSIX.1-2017 pax, "ustar Interchange Format", and GNU tar's manual, "Basic Tar Format". Where
/// readers are known to differ (signed checksums, negative numbers, digits after the end) the header
/// is refused, because programs would read it differently.
struct TarHeader {
  static let byteCount = 512

  let name: [UInt8]
  let typeFlag: UInt8
  let size: UInt64
  let mode: UInt32
  let linkName: [UInt8]

  /// Reads a header that is not all zeros.
  init(_ block: [UInt8]) throws(Refusal) {
    precondition(block.count == Self.byteCount)
    let shortName = Self.text(block[0..<100])
    guard Self.checksum(of: block) == (try Self.number(block[148..<156], "checksum", shortName))
    else {
      throw Refusal(shortName, "has a tar header whose checksum is wrong")
    }
    typeFlag = block[156]
    size = try Self.number(block[124..<136], "size", shortName)
    mode = UInt32(truncatingIfNeeded: try Self.number(block[100..<108], "mode", shortName)) & 0o7777
    linkName = Self.text(block[157..<257])
    let prefix = Self.text(block[345..<500])
    let isPOSIX = block[257..<263].elementsEqual("ustar\0".utf8)
    // GNU's header uses the bytes of POSIX's prefix for other fields.
    name = isPOSIX && !prefix.isEmpty ? prefix + [UInt8(ascii: "/")] + shortName : shortName
  }

  /// The bytes before the first NUL.
  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] {
    Array(field.prefix { $0 != 0 })
  }

  /// The sum of all bytes, counting the checksum field as spaces.
  private static func checksum(of block: [UInt8]) -> UInt64 {
    var sum: UInt64 = 8 * 0x20
    for (index, byte) in block.enumerated() where !(148..<156).contains(index) {
      sum += UInt64(byte)
    }
    return sum
  }

  /// An octal number padded with spaces or NULs, or GNU's base-256 with the top bit set.
  private static func number(
    _ field: ArraySlice<UInt8>, _ what: String, _ entry: [UInt8]
  ) throws(Refusal) -> UInt64 {
    guard let first = field.first else { return 0 }
    if first & 0x80 != 0 {
      // 0x80 alone begins a positive number; 0xFF would begin a negative one.
      guard first == 0x80 else { throw Refusal(entry, "has a negative or too large \(what)") }
      var value: UInt64 = 0
      for byte in field.dropFirst() {
        guard value < 1 << 55 else { throw Refusal(entry, "has a too large \(what)") }
        value = value << 8 | UInt64(byte)
      }
      return value
    }
    let digits = field.drop { $0 == 0x20 }
    let number = digits.prefix { (0x30...0x37).contains($0) }
    guard digits.dropFirst(number.count).allSatisfy({ $0 == 0 || $0 == 0x20 }) else {
      throw Refusal(entry, "has a \(what) that is not an octal number")
    }
    // 12 digits at most: no overflow.
    return number.reduce(0) { $0 << 3 | UInt64($1 - 0x30) }
  }
}
