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
  private let box: PixelBox
  private let margin: [UInt8]
  private var parts: [Part?]
  /// Whether transparency was flattened onto a background.
  var isFlattened = false

  /// An image of box height × box width × channels bytes, grey, RGB or RGBA, not premultiplied.
  ///
  /// - Parameters:
  ///   - box: where the pixels are; nil for everywhere.
  ///   - margin: the pixel around the box.
  init(
    _ pixels: [UInt8], size: PixelSize, channels: Int, box: PixelBox? = nil, margin: [UInt8] = []
  ) {
    let box = box ?? PixelBox(size)
    precondition(pixels.count == box.columns.count * box.rows.count * channels)
    precondition(box == PixelBox(size) || margin.count >= channels)
    self.pixels = pixels
    self.size = size
    self.channels = channels
    self.box = box
    self.margin = margin + [0, 0, 0, 0]
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

  /// The whole file, all parts compressed one after the other.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  consuming func compressedFile() throws(IconError) -> EncodedPNG {
    for index in parts.indices { parts[index] = try compressed(index) }
    return file
  }

  private func withImage<Result>(_ body: (PNGImage) -> Result) -> Result {
    pixels.withUnsafeBufferPointer { pixels in
      body(
        PNGImage(
          pixels: pixels.start, width: UInt32(size.width), height: UInt32(size.height),
          channels: UInt32(channels), boxLeft: UInt32(box.columns.lowerBound),
          boxTop: UInt32(box.rows.lowerBound), boxWidth: UInt32(box.columns.count),
          boxHeight: UInt32(box.rows.count), margin: (margin[0], margin[1], margin[2], margin[3])))
    }
  }
}
