extension JSON {
  /// Reads a JSON text (RFC 8259); nil for anything else, for a name that appears twice in one object,
  /// and for values nested more than 64 deep.
  ///
  /// - Complexity: O(bytes).
  public init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    guard reader.next == nil else { return nil }
    self = value
  }

  /// The line, from 1, where `bytes` stop being a JSON text; nil where they are one.
  ///
  /// - Complexity: O(bytes).
  public static func damagedLine(of bytes: [UInt8]) -> Int? {
    var reader = Reader(bytes: bytes)
    let value = reader.value(depth: 0)
    reader.skipSpace()
    if value != nil, reader.next == nil { return nil }
    return 1 + bytes[..<min(reader.place, bytes.count)].count { $0 == UInt8(ascii: "\n") }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
      // A byte order mark may be skipped.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func skipSpace() {
      while let byte = next, byte == 0x20 || 0x9...0xA ~= byte || byte == 0xD { place += 1 }
    }

    mutating func take(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      let word = UnsafeBufferPointer(start: text.utf8Start, count: count)
      guard bytes[place...].starts(with: word) else { return false }
      place += count
      return true
    }

    mutating func value(depth: Int) -> JSON? {
      skipSpace()
      guard depth < 64, let byte = next else { return nil }
      switch byte {
      case UInt8(ascii: "{"): return object(depth: depth)
      case UInt8(ascii: "["): return array(depth: depth)
      case UInt8(ascii: "\""): return string().map { .string($0) }
      case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
      case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
      case UInt8(ascii: "n"): return take("null") ? .null : nil
      default: return number()
      }
    }

    mutating func object(depth: Int) -> JSON? {
      var members: [(String, JSON?)] = []
      var names: Set<String> = []
      place += 1
      skipSpace()
      if take("}") { return .object([:]) }
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\""), let key = string() else { return nil }
        skipSpace()
        guard take(":"), let value = value(depth: depth + 1), names.insert(key).inserted else {
          return nil
        }
        members.append((key, value))
        skipSpace()
      } while take(",")
      return take("}") ? .object(Members(members)) : nil
    }

    mutating func array(depth: Int) -> JSON? {
      var elements: [JSON] = []
      place += 1
      skipSpace()
      if take("]") { return .array([]) }
      repeat {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
        skipSpace()
      } while take(",")
      return take("]") ? .array(elements) : nil
    }

    mutating func number() -> JSON? {
      let start = place
      _ = take("-")
      let whole = digits()
      guard whole == 1 || whole > 1 && bytes[place - whole] != UInt8(ascii: "0") else { return nil }
      if take("."), digits() == 0 { return nil }
      if take("e") || take("E") {
        if !take("+") { _ = take("-") }
        if digits() == 0 { return nil }
      }
      return .number(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    mutating func digits() -> Int {
      let start = place
      while let byte = next, 0x30...0x39 ~= byte { place += 1 }
      return place - start
    }

    mutating func string() -> String? {
      var units: [UInt8] = []
      place += 1
      while let byte = next {
        place += 1
        switch byte {
        case UInt8(ascii: "\""): return String(validating: units, as: UTF8.self)
        case UInt8(ascii: "\\"):
          guard let scalar = escape() else { return nil }
          units += Array(String(scalar).utf8)
        case ..<0x20: return nil
        default: units.append(byte)
        }
      }
      return nil
    }

    mutating func escape() -> Unicode.Scalar? {
      guard let byte = next else { return nil }
      place += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"):
        guard let unit = hexadecimal() else { return nil }
        guard 0xD800..<0xDC00 ~= unit else { return Unicode.Scalar(unit) }
        guard take("\\u"), let low = hexadecimal(), 0xDC00..<0xE000 ~= low else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      default: return nil
      }
    }

    mutating func hexadecimal() -> UInt32? {
      let digits = bytes[place...].prefix(4)
      guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
      else { return nil }
      place += 4
      return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
  }
}
