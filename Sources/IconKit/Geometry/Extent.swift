/// Where the pixels of an image are visible.
public struct Extent: Hashable, Sendable {
  /// How far visible pixels reach from its middle, 1 for its corners.
  public var reach: Double
  /// Whether no pixel is transparent.
  public var isOpaque: Bool

  /// An extent from its parts; by default that of an image that fills its square.
  public init(reach: Double = 1, isOpaque: Bool = true) {
    self.reach = reach
    self.isOpaque = isOpaque
  }
}
