extension Dissection {
  /// A tar archive: POSIX.1-2017, pax, "ustar Interchange Format", and GNU's long names.
  static func tar(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.count >= 1024, bytes.piece(257, 5) == Array("ustar".utf8) else { return nil }
    var parts: [Part] = []
    var (offset, longName): (Int, String?) = (0, nil)
    func octal(_ start: Int, _ length: Int) -> Int {
      let digits = (bytes.piece(offset + start, length) ?? []).filter { $0 >= 0x30 && $0 < 0x38 }
      return digits.prefix(20).reduce(0) { $0 &* 8 &+ Int($1 - 0x30) }
    }
    while offset + 512 <= bytes.count, bytes[offset] != 0, parts.count < partLimit {
      guard let header = bytes.piece(offset, 512) else { break }
      let size = octal(124, 12)
      guard let data = bytes.piece(offset + 512, size) else { break }
      switch header[156] {
      case UInt8(ascii: "L"): longName = data.untilZero
      case UInt8(ascii: "x"), UInt8(ascii: "g"):
        longName = paxPath(data) ?? longName
        parts.append(Part(name: "pax header \(parts.count)", bytes: data))
      default:
        let prefix = Array(header[345..<500]).untilZero
        let short = Array(header[0..<100]).untilZero
        parts.append(
          Part(
            name: longName ?? (prefix.isEmpty ? short : "\(prefix)/\(short)"),
            fields: [
              Field("mtime", .time, octal(136, 12)), Field("mode", .mode, octal(100, 8)),
              Field("uid", .owner, octal(108, 8)), Field("gid", .owner, octal(116, 8)),
              Field("uname", .owner, text: Array(header[265..<297]).untilZero),
              Field("gname", .owner, text: Array(header[297..<329]).untilZero),
              Field("link target", .other, text: Array(header[157..<257]).untilZero),
            ], bytes: data))
        longName = nil
      }
      offset += 512 + (size + 511) / 512 * 512
    }
    return Dissection(noun: "member", parts, hasOrder: true)
  }

  /// The value of `path` among pax records: `LENGTH path=VALUE\n`.
  private static func paxPath(_ data: [UInt8]) -> String? {
    data.split(separator: 0x0A).lazy.compactMap { record in
      let text = String(decoding: record, as: UTF8.self)
      return text.split(separator: " ", maxSplits: 1).last.flatMap {
        $0.hasPrefix("path=") ? String($0.dropFirst(5)) : nil
      }
    }.first
  }

  /// An ar archive, as of static libraries and .deb packages (ar(5)); GNU's and BSD's long names.
  static func ar(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.starts(with: Array("!<arch>\n".utf8)) else { return nil }
    var parts: [Part] = []
    var (offset, names): (Int, [UInt8]) = (8, [])
    while let header = bytes.piece(offset, 60), parts.count < partLimit {
      func text(_ start: Int, _ length: Int) -> String {
        var field = header[start..<start + length]
        while field.last == 0x20 { field.removeLast() }
        return String(decoding: field, as: UTF8.self)
      }
      guard let size = Int(text(48, 10)), var data = bytes.piece(offset + 60, size) else { break }
      var name = text(0, 16)
      if name == "//" { names = data }
      if name.hasPrefix("/"), let start = Int(name.dropFirst()), names.indices.contains(start) {
        name = String(decoding: names[start...].prefix { $0 != 0x0A && $0 != 0x2F }, as: UTF8.self)
      } else if name.hasPrefix("#1/"), let length = Int(name.dropFirst(3)), 0...data.count ~= length
      {
        name = Array(data.prefix(length)).untilZero
        data.removeFirst(length)
      } else if name.count > 1, name.hasSuffix("/"), name != "//" {
        name.removeLast()
      }
      parts.append(
        Part(
          name: name == "/" ? "symbol table" : name,
          fields: [
            Field("mtime", .time, Int(text(16, 12)) ?? 0), Field("uid", .owner, text: text(28, 6)),
            Field("gid", .owner, text: text(34, 6)),
            Field("mode", .mode, Int(text(40, 8), radix: 8) ?? 0),
          ], bytes: data))
      offset += 60 + size + size % 2
    }
    return Dissection(noun: "member", parts, hasOrder: true)
  }

  /// A zip archive (PKWARE, "APPNOTE.TXT"), by its central directory.
  static func zip(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.starts(with: [0x50, 0x4B, 3, 4]) else { return nil }
    let tail = max(0, bytes.count - 65_557)
    guard
      let end = stride(from: bytes.count - 22, through: tail, by: -1).first(where: {
        $0 >= 0 && bytes[$0] == 0x50 && bytes.number(at: $0, 4) == 0x0605_4B50
      }), var offset = bytes.number(at: end + 16, 4)
    else { return nil }
    var parts: [Part] = []
    var total = 0
    while bytes.number(at: offset, 4) == 0x0201_4B50, parts.count < partLimit {
      guard let method = bytes.number(at: offset + 10, 2),
        let packed = bytes.number(at: offset + 20, 4), let size = bytes.number(at: offset + 24, 4),
        let nameLength = bytes.number(at: offset + 28, 2),
        let extraLength = bytes.number(at: offset + 30, 2),
        let commentLength = bytes.number(at: offset + 32, 2),
        let attributes = bytes.number(at: offset + 38, 4),
        let local = bytes.number(at: offset + 42, 4),
        let name = bytes.piece(offset + 46, nameLength),
        let extra = bytes.piece(offset + 46 + nameLength, extraLength),
        let localName = bytes.number(at: local + 26, 2),
        let localExtra = bytes.number(at: local + 28, 2),
        let data = bytes.piece(local + 30 + localName + localExtra, packed)
      else { break }
      total += size
      guard total <= byteLimit else { break }
      let contents = method == 8 ? Unpacking.inflated(data, size: size) ?? data : data
      let fields =
        [
          Field("time", .localTime, dosTime(bytes.number(at: offset + 12, 4) ?? 0)),
          Field("mode", .mode, attributes >> 16),
        ] + extraFields(extra)
      parts.append(
        Part(name: String(decoding: name, as: UTF8.self), fields: fields, bytes: contents))
      offset += 46 + nameLength + extraLength + commentLength
    }
    return Dissection(noun: "member", parts, hasOrder: true, isCompressed: true)
  }

  /// Info-ZIP's fields: 0x5455 times in UTC, 0x7875 owner.
  private static func extraFields(_ extra: [UInt8]) -> [Field] {
    var fields: [Field] = []
    var offset = 0
    while let id = extra.number(at: offset, 2), let length = extra.number(at: offset + 2, 2) {
      if id == 0x5455, let time = extra.number(at: offset + 5, 4) {
        fields.append(Field("mtime", .time, time))
      } else if id == 0x7875, let owner = extra.piece(offset + 4, length) {
        fields.append(Field("owner", .owner, text: owner.map { "\($0)" }.joined(separator: " ")))
      }
      offset += 4 + length
    }
    return fields
  }

  /// Days since 1970 of a date (Howard Hinnant's days_from_civil), in seconds, with the time of day.
  private static func dosTime(_ value: Int) -> Int {
    let (date, time) = (value >> 16, value & 0xFFFF)
    let (month, day) = (date >> 5 & 15, date & 31)
    let year = 1980 + (date >> 9) - (month <= 2 ? 1 : 0)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days = year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    return days * 86_400 + (time >> 11) * 3600 + (time >> 5 & 63) * 60 + (time & 31) * 2
  }

  /// A gzip file (RFC 1952): its header's fields and its contents.
  static func gzip(_ bytes: [UInt8]) -> Dissection? {
    guard bytes.count > 18, bytes.starts(with: [0x1F, 0x8B, 8]), let time = bytes.number(at: 4, 4),
      let contents = Unpacking.unpacked(bytes)
    else { return nil }
    var fields = [Field("mtime", .time, time)]
    if bytes[3] & 12 == 8 {
      fields.append(Field("name", .other, text: Array(bytes[10...].prefix(4096)).untilZero))
    }
    return Dissection(
      noun: "gzip header",
      [Part(name: "gzip header", fields: fields, bytes: []), Part(name: "", bytes: contents)],
      hasOrder: false, isCompressed: true)
  }

  /// xz, zstd and bzip2: headers without anything that a build could vary.
  static func compressed(_ bytes: [UInt8]) -> Dissection? {
    let starts: [[UInt8]] = [
      [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD], Array("BZh".utf8),
    ]
    guard starts.contains(where: bytes.starts), let contents = Unpacking.unpacked(bytes) else {
      return nil
    }
    return Dissection(
      noun: "contents", [Part(name: "", bytes: contents)], hasOrder: false, isCompressed: true)
  }
}
