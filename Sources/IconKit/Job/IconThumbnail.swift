/// A small copy of an image, by which images of different sizes can be compared.
public struct IconThumbnail: Sendable {
  /// Its side in pixels.
  private static let side = 32
  /// side × side × 4, sRGB, not premultiplied.
  private let samples: [UInt8]

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
  }

  /// The mean difference from `other` in steps of 255, where both are visible; nil where too little
  /// of them is to tell.
  ///
  /// What is transparent in one of them is left out, because icons are often flattened or cut.
  public func difference(from other: IconThumbnail) -> Double? {
    var sum = 0.0
    var weight = 0.0
    for pixel in stride(from: 0, to: samples.count, by: 4) {
      let visible = Double(min(samples[pixel + 3], other.samples[pixel + 3])) / 255
      for channel in pixel..<pixel + 3 {
        sum += visible * abs(Double(samples[channel]) - Double(other.samples[channel]))
      }
      weight += visible
    }
    let share = weight / Double(Self.side * Self.side)
    return share < 0.2 ? nil : sum / (3 * weight)
  }
}
