/// The parts of a source file that could hold a licence: around the words that all of them have.
enum LicenceStretches {
  private static let words: [StaticString] = [
    "icense", "opyright", "ICENSE", "OPYRIGHT", "ublic domain", "ermission is hereby",
  ]

  /// Gives the words around each hit to the facts.
  static func take(from chunk: FileChunk, into facts: inout LicenceFacts) {
    var position = 0
    var cursor = chunk.lineCursor
    while position < chunk.bytes.count, let hit = next(in: chunk, from: position) {
      var start = max(0, hit - LicenceGroup.before)
      start = max(start, facts.takenEnd - chunk.offset)
      let end = lineEnd(in: chunk, from: min(chunk.bytes.count, hit + LicenceGroup.after))
      if start < end {
        start = lineStart(in: chunk, before: start, notBefore: facts.takenEnd - chunk.offset)
        if start + chunk.offset > facts.takenEnd { facts.words?.appendGap() }
        facts.words?.append(
          UnsafeRawBufferPointer(rebasing: chunk.bytes[start..<end]), line: cursor.line(at: start))
        facts.takenEnd = chunk.offset + end
      }
      position = max(end, hit + 1)
    }
  }

  private static func next(in chunk: FileChunk, from start: Int) -> Int? {
    words.compactMap { chunk.firstIndex(of: $0, from: start) }.min()
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
}
