extension DecodedIcon {
  /// How many pixels are not fully opaque.
  var transparentPixels: Int {
    var count = 0
    for place in stride(from: 3, to: samples.count, by: 4) where samples[place] != .max {
      count += 1
    }
    return count
  }

  /// Whether every visible pixel is grey: its channels differ by at most three codes of 255.
  var isGrey: Bool {
    for place in stride(from: 0, to: samples.count, by: 4) where samples[place + 3] > 0 {
      let (red, green, blue) = (samples[place], samples[place + 1], samples[place + 2])
      if max(red, green, blue) - min(red, green, blue) > 3 * 257 { return false }
    }
    return true
  }

  /// The side of the square blocks of equal pixels that the image consists of: 2 for one whose
  /// pixels were doubled. 1 where there are no such blocks, or too few edges to tell.
  var blockSide: Int {
    var (columns, rows) = (Edges(size.width), Edges(size.height))
    let width = size.width
    samples.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: SIMD4<UInt16>.self)
      for y in 0..<size.height where columns.divisor > 1 && rows.divisor > 1 {
        let row = y * width
        for x in 0..<width {
          let pixel = pixels[row + x]
          if x > 0, pixel != pixels[row + x - 1] { columns.add(x, pixel, pixels[row + x - 1]) }
          if y > 0, pixel != pixels[row + x - width] { rows.add(y, pixel, pixels[row + x - width]) }
        }
      }
    }
    // With this many edges, a common raster is neither chance nor the drawing itself.
    guard columns.strong >= 8, rows.strong >= 8 else { return 1 }
    return Edges.divisor(columns.divisor, rows.divisor)
  }

  /// The positions of edges, and their greatest common divisor.
  private struct Edges {
    var divisor: Int
    /// How many are larger than a step of a gradient, which may well occur every second pixel.
    var strong = 0
    private var isStrong: [Bool]

    init(_ length: Int) {
      divisor = length
      isStrong = [Bool](repeating: false, count: length)
    }

    mutating func add(_ place: Int, _ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>) {
      if divisor > 1 { divisor = Edges.divisor(divisor, place) }
      guard !isStrong[place] else { return }
      let step = pointwiseMax(a, b) &- pointwiseMin(a, b)
      guard step.max() > 8 * 257 else { return }
      isStrong[place] = true
      strong += 1
    }

    static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
  }

  /// The share of the drawing outside the centred circle of `diameter`, 0 to 1.
  ///
  /// - Parameter isOnGround: whether the image is opaque, drawn on a background; then the drawing
  ///   is what differs from the background, which is interpolated between the four corners.
  /// - Returns: nil where most of the image's border is drawing: then it fills its square on
  ///   purpose.
  func shareOutside(circleOf diameter: Double, isOnGround: Bool) -> Double? {
    let (width, height) = (size.width, size.height)
    // The outermost pixel may be smoothing.
    let radius = diameter / 2 + 1
    var (all, outside, edge) = (0.0, 0.0, 0)
    for y in 0..<height {
      let dy = Double(y) + 0.5 - Double(height) / 2
      for x in 0..<width {
        let weight = isOnGround ? difference(fromGroundAt: x, y) : alpha(x, y)
        guard weight > 0 else { continue }
        let dx = Double(x) + 0.5 - Double(width) / 2
        all += weight
        if dx * dx + dy * dy > radius * radius { outside += weight }
        if x == 0 || y == 0 || x == width - 1 || y == height - 1 { edge += 1 }
      }
    }
    if edge > width + height - 2 { return nil }
    return all == 0 ? 0 : outside / all
  }

  private func alpha(_ x: Int, _ y: Int) -> Double {
    Double(samples[(y * size.width + x) * 4 + 3]) / 65535
  }

  /// 1 where the pixel differs from the background interpolated between the corners, 0 elsewhere.
  private func difference(fromGroundAt x: Int, _ y: Int) -> Double {
    let (width, height) = (size.width, size.height)
    let across = Double(x) / Double(max(1, width - 1))
    let down = Double(y) / Double(max(1, height - 1))
    func sample(_ x: Int, _ y: Int, _ channel: Int) -> Double {
      Double(samples[(y * width + x) * 4 + channel]) / 257
    }
    for channel in 0..<3 {
      let top =
        sample(0, 0, channel) * (1 - across) + sample(width - 1, 0, channel) * across
      let bottom =
        sample(0, height - 1, channel) * (1 - across)
        + sample(width - 1, height - 1, channel) * across
      let expected = top * (1 - down) + bottom * down
      if abs(sample(x, y, channel) - expected) > 24 { return 1 }
    }
    return 0
  }
}

extension DecodedIcon {
  /// How the image differs from a rounded square with a margin, as Apple's template for Mac icons has it (a body of
  /// 824 of 1024 pixels, with corners of 185.4); nil for one that is close to that.
  ///
  /// The body is what is nearly opaque: shadows do not count.
  var macShapeProblem: String? {
    let tile = "macOS 26 and later show it smaller, on a grey tile"
    var (left, top, right, bottom, count) = (size.width, size.height, -1, -1, 0)
    for y in 0..<size.height {
      for x in 0..<size.width where alpha(x, y) > 0.9 {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
        count += 1
      }
    }
    guard right >= left else { return nil }
    let (width, height) = (right - left + 1, bottom - top + 1)
    let filled = Double(count) / Double(width * height)
    let whole = size.width * size.height
    if count * 200 > whole * 199 { return "fills its whole square; \(tile)" }
    // Of a square with corners of 0.18 to 0.25 of its side, 0.946 to 0.972 is filled.
    let isSquare = abs(width - height) * 25 <= max(width, height)
    let isLarge = width * 10 >= size.width * 7
    return isSquare && isLarge && (0.92...0.985).contains(filled)
      ? nil : "is not a rounded square; \(tile)"
  }
}
