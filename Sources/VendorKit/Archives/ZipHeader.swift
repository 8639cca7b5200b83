private import CZlib

/// An entry's header, from the central directory or from before the entry's data.
///
/// PKWARE APPNOTE.TXT 4.3.7, 4.3.12, 4.5.3 and 4.6.9.
struct ZipHeader {
  static let localBytes = 30
  /// Sizes and checksum follow the data.
  static let descriptorFlag: UInt64 = 1 << 3
  /// The name is in UTF-8 (APPNOTE.TXT, appendix D).
  private static let unicodeFlag: UInt64 = 1 << 11
  /// Encrypted, descriptor, strongly encrypted, UTF-8 name, masked header.
  static let meaningfulFlags: UInt64 = 1 | 1 << 3 | 1 << 6 | unicodeFlag | 1 << 13

  private static let centralSignature: UInt64 = 0x0201_4B50
  private static let localSignature: UInt64 = 0x0403_4B50
  private static let zip64: UInt64 = 0x0001
  private static let unicodePath: UInt64 = 0x7075
  private static let all32: UInt64 = 0xFFFF_FFFF

  /// The name in UTF-8.
  private(set) var name: [UInt8]
  /// The bytes of the field before the extra fields, which programs without Unicode show.
  let writtenName: [UInt8]
  let flags: UInt64
  let method: UInt64
  let checksum: UInt64
  private(set) var size: UInt64
  private(set) var compressedSize: UInt64
  /// Directory only: the upper byte of "version made by", the external attributes, and where the
  /// local header is.
  let host: UInt64
  let attributes: UInt64
  private(set) var offset: UInt64
  /// The length of this header with its variable parts.
  let byteCount: Int

  /// Reads the directory's record at the beginning of `bytes`.
  init(central bytes: ArraySlice<UInt8>) throws(Refusal) {
    let record = LittleEndian(bytes)
    guard try record.u32(0) == Self.centralSignature else {
      throw Refusal("has a damaged zip directory")
    }
    flags = try record.u16(8)
    method = try record.u16(10)
    checksum = try record.u32(16)
    compressedSize = try record.u32(20)
    size = try record.u32(24)
    let nameBytes = Int(try record.u16(28))
    let extraBytes = Int(try record.u16(30))
    let commentBytes = Int(try record.u16(32))
    host = try record.u16(4) >> 8
    attributes = try record.u32(38)
    offset = try record.u32(42)
    writtenName = Array(try record.slice(46, count: nameBytes))
    name = writtenName
    byteCount = 46 + nameBytes + extraBytes + commentBytes
    _ = try record.slice(0, count: byteCount)
    guard try record.u16(34) == 0 else {
      throw Refusal(name, "is in another part of a multi-part zip archive")
    }
    try readExtra(record.slice(46 + nameBytes, count: extraBytes), hasOffset: true)
    try check()
  }

  /// Reads the header before an entry's data at the beginning of `bytes`.
  init(local bytes: ArraySlice<UInt8>) throws(Refusal) {
    let record = LittleEndian(bytes)
    guard try record.u32(0) == Self.localSignature else {
      throw Refusal("has no local header where its zip directory points to one")
    }
    flags = try record.u16(6)
    method = try record.u16(8)
    checksum = try record.u32(14)
    compressedSize = try record.u32(18)
    size = try record.u32(22)
    let nameBytes = Int(try record.u16(26))
    let extraBytes = Int(try record.u16(28))
    (host, attributes, offset) = (0, 0, 0)
    writtenName = Array(try record.slice(Self.localBytes, count: nameBytes))
    name = writtenName
    byteCount = Self.localBytes + nameBytes + extraBytes
    try readExtra(record.slice(Self.localBytes + nameBytes, count: extraBytes), hasOffset: false)
  }

  /// Whether `bytes` are the descriptor that must follow this entry's data: an optional signature,
  /// the checksum, and both sizes in 4 or 8 bytes each.
  func isDescriptor(_ bytes: [UInt8]) -> Bool {
    func written(_ value: UInt64, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
    return [4, 8].contains { width in
      let body =
        written(checksum, 4) + written(compressedSize, width) + written(size, width)
      return bytes == body || bytes == [0x50, 0x4B, 0x07, 0x08] + body
    }
  }

  private func check() throws(Refusal) {
    guard flags & (1 | 1 << 6 | 1 << 13) == 0 else { throw Refusal(name, "is encrypted") }
    guard method == 0 || method == 8 else {
      throw Refusal(
        name, "is compressed with zip method \(method)",
        remedy: "re-pack the archive: only stored and deflated entries are supported")
    }
    guard method != 0 || size == compressedSize else {
      throw Refusal(name, "is stored, but has two different sizes")
    }
  }

  private mutating func readExtra(
    _ extra: ArraySlice<UInt8>, hasOffset: Bool
  ) throws(Refusal) {
    var seen: Set<UInt64> = []
    var rest = extra
    // Some writers pad with fewer bytes than a field's header has.
    while rest.count >= 4 {
      let field = LittleEndian(rest)
      let kind = try field.u16(0)
      let body = try field.slice(4, count: Int(field.u16(2)))
      rest = rest.dropFirst(4 + body.count)
      guard kind == Self.zip64 || kind == Self.unicodePath else { continue }
      guard seen.insert(kind).inserted else {
        throw Refusal(name, "has the same zip extra field twice")
      }
      if kind == Self.zip64 {
        try readZip64(LittleEndian(body), hasOffset: hasOffset)
      } else {
        try readUnicodePath(LittleEndian(body))
      }
    }
    guard rest.allSatisfy({ $0 == 0 }) else { throw Refusal(name, "has a damaged zip extra field") }
  }

  /// Reads the Info-ZIP Unicode Path field: a version, the checksum of the written name, the name in
  /// UTF-8 (APPNOTE.TXT 4.6.9).
  ///
  /// It replaces a written name that is in another encoding, but must not rename the file for some
  /// programs only: components in plain ASCII are the same in both.
  private mutating func readUnicodePath(_ body: LittleEndian) throws(Refusal) {
    let second = Array(body.bytes.dropFirst(5))
    if second == writtenName { return }
    let isUTF8 = flags & Self.unicodeFlag != 0
    guard !isUTF8, try body.slice(0, count: 1).first == 1,
      try body.u32(1) == Self.checksum(of: writtenName),
      Self.transcribes(second, writtenName)
    else { throw Refusal(writtenName, "has a second name, \(Refusal.quoted(second))") }
    name = second
  }

  /// The CRC-32 of `bytes`.
  private static func checksum(of bytes: [UInt8]) -> UInt64 {
    UInt64(crc32(0, bytes, UInt32(bytes.count)))
  }

  /// Whether two names differ only in components that ASCII cannot spell.
  private static func transcribes(_ name: [UInt8], _ written: [UInt8]) -> Bool {
    let (parts, writtenParts) = (components(of: name), components(of: written))
    return parts.count == writtenParts.count
      && zip(parts, writtenParts).allSatisfy { part, writtenPart in
        part == writtenPart || part.contains { $0 >= 0x80 } && !writtenPart.isEmpty
      }
  }

  private static func components(of name: [UInt8]) -> [ArraySlice<UInt8>] {
    name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  /// The 64-bit values follow in order, each only if its 32-bit field is all ones.
  private mutating func readZip64(_ body: LittleEndian, hasOffset: Bool) throws(Refusal) {
    var position = 0
    if size == Self.all32 {
      size = try body.u64(position)
      position += 8
    }
    if compressedSize == Self.all32 {
      compressedSize = try body.u64(position)
      position += 8
    }
    if hasOffset, offset == Self.all32 { offset = try body.u64(position) }
  }
}

/// Reads fixed-width little-endian numbers from bytes that may be truncated.
struct LittleEndian {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func u16(_ offset: Int) throws(Refusal) -> UInt64 { try number(at: offset, width: 2) }
  func u32(_ offset: Int) throws(Refusal) -> UInt64 { try number(at: offset, width: 4) }
  func u64(_ offset: Int) throws(Refusal) -> UInt64 { try number(at: offset, width: 8) }

  /// `count` bytes that begin at `offset`.
  func slice(_ offset: Int, count: Int) throws(Refusal) -> ArraySlice<UInt8> {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      throw Refusal("is damaged: a record is truncated")
    }
    let start = bytes.startIndex + offset
    return bytes[start..<(start + count)]
  }

  private func number(at offset: Int, width: Int) throws(Refusal) -> UInt64 {
    try slice(offset, count: width).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
