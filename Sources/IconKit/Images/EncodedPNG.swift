import PNGCodec

/// A finished PNG file in memory.
public struct EncodedPNG: Sendable {
  /// Its size in pixels.
  public let size: PixelSize
  /// The file's bytes.
  public let bytes: [UInt8]
  /// Whether transparency was flattened onto a background.
  public internal(set) var isFlattened = false

  /// Compresses `pixels`: height × width × channels bytes, grey, RGB or RGBA, not premultiplied.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  init(_ pixels: [UInt8], size: PixelSize, channels: Int) throws(IconError) {
    precondition(pixels.count == size.width * size.height * channels)
    let (width, height) = (UInt32(size.width), UInt32(size.height))
    let bound = PNGEncodedBound(width, height, UInt32(channels))
    bytes = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      pixels.withUnsafeBufferPointer { pixels in
        let (pixels, output) = (pixels.start, output.start)
        count = PNGEncode(pixels, width, height, UInt32(channels), output)
      }
    }
    self.size = size
    guard !bytes.isEmpty else {
      throw IconError(.tooLarge, "\(size)", "there is not enough memory to compress it")
    }
  }

  /// An image from a finished file.
  init(size: PixelSize, bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }
}
