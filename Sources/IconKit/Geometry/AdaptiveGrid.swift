/// The layers of Android's adaptive icons, in dp (Android developers, "Adaptive icons"): 108 wide,
/// of which launchers show at most the middle 72, and all of them the circle of 66.
enum AdaptiveGrid {
  static let layer = 108
  static let visible = 72
  static let safe = 66

  /// The whole layer of which `visible` is what launchers show.
  static func layer(around visible: PixelSize) -> PixelSize {
    PixelSize(
      width: visible.width * layer / Self.visible, height: visible.height * layer / Self.visible)
  }

  /// The diameter of the circle that every launcher shows.
  static func safeDiameter(in visible: PixelSize) -> Double {
    Double(min(visible.width, visible.height) * safe) / Double(Self.visible)
  }
}
