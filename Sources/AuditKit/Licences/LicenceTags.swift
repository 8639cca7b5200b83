/// Finds `SPDX-License-Identifier:` tags in comments (SPDX 2.3, annex E).
enum LicenceTags {
  private static let mark: StaticString = "SPDX-License-Identifier:"
  private static let listed: StaticString = "Valid-License-Identifier:"
  private static let ignoreStart: StaticString = "REUSE-IgnoreStart"
  private static let ignoreEnd: StaticString = "REUSE-IgnoreEnd"

  /// Adds the tags of a chunk that are in the head of the file.
  ///
  /// A tag counts only if nothing but a comment mark precedes it on its line, which excludes prose
  /// about tags. Between REUSE-IgnoreStart and -End nothing counts.
  static func find(in chunk: FileChunk, into facts: inout LicenceFacts) {
    let limit = min(chunk.bytes.count, LicenceFacts.limitTagBytes - chunk.offset)
    // Linux's description of a licence tells how a file is tagged with it.
    if facts.isLicenceFile, chunk.firstIndex(of: listed, from: 0, before: limit) != nil { return }
    var cursor = chunk.lineCursor
    var position = 0
    while let hit = chunk.firstIndex(of: mark, from: position, before: limit) {
      settleIgnoring(in: chunk, from: position, to: hit, &facts.isIgnoring)
      position = hit + mark.utf8CodeUnitCount
      guard !facts.isIgnoring, isAfterCommentMark(chunk.bytes, hit) else { continue }
      let text = value(chunk.bytes, position)
      // However often one tag stands there, another one behind it counts.
      if facts.tags.count < LicenceFacts.limitTags
        || !facts.tags.contains(where: { $0.text == text })
      {
        facts.tags.append(LicenceFacts.Tag(text: text, line: cursor.line(at: hit)))
      }
    }
    settleIgnoring(in: chunk, from: position, to: limit, &facts.isIgnoring)
  }

  /// The expression of a licence file that is nothing but one, such as "MIT"; nil for any other.
  static func onlyExpression(in bytes: UnsafeRawBufferPointer) -> LicenseExpression? {
    let isSpace: (UInt8) -> Bool = { " \t\r\n".utf8.contains($0) }
    guard bytes.count <= LicenseExpression.limitBytes,
      let start = bytes.firstIndex(where: { !isSpace($0) }),
      let end = bytes.lastIndex(where: { !isSpace($0) })
    else { return nil }
    let text = bytes[start...end]
    // Other text is no expression, which is no error here.
    guard !text.contains(UInt8(ascii: "\n")),
      let expression = try? LicenseExpression(parsing: String(decoding: text, as: UTF8.self)),
      expression.unlistedNames.isEmpty
    else { return nil }
    return expression
  }

  private static func settleIgnoring(
    in chunk: FileChunk, from start: Int, to end: Int, _ isIgnoring: inout Bool
  ) {
    var position = start
    while let hit = chunk.firstIndex(
      of: isIgnoring ? ignoreEnd : ignoreStart, from: position, before: end)
    {
      isIgnoring.toggle()
      position = hit + 1
    }
  }

  private static func isAfterCommentMark(_ bytes: UnsafeRawBufferPointer, _ hit: Int) -> Bool {
    var index = hit
    var word = ""
    while index > 0, bytes[index - 1] != UInt8(ascii: "\n") {
      index -= 1
      guard hit - index <= 24 else { return false }
      let byte = bytes[index]
      if byte == UInt8(ascii: "`") { return false }
      if byte.isLetter || byte >= 0x80 {
        word = String(UnicodeScalar(byte | 0x20)) + word
      }
    }
    return ["", "dnl", "rem"].contains(word)
  }

  /// The text after the colon, without the end of the comment.
  private static func value(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> String {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") {
      end += 1
    }
    var text = bytes[start..<end].drop(while: \.isBlank)
    var length = -1
    while length != text.count {
      length = text.count
      while let last = text.last, " \t*#,;'\"".utf8.contains(last) { text.removeLast() }
      for closer in closers
      where text.count >= closer.count && text.suffix(closer.count).elementsEqual(closer) {
        text.removeLast(closer.count)
      }
    }
    // One byte more than an expression may have: the parser refuses it, where a cut one could be read
    // as another licence.
    return String(decoding: text.prefix(LicenseExpression.limitBytes + 1), as: UTF8.self)
  }

  /// The marks that end comments and strings in various languages.
  private static let closers = ["*/", "-->", "*)", "-}", "]]", "#}", "--%>", "%}"].map {
    Array($0.utf8)
  }
}
