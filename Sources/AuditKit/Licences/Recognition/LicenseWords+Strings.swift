extension LicenseWords {
  /// Adds the words of lines of code, without the lines that are strings.
  mutating func append(
    withoutStringsIn bytes: UnsafeRawBufferPointer, line: Int, hasSlashComments: Bool
  ) {
    var (start, runStart, runLine, number) = (0, 0, line, line)
    var isComment = hasSlashComments && Self.beginsInComment(bytes)
    while start < bytes.count {
      let end =
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      let text = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if hasSlashComments { isComment = Self.isComment(after: text, isComment) }
      if !isComment, Self.isString(text, hasSlashComments: hasSlashComments) {
        append(UnsafeRawBufferPointer(rebasing: bytes[runStart..<start]), line: runLine)
        appendGap()
        (runStart, runLine) = (end, number + 1)
      }
      start = end
      number += 1
    }
    append(UnsafeRawBufferPointer(rebasing: bytes[runStart...]), line: runLine)
  }

  /// Whether code begins inside a `/* … */` that was opened before: it is closed before another is
  /// opened.
  private static func beginsInComment(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isComment = false
    for index in bytes.indices.dropFirst() {
      if bytes[index - 1] == UInt8(ascii: "/"), bytes[index] == UInt8(ascii: "*") { return false }
      if bytes[index - 1] == UInt8(ascii: "*"), bytes[index] == UInt8(ascii: "/") {
        isComment = true
        break
      }
    }
    return isComment
  }

  /// Whether a line of code ends inside a `/* … */`.
  private static func isComment(after line: UnsafeRawBufferPointer, _ isComment: Bool) -> Bool {
    var isComment = isComment
    for index in line.indices.dropFirst() {
      if !isComment, line[index - 1] == UInt8(ascii: "/"), line[index] == UInt8(ascii: "*") {
        isComment = true
      } else if isComment, line[index - 1] == UInt8(ascii: "*"), line[index] == UInt8(ascii: "/") {
        isComment = false
      }
    }
    return isComment
  }

  /// Whether a line of code is, but for a call or an assignment around it, part of a string.
  private static func isString(_ line: UnsafeRawBufferPointer, hasSlashComments: Bool) -> Bool {
    let blank = UInt8(ascii: " ")
    let quote = UInt8(ascii: "\"")
    guard let first = line.firstIndex(where: { $0 > blank }) else { return false }
    switch line[first] {
    case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: ";"), UInt8(ascii: "%"),
      UInt8(ascii: "-"):
      return false
    case UInt8(ascii: "#"): if !hasSlashComments { return false }
    default: break
    }
    guard let mark = line.firstIndex(of: quote) else { return endsAsString(line) }
    if mark == first { return !(mark + 1 < line.count && line[mark + 1] == quote) }
    // An opening quote follows a call, an assignment or an operator, not prose.
    guard let before = line[..<mark].last(where: { $0 > blank }) else { return false }
    return "(,=<+[{".utf8.contains(before)
  }

  /// Whether the line ends with the escape `\n` and what may follow it in a string that goes on.
  private static func endsAsString(_ line: UnsafeRawBufferPointer) -> Bool {
    var end = line.count
    while end > 0, line[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    return end >= 3 && line[end - 1] == UInt8(ascii: "\\") && line[end - 2] == UInt8(ascii: "n")
      && line[end - 3] == UInt8(ascii: "\\")
  }
}
