import BroadcastPool

/// Finds the lines of files that state a copyright.
///
/// Most files of a package begin with the same lines, so what was read is kept.
final class CopyrightScanner: Sendable {
  /// The most groups of lines whose statements are kept.
  private static let limitKnown = 10_000
  private let known = Locked<[[UInt8]: [CopyrightStatement]]>([:])

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
  func statements(in chunk: FileChunk) -> [CopyrightStatement] {
    let bytes = chunk.bytes
    var statements: [CopyrightStatement] = []
    var position = 0
    while let hit = Self.words.firstIndex(in: bytes, from: position) {
      let start = Self.lineStart(in: bytes, hit)
      var ends: [Int] = []
      var end = start
      for _ in 0...Self.following where end < bytes.count {
        ends.append(Self.lineEnd(in: bytes, end))
        guard let feed = ends.last, feed < bytes.count, Self.isLineEnd(in: bytes, feed) else {
          break
        }
        end = feed + 1
      }
      statements += self.statements(
        in: Array(bytes[start..<(ends.last ?? start)]), ends: ends.map { $0 - start })
      position = max(ends.first ?? 0, hit + 1)
    }
    return statements
  }

  /// The statements in lines that end at `ends`.
  private func statements(in bytes: [UInt8], ends: [Int]) -> [CopyrightStatement] {
    if let statements = known.withLock({ $0[bytes] }) { return statements }
    var start = 0
    var lines: [String] = []
    for end in ends {
      lines.append(Self.text(of: Array(bytes[start..<end])))
      start = end + 1
    }
    let statements = CopyrightParser(lines).statements
    known.withLock { if $0.count < Self.limitKnown { $0[bytes] = statements } }
    return statements
  }

  private static func lineStart(in bytes: UnsafeRawBufferPointer, _ hit: Int) -> Int {
    var index = hit
    while index > max(0, hit - limitBefore), !isLineEnd(in: bytes, index - 1) { index -= 1 }
    return index
  }

  private static func lineEnd(in bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var index = start
    let limit = min(bytes.count, start + limitLine)
    while index < limit, !isLineEnd(in: bytes, index) { index += 1 }
    return index
  }

  /// Whether a line ends at `index`: at a line feed, or at a carriage return alone, as in PostScript.
  private static func isLineEnd(in bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    if bytes[index] == UInt8(ascii: "\n") { return true }
    return bytes[index] == UInt8(ascii: "\r")
      && (index + 1 >= bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
  }

  /// The line as text; what is not UTF-8 is taken for Latin-1, as in most old sources.
  private static func text(of bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
