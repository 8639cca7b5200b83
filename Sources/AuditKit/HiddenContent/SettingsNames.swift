/// The words of a line of settings that tools read: keys and addresses.
enum SettingsNames {
  private static let softHyphen: [UInt8] = [0xC2, 0xAD]

  /// Whether a soft hyphen is inside of a key or an address.
  static func haveSoftHyphen(in line: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while let lead = line[start...].firstIndex(of: softHyphen[0]) {
      start = lead + 1
      guard start < line.count, line[start] == softHyphen[1] else { continue }
      if isInName(lead, of: line) { return true }
      // The others in this word are judged alike.
      start = line[lead...].firstIndex { !isPartOfKey($0) } ?? line.count
    }
    return false
  }

  private static func isInName(_ index: Int, of line: UnsafeRawBufferPointer) -> Bool {
    let first = line[..<index].lastIndex { !isPartOfKey($0) }.map { $0 + 1 } ?? 0
    let end = line[index...].firstIndex { !isPartOfKey($0) } ?? line.count
    let (before, after) = (line[..<first], line[end...])
    let quote = before.last.flatMap {
      $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") ? $0 : nil
    }
    // Between quotes a word is a key if the quotes contain nothing else.
    guard quote == nil || after.first == quote else { return isInAddress(index, of: line) }
    let outside = quote == nil ? before : before.dropLast()
    let next = (quote == nil ? after : after.dropFirst()).first { !$0.isBlank }
    let previous = outside.last { !$0.isBlank }
    let isBegun = previous.map { "{,-".utf8.contains($0) } ?? true
    let isKey = isBegun && (next == UInt8(ascii: "=") || next == UInt8(ascii: ":"))
    let isSection =
      quote == nil && next == UInt8(ascii: "]") && outside.last == UInt8(ascii: "[")
      && outside.dropLast().allSatisfy { $0.isBlank || $0 == UInt8(ascii: "[") }
    return isKey || isSection || isInAddress(index, of: line)
  }

  /// Whether `scheme://` begins the word.
  private static func isInAddress(_ index: Int, of line: UnsafeRawBufferPointer) -> Bool {
    let before = line[..<index].suffix(2048)
    let start =
      before.lastIndex { $0.isBlank || "'\"<>(),".utf8.contains($0) }.map { $0 + 1 }
      ?? before.startIndex
    return String(decoding: before[start...], as: UTF8.self).contains("://")
  }

  private static func isPartOfKey(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
