/// An image's width and height in pixels, each at least one.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Columns.
  public let width: Int
  /// Rows.
  public let height: Int

  /// A size from its sides.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0)
    self.width = width
    self.height = height
  }

  /// The allowed sides of an icon.
  static let sides = 1...16384

  /// Whether both sides are equal.
  public var isSquare: Bool { width == height }

  /// The centred part with `part` / `whole` of both sides; its margins are whole pixels.
  func middle(_ part: Int, of whole: Int) -> PixelSize {
    func side(_ length: Int) -> Int {
      max(1, length - 2 * (length * (whole - part) / (2 * whole)))
    }
    return PixelSize(width: side(width), height: side(height))
  }

  /// Both sides as `WIDTH × HEIGHT`.
  public var description: String { "\(width) × \(height)" }
}
