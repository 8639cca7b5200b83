/// Builds zip archives byte by byte, right or wrong as a test wants them.
struct ZipBytes {
  /// One entry; what is nil in `local` is as in the directory.
  struct Entry {
    var name: String
    var content: [UInt8] = []
    var mode = 0o100644
    var host: UInt8 = 3
    var flags = 0
    var isDeflated = false
    var localName: String?
    var localSize: Int?
    var localChecksum: UInt32?
    var centralSize: Int?
    var checksum: UInt32?
    var offset: Int?
    var extra: [UInt8] = []
    /// Bytes after the content that nobody owns.
    var gap: [UInt8] = []
    var rawName: [UInt8]?
    var isListed = true

    init(_ name: String, _ content: String = "") {
      self.name = name
      self.content = Array(content.utf8)
    }
  }

  var entries: [Entry] = []
  var comment: [UInt8] = []
  var prefix: [UInt8] = []
  var countInRecord: Int?

  static func of(_ entries: [Entry]) -> [UInt8] { ZipBytes(entries: entries).bytes }

  var bytes: [UInt8] {
    var bytes = prefix
    var directory: [UInt8] = []
    var listed = 0
    for entry in entries {
      let data = entry.isDeflated ? Self.deflated(entry.content) : entry.content
      let sum = entry.checksum ?? Self.checksum(entry.content)
      let method = entry.isDeflated ? 8 : 0
      let follows = entry.flags & 8 != 0
      let localName = entry.rawName ?? Array((entry.localName ?? entry.name).utf8)
      let offset = entry.offset ?? bytes.count
      bytes += Self.u32(0x0403_4B50) + Self.u16(20) + Self.u16(entry.flags) + Self.u16(method)
      bytes += Self.u32(0x5A21_0000)
      bytes += Self.u32(follows ? 0 : Int(entry.localChecksum ?? sum))
      bytes += Self.u32(follows ? 0 : entry.localSize ?? data.count)
      bytes += Self.u32(follows ? 0 : entry.localSize ?? entry.content.count)
      bytes += Self.u16(localName.count) + Self.u16(entry.extra.count) + localName + entry.extra
      bytes += data
      if follows {
        bytes += Self.u32(0x0807_4B50) + Self.u32(Int(sum))
        bytes += Self.u32(entry.localSize ?? data.count)
        bytes += Self.u32(entry.localSize ?? entry.content.count)
      }
      bytes += entry.gap
      guard entry.isListed else { continue }
      listed += 1
      let name = entry.rawName ?? Array(entry.name.utf8)
      directory += Self.u32(0x0201_4B50) + [20, entry.host] + Self.u16(20) + Self.u16(entry.flags)
      directory += Self.u16(method) + Self.u32(0x5A21_0000) + Self.u32(Int(sum))
      directory += Self.u32(entry.centralSize ?? data.count)
      directory += Self.u32(entry.centralSize ?? entry.content.count)
      directory += Self.u16(name.count) + Self.u16(entry.extra.count) + Self.u16(0)
      directory += Self.u16(0) + Self.u16(0) + Self.u32(entry.mode << 16) + Self.u32(offset)
      directory += name + entry.extra
    }
    let start = bytes.count
    bytes += directory
    bytes += Self.u32(0x0605_4B50) + Self.u16(0) + Self.u16(0)
    bytes += Self.u16(countInRecord ?? listed) + Self.u16(countInRecord ?? listed)
    bytes += Self.u32(directory.count) + Self.u32(start) + Self.u16(comment.count) + comment
    return bytes
  }

  /// Deflate's "stored" blocks, RFC 1951 section 3.2.4: no compressor is needed to write them.
  private static func deflated(_ content: [UInt8]) -> [UInt8] {
    [1] + u16(content.count) + u16(~content.count & 0xFFFF) + content
  }

  /// CRC-32, RFC 1952 section 8, bit by bit.
  static func checksum(_ content: [UInt8]) -> UInt32 {
    ~content.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  static func u16(_ value: Int) -> [UInt8] { little(value, 2) }
  static func u32(_ value: Int) -> [UInt8] { little(value, 4) }
  private static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
