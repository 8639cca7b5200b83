import PNGCodec

/// An image that is compressed in parts, which may be done side by side; the file does not depend on
/// how.
struct PNGParts: Sendable {
  /// A compressed part.
  struct Part: Sendable {
    fileprivate let bytes: [UInt8]
    fileprivate let checksum: UInt32
  }

  private let pixels: [UInt8]
  private let size: PixelSize
  private let channels: Int
  private var parts: [Part?]
  /// Whether transparency was flattened onto a background.
  var isFlattened = false

  /// An image of height × width × channels bytes: grey, RGB or RGBA, not premultiplied.
  init(_ pixels: [UInt8], size: PixelSize, channels: Int) {
    precondition(pixels.count == size.width * size.height * channels)
    self.pixels = pixels
    self.size = size
    self.channels = channels
    parts = []
    parts = [Part?](repeating: nil, count: withImage { PNGPartCount($0) })
  }

  /// How many parts there are.
  var count: Int { parts.count }

  /// Compresses part `index`.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  func compressed(_ index: Int) throws(IconError) -> Part {
    var checksum: UInt32 = 0
    let bytes = withImage { image in
      [UInt8](unsafeUninitializedCapacity: PNGPartBound(image)) { output, count in
        count = PNGEncodePart(image, index, output.start, &checksum)
      }
    }
    guard !bytes.isEmpty else {
      throw IconError(.tooLarge, "\(size)", "there is not enough memory to compress it")
    }
    return Part(bytes: bytes, checksum: checksum)
  }

  /// Keeps part `index`; returns whether it was the last one missing.
  mutating func add(_ part: Part, at index: Int) -> Bool {
    parts[index] = part
    return parts.allSatisfy { $0 != nil }
  }

  /// The whole file.
  ///
  /// - Precondition: all parts were added.
  var file: EncodedPNG {
    let parts = parts.map { part in
      guard let part else { preconditionFailure("a part was not compressed") }
      return part
    }
    let data = parts.flatMap(\.bytes)
    let length = PNGFileBytes(data.count)
    let bytes = withImage { image in
      [UInt8](unsafeUninitializedCapacity: length) { output, count in
        PNGWriteFile(image, data, data.count, parts.map(\.checksum), output.start)
        count = length
      }
    }
    return EncodedPNG(size: size, bytes: bytes, isFlattened: isFlattened)
  }

  private func withImage<Result>(_ body: (PNGImage) -> Result) -> Result {
    pixels.withUnsafeBufferPointer { pixels in
      body(
        PNGImage(
          pixels: pixels.start, width: UInt32(size.width), height: UInt32(size.height),
          channels: UInt32(channels)))
    }
  }
}
