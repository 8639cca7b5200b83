import SafeFiles
import VendorKit

/// Reads files one after another in chunks of whole lines, computing digests on the way.
final class ChunkReader {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: FileChunk.sizeBytes, alignment: 16)
  private var hash = SHA256()

  deinit { buffer.deallocate() }

  /// Calls `body` with the chunks of a file until `wanted` bytes have been read.
  ///
  /// - Parameter isDigested: whether to compute the digest; the file is then read to its end.
  /// - Returns: the digest, if requested, and whether `body` was given the whole file.
  func read(
    _ file: OpenFile, wanted: Int, isDigested: Bool, _ body: (FileChunk) -> Void
  ) throws(FileError) -> (digest: SHA256Digest?, isWhole: Bool) {
    var held = 0
    var offset = 0
    var line = 1
    var insideLine = false
    var isAtEnd = false
    while !isAtEnd, offset < wanted {
      let count = try fill(file, from: held, isDigested)
      isAtEnd = count < buffer.count - held
      held += count
      let all = UnsafeRawBufferPointer(rebasing: buffer[..<held])
      var end = held
      if !isAtEnd, let feed = all.lastIndex(of: UInt8(ascii: "\n")) { end = feed + 1 }
      let chunk = FileChunk(
        bytes: UnsafeRawBufferPointer(rebasing: all[..<end]), offset: offset, firstLine: line,
        beginsInsideLine: insideLine,
        endsInsideLine: !isAtEnd && all[end - 1] != UInt8(ascii: "\n"))
      if end > 0 { body(chunk) }
      if !isAtEnd { line += FileChunk.lineFeeds(in: chunk.bytes) }
      insideLine = chunk.endsInsideLine
      offset += end
      // The incomplete line is delivered again with the rest of it.
      let rest = UnsafeRawBufferPointer(rebasing: all[end...])
      if end > 0, !rest.isEmpty { buffer.copyMemory(from: rest) }
      held -= end
    }
    let isWhole = isAtEnd
    guard isDigested else { return (nil, isWhole) }
    while !isAtEnd { isAtEnd = try fill(file, from: 0, true) < buffer.count }
    return (hash.finish(), isWhole)
  }

  private func fill(
    _ file: OpenFile, from start: Int, _ isDigested: Bool
  ) throws(FileError) -> Int {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
    let count: Int
    do {
      count = try file.read(into: room)
    } catch {
      _ = hash.finish()
      throw error
    }
    if isDigested { hash.update(UnsafeRawBufferPointer(rebasing: room[..<count])) }
    return count
  }
}
