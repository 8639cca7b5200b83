/// The location of a zip archive's central directory, from the record at the archive's end.
///
/// PKWARE APPNOTE.TXT 4.3.14 to 4.3.16. There must be one way to find it only: a signature inside the
/// archive comment, or bytes between the directory and its end record, make programs disagree.
struct ZipEndRecord {
  let directoryOffset: UInt64
  let directoryBytes: UInt64
  let entryCount: UInt64

  private static let byteCount = 22
  private static let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  private static let locatorBytes: UInt64 = 20
  private static let locatorSignature: UInt64 = 0x0706_4B50
  private static let record64Signature: UInt64 = 0x0606_4B50

  init(of file: ArchiveFile) throws {
    let tailBytes = min(file.byteCount, UInt64(Self.byteCount + 0xFFFF))
    let tail = try file.bytes(at: file.byteCount - tailBytes, count: Int(tailBytes))
    guard let start = Self.lastSignature(in: tail) else {
      throw Refusal("has no zip end record; it may be truncated")
    }
    let record = LittleEndian(tail[start...])
    guard try record.u16(20) == UInt64(tail.count - start - Self.byteCount) else {
      throw Refusal("has a zip end record that is not at its end")
    }
    guard try record.u16(4) == 0, try record.u16(6) == 0, try record.u16(8) == record.u16(10) else {
      throw Refusal("is one part of a multi-part zip archive")
    }
    let recordOffset = file.byteCount - tailBytes + UInt64(start)
    var end = recordOffset
    var fields = (
      count: try record.u16(10), bytes: try record.u32(12), offset: try record.u32(16)
    )
    if let large = try Self.zip64(before: recordOffset, in: file) {
      guard fields.count == 0xFFFF || fields.count == large.count,
        fields.bytes == 0xFFFF_FFFF || fields.bytes == large.bytes,
        fields.offset == 0xFFFF_FFFF || fields.offset == large.offset
      else { throw Refusal("has two zip end records that disagree") }
      fields = (large.count, large.bytes, large.offset)
      end = large.position
    }
    guard fields.offset <= end, fields.bytes == end - fields.offset else {
      throw Refusal("has a zip directory that does not end where its end record begins")
    }
    (directoryOffset, directoryBytes, entryCount) = (fields.offset, fields.bytes, fields.count)
  }

  private static func lastSignature(in tail: [UInt8]) -> Int? {
    guard tail.count >= byteCount else { return nil }
    return (0...(tail.count - signature.count)).reversed().first {
      tail[$0] == 0x50 && tail[$0..<($0 + 4)].elementsEqual(signature)
    }.flatMap { $0 <= tail.count - byteCount ? $0 : nil }
  }

  /// The 64-bit record that a locator right before `offset` points to; nil when there is none.
  private static func zip64(
    before offset: UInt64, in file: ArchiveFile
  ) throws -> (count: UInt64, bytes: UInt64, offset: UInt64, position: UInt64)? {
    guard offset >= locatorBytes else { return nil }
    let locatorOffset = offset - locatorBytes
    let locator = LittleEndian(try file.bytes(at: locatorOffset, count: Int(locatorBytes))[...])
    guard try locator.u32(0) == locatorSignature else { return nil }
    let position = try locator.u64(8)
    guard try locator.u32(4) == 0, try locator.u32(16) <= 1, position < locatorOffset,
      case let record = LittleEndian(try file.bytes(at: position, count: 56)[...]),
      try record.u32(0) == record64Signature, try record.u64(4) == locatorOffset - position - 12,
      try record.u32(16) == 0, try record.u32(20) == 0, try record.u64(24) == record.u64(32)
    else { throw Refusal("has a damaged zip64 end record") }
    return (try record.u64(32), try record.u64(40), try record.u64(48), position)
  }
}
