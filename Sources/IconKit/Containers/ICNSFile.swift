/// A Mac icon: `icns`, the length of the whole, then elements of a type, a length and data.
///
/// `is32` and `il32` are red, green and blue, each run-length coded, with their alpha in `s8mk` and
/// `l8mk`; all newer types are PNG files.
enum ICNSFile {
  /// The file that contains `images`, PNG files, under these types.
  static func bytes(
    _ members: [Preset.Container.Member], _ images: [EncodedPNG]
  ) throws(IconError) -> [UInt8] {
    var elements: [UInt8] = []
    for (member, image) in zip(members, images) {
      guard let mask = masks[member.type] else {
        elements += element(member.type, image.bytes)
        continue
      }
      let samples = try image.samples()
      func channel(_ channel: Int) -> [UInt8] {
        stride(from: channel, to: samples.count, by: 4).map { samples[$0] }
      }
      elements += element(member.type, (0..<3).flatMap { packed(channel($0)) })
      elements += element(mask, channel(3))
    }
    return element("icns", elements)
  }

  private static let masks = ["is32": "s8mk", "il32": "l8mk"]

  private static func element(_ type: String, _ data: [UInt8]) -> [UInt8] {
    Array(type.utf8) + bigEndian(data.count + 8) + data
  }

  /// Runs of 3 to 130 equal bytes as 125 + length and the byte; 1 to 128 others as length - 1 and
  /// the bytes.
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = []
    var literal: [UInt8] = []
    func flush() {
      for start in stride(from: 0, to: literal.count, by: 128) {
        let part = literal[start..<min(start + 128, literal.count)]
        packed.append(UInt8(part.count - 1))
        packed += part
      }
      literal = []
    }
    var i = 0
    while i < bytes.count {
      var end = i + 1
      while end < bytes.count, end - i < 130, bytes[end] == bytes[i] { end += 1 }
      if end - i >= 3 {
        flush()
        packed += [UInt8(125 + end - i), bytes[i]]
      } else {
        literal += bytes[i..<end]
      }
      i = end
    }
    flush()
    return packed
  }

  /// The elements of a file; nil when it is not an .icns file.
  static func parts(_ bytes: [UInt8]) -> [ContainerPart]? {
    guard bytes.starts(with: "icns".utf8), bytes.count >= 8 else { return nil }
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    // Without the length of the whole, a file cut off between two elements looks whole.
    let end = number(at: 4)
    guard end <= bytes.count else { return nil }
    var parts: [ContainerPart] = []
    var start = 8
    while start < end {
      guard start + 8 <= end else { return nil }
      let length = number(at: start + 4)
      guard length >= 8, length <= end - start else { return nil }
      parts.append(
        ContainerPart(
          name: String(decoding: bytes[start..<start + 4], as: UTF8.self),
          bytes: Array(bytes[start + 8..<start + length])))
      start += length
    }
    return parts
  }
}
