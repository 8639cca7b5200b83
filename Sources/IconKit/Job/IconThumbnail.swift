/// A small copy of an image, by which images of different sizes can be compared.
public struct IconThumbnail: Sendable {
  /// Its side in pixels.
  private static let side = 32
  /// side × side × 4, sRGB, not premultiplied.
  private let samples: [UInt8]

  /// The thumbnail of a master, read to its end.
  ///
  /// - Throws: `IconError` when it turns out to be damaged, `CancellationError` when the task was
  ///   cancelled.
  public init(of master: Master, with renderer: IconRenderer) async throws {
    let images = try await renderer.icons(from: master, sides: [Self.side])
    guard let image = images[Self.side], image.size.isSquare else {
      throw IconError(.options, master.path, "is not square, so it cannot be compared with an icon")
    }
    samples = try image.samples()
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
