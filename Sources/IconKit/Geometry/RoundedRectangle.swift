/// A centred rectangle with circular corners, or a circle, in a canvas, and how much of each pixel it covers.
struct RoundedRectangle {
  /// A shape that is cut out of a canvas.
  enum Cut: Hashable {
    /// A centred part of the canvas.
    case part(CutShape)
    /// The rounded rectangle of Mac icons, with this size.
    case rounded(PixelSize)
  }

  private let canvas: PixelSize
  private let width: Double
  private let height: Double
  private let radius: Double

  /// The shape that is cut out of `canvas`.
  init(_ cut: Cut, canvas: PixelSize) {
    self.canvas = canvas
    switch cut {
    case .part(let shape):
      let whole = min(canvas.width, canvas.height)
      let side = PixelSize(width: whole, height: whole).middle(shape.side, of: shape.whole).width
      (width, height) = (Double(side), Double(side))
      radius = Double(side) * Double(shape.radius) / Double(shape.side)
    case .rounded(let size):
      (width, height) = (Double(size.width), Double(size.height))
      radius = min(width, height) * MacGrid.radius / MacGrid.side
    }
  }

  /// The covered part, 0 to 1, of each pixel of row `y`.
  ///
  /// Samples 64 lines across the row, with an exact covered stretch on each. Uses only operations
  /// that IEEE 754 rounds exactly, so that every machine gets the same result.
  func coverage(ofRow y: Int) -> [Double] {
    var row = [Double](repeating: 0, count: canvas.width)
    let stretches = stretches(ofRow: y)
    // Every line covers the pixels in the middle wholly.
    let first = Int((stretches.map(\.start).max() ?? 0).rounded(.up))
    let whole = first..<max(first, Int(stretches.map(\.end).min() ?? 0))
    for x in whole { row[x] = Double(stretches.count) }
    for (start, end) in stretches {
      let covered = Int(start)..<min(canvas.width, Int(end.rounded(.up)))
      for side in [0..<whole.lowerBound, whole.upperBound..<canvas.width] {
        for x in covered.clamped(to: side) {
          row[x] += min(end, Double(x + 1)) - max(start, Double(x))
        }
      }
    }
    for x in row.indices { row[x] /= Double(Self.lines) }
    return row
  }

  /// The columns that the middle line of row `y` covers.
  func columns(ofRow y: Int) -> (start: Double, end: Double) {
    let middle = Double(canvas.width) / 2
    let half = halfWidth(at: abs(Double(y) + 0.5 - Double(canvas.height) / 2))
    return (middle - half, middle + half)
  }

  /// What each line that meets the shape covers of row `y`.
  private func stretches(ofRow y: Int) -> [(start: Double, end: Double)] {
    let middle = Double(canvas.width) / 2
    return (0..<Self.lines).compactMap { line in
      let place = Double(y) + (Double(line) + 0.5) / Double(Self.lines)
      let half = halfWidth(at: abs(place - Double(canvas.height) / 2))
      guard half > 0 else { return nil }
      return (max(0, middle - half), min(Double(canvas.width), middle + half))
    }
  }

  /// Half of the covered stretch at a distance from the middle line.
  private func halfWidth(at distance: Double) -> Double {
    guard distance < height / 2 else { return 0 }
    let beyond = max(0, distance - (height / 2 - radius))
    return width / 2 - radius + (radius * radius - beyond * beyond).squareRoot()
  }

  private static let lines = 64
}

/// The grid of Mac icons since macOS 11, on a canvas of 1024 (Apple's icon templates).
enum MacGrid {
  static let canvas = 1024.0
  static let side = 824.0
  static let radius = 185.4
  /// The part of the side that a drawing fills which is no rounded rectangle itself: the diameter of
  /// the circle around it.
  static let drawing = 0.8

  /// The box of the rounded rectangle: whole pixels, exactly centred, so that edges stay sharp.
  static func box(in canvas: PixelSize) -> PixelSize {
    canvas.middle(Int(side), of: Int(self.canvas))
  }
}
