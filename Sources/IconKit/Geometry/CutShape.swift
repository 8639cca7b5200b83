/// A centred square with circular corners, or a circle, as a part of a canvas.
public struct CutShape: Hashable, Sendable {
  /// Its side.
  public let side: Int
  /// The radius of its corners, in the same unit.
  public let radius: Int
  /// The canvas's side, in the same unit.
  public let whole: Int

  /// A shape whose `side` and `radius` are fractions of the canvas's side, `whole`.
  public init(side: Int, radius: Int, of whole: Int) {
    precondition(0 < side && side <= whole && 0 <= radius && radius * 2 <= side)
    self.side = side
    self.radius = radius
    self.whole = whole
  }

  /// The largest circle.
  public static let circle = CutShape(side: 2, radius: 1, of: 2)

  /// Whether it is a circle.
  public var isCircle: Bool { radius * 2 == side }
}
