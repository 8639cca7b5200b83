/// An image of `height × width × 4` bytes: red, green, blue, alpha, not premultiplied, row by row.
struct RGBAImage: Sendable, Hashable {
  /// Columns.
  let width: Int
  /// Rows.
  let height: Int
  /// The samples, `height × width × 4`.
  let samples: [UInt8]

  /// An image of the given samples.
  ///
  /// - Precondition: both sides are positive and there are `width × height × 4` samples.
  init(width: Int, height: Int, samples: [UInt8]) {
    precondition(width > 0 && height > 0 && samples.count == width * height * 4)
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// The pixels as one number each, red in the highest byte and alpha in the lowest.
  ///
  /// - Complexity: O(pixels).
  var pixels: [UInt32] {
    samples.withUnsafeBufferPointer { samples in
      (0..<(width * height)).map { index in
        UInt32(samples[4 * index]) << 24 | UInt32(samples[4 * index + 1]) << 16
          | UInt32(samples[4 * index + 2]) << 8 | UInt32(samples[4 * index + 3])
      }
    }
  }
}

/// A colour with its alpha as `RGBAImage.pixels` holds it.
struct RGBA: Hashable, Sendable {
  let rawValue: UInt32

  var red: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 24) }
  var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
  var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  var alpha: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  var isGrey: Bool { red == green && green == blue }
  var isOpaque: Bool { alpha == 255 }

  /// Brightness as an ordering, Rec. 709 weights in 1/1024ths.
  var luma: Int { 218 * Int(red) + 732 * Int(green) + 74 * Int(blue) }
}
