/// Collects the parts of a source file that may contain a licence: the text around keywords.
enum LicenceExcerpts {
  private static let words = NeedleSet([
    "icense", "opyright", "ICENSE", "OPYRIGHT", "ublic domain", "ublic Domain", "reative Commons",
    "ermission is hereby", "oftware is provided", "edistribution and use", "icence",
    "ICENCE", "OPYING", "nditions of distribution", "terms as",
  ])

  /// Whether the chunk may contain a licence or a tag.
  static func mayContain(_ chunk: FileChunk) -> Bool { words.firstIndex(in: chunk.bytes) != nil }

  /// Adds the words around each hit to the facts.
  ///
  /// - Parameters:
  ///   - hasComments: whether comments are written as in C; text after the end of a comment with a
  ///     hit is not collected.
  ///   - isCode: whether strings are left out: what a program prints is no notice about its file.
  static func add(
    from chunk: FileChunk, hasComments: Bool, isCode: Bool, into facts: inout LicenceFacts
  ) {
    var position = 0
    var cursor = chunk.lineCursor
    while position < chunk.bytes.count, let hit = words.firstIndex(in: chunk.bytes, from: position)
    {
      var start = max(0, hit - LicenceFacts.before)
      start = max(start, facts.takenEnd - chunk.offset)
      let farthest = min(chunk.bytes.count, hit + LicenceFacts.after)
      let end = lineEnd(
        in: chunk,
        from: hasComments
          ? commentEnd(in: chunk.bytes, around: hit, notAfter: farthest) ?? farthest : farthest)
      if start < end {
        start = lineStart(in: chunk, before: start, notBefore: facts.takenEnd - chunk.offset)
        if start + chunk.offset > facts.takenEnd { facts.words?.appendGap() }
        let bytes = UnsafeRawBufferPointer(rebasing: chunk.bytes[start..<end])
        let line = cursor.line(at: start)
        if isCode {
          facts.words?.append(withoutStringsIn: bytes, line: line, hasSlashComments: hasComments)
        } else {
          facts.words?.append(bytes, line: line)
        }
        facts.takenEnd = chunk.offset + end
      }
      position = max(end, hit + 1)
    }
  }

  private static func lineStart(in chunk: FileChunk, before index: Int, notBefore: Int) -> Int {
    var index = index
    while index > max(0, notBefore), chunk.bytes[index - 1] != UInt8(ascii: "\n") { index -= 1 }
    return index
  }

  private static func lineEnd(in chunk: FileChunk, from index: Int) -> Int {
    var index = index
    while index < chunk.bytes.count, chunk.bytes[index - 1] != UInt8(ascii: "\n") { index += 1 }
    return index
  }

  /// Where the comment around `hit` ends; nil if there is none or it is too long for a licence.
  private static func commentEnd(
    in bytes: UnsafeRawBufferPointer, around hit: Int, notAfter limit: Int
  ) -> Int? {
    let slash = UInt8(ascii: "/")
    let star = UInt8(ascii: "*")
    var isInLine = true
    var index = hit
    while index > max(1, hit - LicenceFacts.before) {
      index -= 1
      isInLine = isInLine && bytes[index] != UInt8(ascii: "\n")
      switch (bytes[index - 1], bytes[index]) {
      case (star, slash): return nil
      case (slash, star):
        return (hit..<limit).first { bytes[$0 - 1] == star && bytes[$0] == slash }.map { $0 + 1 }
      case (slash, slash) where isInLine && (index < 2 || bytes[index - 2] <= UInt8(ascii: " ")):
        return lineCommentEnd(in: bytes, from: hit, notAfter: limit)
      default: continue
      }
    }
    return nil
  }

  /// The end of the last adjacent line that begins with two slashes.
  private static func lineCommentEnd(
    in bytes: UnsafeRawBufferPointer, from hit: Int, notAfter limit: Int
  ) -> Int? {
    var end = hit
    while end < limit {
      while end < limit, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      var next = end + 1
      while next < limit, bytes[next].isBlank {
        next += 1
      }
      guard next + 1 < limit, bytes[next] == UInt8(ascii: "/"), bytes[next + 1] == bytes[next]
      else {
        return end
      }
      end = next
    }
    return nil
  }
}
