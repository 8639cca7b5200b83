/// The records of a pax extended header that affect an entry's name, link target or size.
///
/// POSIX.1-2017 pax, "pax Extended Header": `LENGTH KEY=VALUE\n`, the length counting itself.
struct PaxRecords {
  private(set) var path: [UInt8]?
  private(set) var linkPath: [UInt8]?
  private(set) var size: UInt64?

  /// Reads the records of one header.
  ///
  /// - Throws: `Refusal` of records that are malformed, given twice, hold a NUL, are empty where a
  ///   value is needed, or make a sparse file; `entry` is the header's name in messages.
  init(_ body: [UInt8], entry: [UInt8]) throws(Refusal) {
    var rest = body[...]
    while !rest.isEmpty {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...9).contains(digits.count), rest.dropFirst(digits.count).first == 0x20,
        case let length = digits.reduce(0, { $0 * 10 + Int($1 - 0x30) }),
        length > digits.count + 2, length <= rest.count,
        case let record = rest.prefix(length), record.last == 0x0A,
        case let pair = record.dropFirst(digits.count + 1).dropLast(),
        let equals = pair.firstIndex(of: UInt8(ascii: "="))
      else { throw Refusal(entry, "has a malformed pax header") }
      rest = rest.dropFirst(length)
      try take(
        key: String(decoding: pair[..<equals], as: UTF8.self),
        value: Array(pair[(equals + 1)...]), entry: entry)
    }
  }

  private mutating func take(key: String, value: [UInt8], entry: [UInt8]) throws(Refusal) {
    switch key {
    case "path": try Self.set(&path, value, key, entry)
    case "linkpath": try Self.set(&linkPath, value, key, entry)
    case "size":
      guard size == nil else { throw Refusal(entry, "has two pax records 'size'") }
      guard (1...18).contains(value.count), value.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw Refusal(entry, "has a pax record 'size' that is not a number")
      }
      size = value.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
    case "hdrcharset":
      guard value.elementsEqual("ISO-IR 10646 2000 UTF-8".utf8) else {
        throw Refusal(entry, "has names in an encoding other than UTF-8")
      }
    case "SCHILY.realsize": throw Refusal(entry, "is a sparse file")
    case _ where key.hasPrefix("GNU.sparse."): throw Refusal(entry, "is a sparse file")
    default: break
    }
  }

  private static func set(
    _ field: inout [UInt8]?, _ value: [UInt8], _ key: String, _ entry: [UInt8]
  ) throws(Refusal) {
    guard field == nil else { throw Refusal(entry, "has two pax records '\(key)'") }
    guard !value.isEmpty else { throw Refusal(entry, "has an empty pax record '\(key)'") }
    guard !value.contains(0) else { throw Refusal(entry, "has a NUL in its pax record '\(key)'") }
    field = value
  }
}
