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
