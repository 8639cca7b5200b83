/// A small copy of an image, by which images of different sizes can be compared.
public struct IconThumbnail: Sendable {
  /// Its side in pixels.
  private static let side = 32
  /// side × side × 4, sRGB, not premultiplied.
  private let samples: [UInt8]
  /// The same of the part that is opaque, without the margin that many icons get.
  private let inner: [UInt8]

  /// The thumbnail of a master, read to its end, or of the square around the shape that it was cut to.
  ///
  /// - Throws: `IconError` when it turns out to be damaged, `CancellationError` when the task was
  ///   cancelled.
  public init(
    of master: Master, cutTo shape: CutShape = .init(side: 1, radius: 0, of: 1),
    with renderer: IconRenderer
  ) async throws {
    let side = (Self.side * shape.whole + shape.side / 2) / shape.side
    let images = try await renderer.icons(from: master, sides: [side])
    guard let image = images[side], image.size.isSquare else {
      throw IconError(.options, master.path, "is not square, so it cannot be compared with an icon")
    }
    let all = try image.samples()
    let margin = (side - Self.side) / 2
    var samples: [UInt8] = []
    for row in margin..<margin + Self.side {
      let start = (row * side + margin) * 4
      samples += all[start..<start + Self.side * 4]
    }
    self.samples = samples
    let large = 4 * Self.side
    let larger = try await renderer.icons(from: master, sides: [large])[large]
    inner = try larger.flatMap { Self.opaquePart(of: try $0.samples(), side: large) } ?? samples
  }

  /// The smallest centred square that contains all opaque pixels, each sample the nearest pixel; nil
  /// where it is nearly all of it, or too small.
  private static func opaquePart(of samples: [UInt8], side: Int) -> [UInt8]? {
    var margin = side / 2
    for pixel in 0..<side * side where samples[pixel * 4 + 3] >= 128 {
      let (x, y) = (pixel % side, pixel / side)
      margin = min(margin, x, y, side - 1 - x, side - 1 - y)
    }
    let part = side - 2 * margin
    guard margin > 1, part >= Self.side else { return nil }
    func place(_ i: Int) -> Int { margin + (2 * i + 1) * part / (2 * Self.side) }
    var inner: [UInt8] = []
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let start = (place(row) * side + place(column)) * 4
        inner += samples[start..<start + 4]
      }
    }
    return inner
  }

  /// The mean difference from `other` in steps of 255, where both are visible; nil where too little
  /// of them is to tell.
  ///
  /// What is transparent in one of them is left out, because icons are often flattened or cut. So are
  /// margins, if they are more alike without.
  public func difference(from other: IconThumbnail) -> Double? {
    [(samples, other.samples), (inner, other.inner)].compactMap(Self.difference).min()
  }

  private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double? {
    var sum = 0.0
    var weight = 0.0
    for pixel in stride(from: 0, to: one.count, by: 4) {
      let visible = Double(min(one[pixel + 3], other[pixel + 3])) / 255
      for channel in pixel..<pixel + 3 {
        sum += visible * abs(Double(one[channel]) - Double(other[channel]))
      }
      weight += visible
    }
    let share = weight / Double(side * side)
    return share < 0.2 ? nil : sum / (3 * weight)
  }
}
