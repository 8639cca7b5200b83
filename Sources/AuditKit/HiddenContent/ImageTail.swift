/// The end of a GIF or JPEG image, which is not text, and code of PHP in it, which servers run.
struct ImageTail: Sendable {
  private static let tailBytes = 12

  private let formatName: String
  private var tail: [UInt8] = []
  private var hasPHP = false

  /// Recognises an image by its first bytes; nil if it is of another format.
  init?(_ head: UnsafeRawBufferPointer) {
    if head.starts(with: "GIF8".utf8) {
      formatName = "GIF image"
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      formatName = "JPEG image"
    } else {
      return nil
    }
  }

  mutating func scan(_ chunk: FileChunk) {
    tail = Array((tail + Array(chunk.bytes.suffix(Self.tailBytes))).suffix(Self.tailBytes))
    hasPHP = hasPHP || chunk.firstIndex(of: "<?php") != nil
  }

  /// What it is besides an image, in words; nil if nothing.
  var report: String? {
    if hasPHP { return "a \(formatName) with code in PHP inside" }
    // Both formats end in bytes that are no text: a block of length 0 and a semicolon, or FF D9.
    let isText = tail.allSatisfy { (0x20...0x7E).contains($0) || (9...13).contains($0) }
    return isText && tail.count > 8 ? "a \(formatName) that ends as a text" : nil
  }
}
