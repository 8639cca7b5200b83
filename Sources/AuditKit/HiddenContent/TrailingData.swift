/// Finds what follows the end of an image: the end that its format knows, not that of the file.
struct TrailingData: Sendable {
  /// An image whose length its own bytes say.
  private enum Format {
    case png
    case riff
  }

  private let format: Format
  private(set) var formatName: String
  /// Where the next chunk of a PNG begins, or the end of the image.
  private var next: Int
  private var isComplete = false
  private var header: [UInt8] = []
  /// The first bytes behind the image.
  private(set) var head: [UInt8] = []

  /// Recognises an image by its first bytes; nil if it is of another format.
  init?(_ head: UnsafeRawBufferPointer) {
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      (format, formatName, next) = (.png, "PNG image", 8)
    } else if head.count >= 12, head.starts(with: "RIFF".utf8) {
      let size = head[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      (format, formatName, next) = (.riff, "RIFF file", 8 + size + size % 2)
      isComplete = true
    } else {
      return nil
    }
  }

  /// Follows the chunks of the image through the file's next bytes (PNG specification, 5.3: length,
  /// type, data, CRC).
  mutating func scan(_ chunk: FileChunk) {
    let end = chunk.offset + chunk.bytes.count
    while !isComplete, next + header.count < end {
      let missing = 8 - header.count
      let start = max(next + header.count, chunk.offset) - chunk.offset
      header += chunk.bytes.dropFirst(start).prefix(missing)
      guard header.count == 8 else { return }
      next += 12 + header[..<4].reduce(0) { $0 << 8 | Int($1) }
      isComplete = header[4...].elementsEqual("IEND".utf8)
      header = []
    }
    guard isComplete, head.count < FileSignature.headBytes, next < end else { return }
    let start = max(next, chunk.offset) - chunk.offset
    head += chunk.bytes.dropFirst(start).prefix(FileSignature.headBytes - head.count)
  }

  /// What follows, in words; nil if it is nothing to speak of, such as a line ending or padding.
  func report(fileSize: Int) -> String? {
    let count = fileSize - next
    guard isComplete, count > 0, head.contains(where: { $0 != 0 }) else { return nil }
    switch head.withUnsafeBytes({ FileSignature($0, size: count) }) {
    case .binary(let format)?: return "a program (\(format)) behind the end of the \(formatName)"
    case .archive(let format)?: return "an archive (\(format)) behind the end of the \(formatName)"
    case nil: break
    }
    return count >= 64 ? "\(count) bytes behind the end of the \(formatName)" : nil
  }
}
