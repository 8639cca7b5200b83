/// The encodings of text that a byte order mark tells.
enum TextEncoding {
  /// The same text in UTF-8 and without a byte order mark, which no line begins with for those that run it:
  /// PowerShell and the C compilers of Windows read UTF-16, too. Without a mark it is left as it is.
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
