/// OpenPGP packets, taken out of their armor (RFC 9580, sections 4.2 and 6.2).
///
/// gpgv reads keys only without armor. Of the packets only the kinds are looked at here: a file of
/// signatures must contain nothing else, or gpgv might check a text in it and not the archive.
struct OpenPGPPackets {
  /// The packets' bytes.
  let bytes: [UInt8]
  /// Their tags, in order.
  let tags: [UInt8]

  /// The packets in `text`, which may be armored, in several blocks and with other text around them.
  ///
  /// - Throws: `VendorError` with `signature`.
  init(_ text: [UInt8], at place: String) throws(VendorError) {
    let damaged = VendorError(
      .signature, at: place, "is damaged: not a sequence of OpenPGP packets")
    if let first = text.first, first & 0x80 != 0 {
      bytes = text
    } else {
      guard let packets = Self.unarmored(text) else { throw damaged }
      bytes = packets
    }
    guard let tags = Self.tags(of: bytes), !tags.isEmpty else { throw damaged }
    self.tags = tags
  }

  private static func unarmored(_ text: [UInt8]) -> [UInt8]? {
    var packets: [UInt8] = []
    var body: [UInt8]?
    var isInHeaders = false
    for line in String(decoding: text, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    {
      if line.hasPrefix("-----BEGIN PGP ") {
        (body, isInHeaders) = ([], true)
      } else if line.hasPrefix("-----END PGP ") {
        guard let block = body, let bytes = Base64.bytes(block) else { return nil }
        packets += bytes
        body = nil
      } else if body != nil {
        let content = line.filter { !$0.isWhitespace }
        if isInHeaders {
          isInHeaders = !content.isEmpty && line.contains(": ")
          if content.isEmpty || isInHeaders { continue }
        }
        // A checksum, which no longer says anything.
        if content.first != "=" { body? += Array(content.utf8) }
      }
    }
    return body == nil && !packets.isEmpty ? packets : nil
  }

  /// The tags of a sequence of packets; nil if it is none. What begins without saying where it ends,
  /// which only data may, ends the list with the reserved tag 0.
  private static func tags(of bytes: [UInt8]) -> [UInt8]? {
    var tags: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let head = bytes[index]
      guard head & 0x80 != 0 else { return nil }
      func number(_ count: Int, from start: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        return bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
      }
      let length: Int?
      let start: Int
      if head & 0x40 == 0 {
        tags.append(head >> 2 & 0x0F)
        guard head & 3 < 3 else { return tags + [0] }
        let count = 1 << Int(head & 3)
        (start, length) = (index + 1 + count, number(count, from: index + 1))
      } else {
        tags.append(head & 0x3F)
        guard let first = number(1, from: index + 1) else { return nil }
        switch first {
        case 0..<192: (start, length) = (index + 2, first)
        case 192..<224:
          start = index + 3
          length = number(1, from: index + 2).map { (first - 192) << 8 + $0 + 192 }
        case 255: (start, length) = (index + 6, number(4, from: index + 2))
        default: return tags + [0]
        }
      }
      guard let length, length <= bytes.count - min(start, bytes.count) else { return nil }
      index = start + length
    }
    return tags
  }
}
