extension Dissection {
  /// An ELF file (System V ABI, chapter 4): its sections.
  static func elf(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]), bytes.count > 64 else { return nil }
    let (isWide, isBigEndian) = (bytes[4] == 2, bytes[5] == 2)
    func number(_ offset: Int, _ count: Int) -> Int? {
      bytes.number(at: offset, count, isBigEndian: isBigEndian)
    }
    guard let table = isWide ? number(0x28, 8) : number(0x20, 4),
      let size = number(isWide ? 0x3A : 0x2E, 2), let count = number(isWide ? 0x3C : 0x30, 2),
      let nameIndex = number(isWide ? 0x3E : 0x32, 2), count <= partLimit,
      bytes.indices.contains(table)
    else { return nil }
    let word = isWide ? 8 : 4
    func place(_ index: Int) -> (offset: Int, size: Int)? {
      let header = table + index * size
      guard let offset = number(header + (isWide ? 0x18 : 0x10), word),
        let length = number(header + (isWide ? 0x20 : 0x14), word)
      else { return nil }
      return (offset, length)
    }
    guard let names = place(nameIndex).flatMap({ bytes.piece($0.offset, $0.size) }) else {
      return nil
    }
    var parts: [Part] = []
    for index in 0..<count {
      guard let name = number(table + index * size, 4), name < names.count,
        let type = number(table + index * size + 4, 4), type != 8, let place = place(index),
        let contents = bytes.piece(place.offset, place.size)
      else { continue }
      parts.append(Part(name: Array(names[name...].prefix(256)).untilZero, bytes: contents))
    }
    return Dissection(noun: "section", parts, hasOrder: false)
  }

  /// A Windows program (Microsoft, "PE Format"): the stamp in its header, and the rest.
  static func portableExecutable(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.starts(with: Array("MZ".utf8)), let header = bytes.number(at: 0x3C, 4),
      bytes.piece(header, 4) == Array("PE\0\0".utf8),
      let stamp = bytes.number(at: header + 8, 4)
    else { return nil }
    var rest = bytes
    rest.replaceSubrange(header + 8..<header + 12, with: [0, 0, 0, 0])
    return Dissection(
      noun: "header",
      [
        Part(name: "header", fields: [Field("TimeDateStamp", .time, stamp)], bytes: []),
        Part(name: "", bytes: rest),
      ], hasOrder: false)
  }

  /// Compiled Python (PEP 552): the source's time in the header, and the code.
  static func pythonCode(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.count > 16, bytes[2] == 0x0D, bytes[3] == 0x0A, bytes.number(at: 4, 4) == 0,
      bytes[16] & 0x7F == 0x63, let time = bytes.number(at: 8, 4)
    else { return nil }
    return Dissection(
      noun: "header",
      [
        Part(name: "header", fields: [Field("time of the source", .time, time)], bytes: []),
        Part(name: "code", bytes: Array(bytes[16...])),
      ], hasOrder: false)
  }

  /// A PNG image (PNG specification, third edition): its chunks.
  static func png(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    var parts: [Part] = []
    var offset = 8
    while let length = bytes.number(at: offset, 4, isBigEndian: true),
      let type = bytes.piece(offset + 4, 4), let data = bytes.piece(offset + 8, length),
      parts.count < partLimit
    {
      let name = String(decoding: type, as: UTF8.self)
      var fields: [Field] = []
      if name == "tIME", data.count == 7 {
        let year = Int(data[0]) << 8 | Int(data[1])
        let rest = data[2...].map { UTCTime.two(Int($0)) }
        fields = [
          Field(
            "time", .other,
            text: "\(year)-\(rest[0])-\(rest[1]) \(rest[2]):\(rest[3]):\(rest[4])")
        ]
      }
      parts.append(Part(name: name, fields: fields, bytes: fields.isEmpty ? data : []))
      offset += 12 + length
    }
    return Dissection(noun: "chunk", parts, hasOrder: false)
  }
}
