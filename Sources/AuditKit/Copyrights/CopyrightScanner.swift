/// Finds the lines of a file that state a copyright.
enum CopyrightScanner {
  private static let words = NeedleSet([
    "opyright", "OPYRIGHT", "opyRight", "(c) 19", "(c) 20", "(C) 19", "(C) 20", "(c)19", "(c)20",
    "(C)19", "(C)20", "\u{A9} 19", "\u{A9} 20",
  ])
  /// The most bytes of a line that are read around a statement; a longer one is minified code.
  private static let limitLine = 1000
  private static let limitBefore = 200
  /// The lines below a statement that may continue it.
  private static let following = 3

  /// The statements in a chunk, in reading order.
  static func statements(in chunk: FileChunk) -> [CopyrightStatement] {
    let bytes = chunk.bytes
    var statements: [CopyrightStatement] = []
    var position = 0
    while let hit = words.firstIndex(in: bytes, from: position) {
      let start = lineStart(in: bytes, hit)
      var lines: [[UInt8]] = []
      var end = start
      for _ in 0...following where end < bytes.count {
        let feed = lineEnd(in: bytes, end)
        lines.append(Array(bytes[end..<feed]))
        if lines.count == 1 { position = feed }
        guard feed < bytes.count, bytes[feed] == UInt8(ascii: "\n") else { break }
        end = feed + 1
      }
      statements += CopyrightParser(lines.map(text)).statements
      position = max(position, hit + 1)
    }
    return statements
  }

  private static func lineStart(in bytes: UnsafeRawBufferPointer, _ hit: Int) -> Int {
    var index = hit
    while index > max(0, hit - limitBefore), bytes[index - 1] != UInt8(ascii: "\n") { index -= 1 }
    return index
  }

  private static func lineEnd(in bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var index = start
    let limit = min(bytes.count, start + limitLine)
    while index < limit, bytes[index] != UInt8(ascii: "\n") { index += 1 }
    return index
  }

  /// The line as text; what is not UTF-8 is taken for Latin-1, as in most old sources.
  private static func text(of bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
