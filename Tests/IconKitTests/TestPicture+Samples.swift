extension TestPicture {
  /// What hurts a resampler: soft and hard edges, fine stripes, near-black gradients, noise, colour
  /// under no alpha, every alpha.
  static func torture(width: Int, height: Int, seed: UInt64 = 1) -> TestPicture {
    var random = SplitMix64(seed)
    return TestPicture(width: width, height: height) { x, y in
      let noise = random.next()
      let byte = { (shift: UInt64) in UInt8(truncatingIfNeeded: noise >> shift) }
      switch (x * 4 / width, y * 4 / height) {
      case (0, 0): return (byte(0), byte(8), byte(16), 0)
      case (1, 0): return (byte(0), byte(8), byte(16), byte(24))
      case (2, 0): return (byte(0), byte(8), byte(16), 255)
      case (3, 0):
        let on: UInt8 = (x + y).isMultiple(of: 2) ? 255 : 0
        return (on, on, on, 255)
      case (0, 1): return (UInt8(x % 24), UInt8(y % 24), byte(0) % 24, 255)
      case (1, 1): return (255, 0, UInt8(x % 256), UInt8(y % 256))
      case (2, 1): return x / 3 % 2 == 0 ? (255, 255, 255, 255) : (0, 0, 0, 0)
      case (3, 1): return y / 5 % 2 == 0 ? (200, 30, 30, 255) : (30, 200, 30, 128)
      case (_, 2):
        let level = UInt8(x * 255 / width)
        return (level, 255 - level, UInt8(y * 255 / height), 255)
      default:
        let level = UInt8(x * 255 / width)
        return (level, 40, 255 - level, UInt8(clamping: (height - y) * 1000 / height))
      }
    }
  }

  static func flat(_ pixel: Pixel, width: Int, height: Int) -> TestPicture {
    TestPicture(width: width, height: height) { _, _ in pixel }
  }
}

/// Steele, Lea and Flood's generator (Fast Splittable Pseudorandom Number Generators, 2014).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
