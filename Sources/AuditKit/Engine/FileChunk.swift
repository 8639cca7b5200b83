import CAuditKit

/// A contiguous part of a file's bytes, which groups inspect.
///
/// Chunks come in order. Each ends after a line feed if possible, so that lines are whole; only a
/// line longer than ``sizeBytes`` is delivered in pieces, which ``endsInsideLine`` tells.
struct FileChunk {
  /// The most bytes of one chunk.
  static let sizeBytes = 256 << 10

  /// The bytes; valid only during the call to the group.
  let bytes: UnsafeRawBufferPointer
  /// Where they begin in the file, in bytes.
  let offset: Int
  /// The number of the line that the first byte is in, from 1.
  let firstLine: Int
  /// Whether the first byte continues a line of the chunk before.
  let beginsInsideLine: Bool
  /// Whether the last line continues in the next chunk.
  let endsInsideLine: Bool

  /// A cursor that counts lines along the chunk, for many findings in it.
  var lineCursor: LineCursor { LineCursor(bytes: bytes, line: firstLine) }

  /// A position that moves forward through a chunk and tracks its line.
  struct LineCursor {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0
    private var line: Int

    init(bytes: UnsafeRawBufferPointer, line: Int) {
      self.bytes = bytes
      self.line = line
    }

    /// The number of the line that contains the byte at `index`, which is not before the last one.
    ///
    /// - Complexity: linear in the distance from the last index.
    mutating func line(at index: Int) -> Int {
      precondition(index >= self.index, "a cursor only moves forward")
      line += FileChunk.lineFeeds(in: UnsafeRawBufferPointer(rebasing: bytes[self.index..<index]))
      self.index = index
      return line
    }
  }

  static func lineFeeds(in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.baseAddress.map { byte_line_feeds($0, bytes.count) } ?? 0
  }

  /// Where `needle` occurs first at or after `start` and begins before `end`; nil if it does not.
  ///
  /// - Complexity: linear, at the speed of the system's `memmem`.
  func firstIndex(of needle: StaticString, from start: Int = 0, before end: Int? = nil) -> Int? {
    firstIndex(of: needle.utf8Start, needle.utf8CodeUnitCount, from: start, before: end)
  }

  /// Where `needle` occurs first at or after `start`; nil if it does not.
  ///
  /// - Complexity: linear, at the speed of the system's `memmem`.
  func firstIndex(of needle: [UInt8], from start: Int = 0) -> Int? {
    needle.withUnsafeBufferPointer { needle in
      needle.baseAddress.flatMap { firstIndex(of: $0, needle.count, from: start, before: nil) }
    }
  }

  private func firstIndex(
    of needle: UnsafePointer<UInt8>, _ count: Int, from start: Int, before end: Int?
  ) -> Int? {
    let last = min(bytes.count, end.map { $0 + count - 1 } ?? bytes.count)
    guard start < last, let base = bytes.baseAddress,
      let hit = byte_search(base + start, last - start, needle, count)
    else { return nil }
    return hit - base
  }
}
