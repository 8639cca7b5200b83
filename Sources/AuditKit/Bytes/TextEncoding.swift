/// The encodings of text that a byte order mark tells.
enum TextEncoding {
  /// The same text in UTF-8, without the byte order mark, which is no part of its first line: PowerShell reads
  /// scripts in UTF-16, too. Text without a mark is left as it is.
  ///
  /// - Complexity: O(n), and nothing is copied without a mark.
  static func utf8(_ text: [UInt8]) -> [UInt8] {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(text.dropFirst(3)) }
    let isLittleEndian = text.starts(with: [0xFF, 0xFE])
    guard isLittleEndian || text.starts(with: [0xFE, 0xFF]) else { return text }
    let units = stride(from: 2, to: text.count - 1, by: 2).map { index in
      let pair = (UInt16(text[index]), UInt16(text[index + 1]))
      return isLittleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
