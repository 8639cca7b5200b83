extension Preset {
  static let android = Preset(
    name: "android", summary: "Android: launcher icons, adaptive icon, Play store",
    icons: densities.flatMap { name, side, layer in
      let folder = "mipmap-\(name)"
      return [
        Icon("\(folder)/ic_launcher.png", side, square),
        Icon("\(folder)/ic_launcher_round.png", side, round),
        Icon("\(folder)/ic_launcher_foreground.png", layer, androidForeground, shape: androidLayer),
        Icon(
          "\(folder)/ic_launcher_background.png", layer,
          Recipe(.background, content: .cover, alpha: .opaque), shape: androidLayer,
          condition: .given(.background)),
        Icon("\(folder)/ic_launcher_monochrome.png", layer, androidMonochrome, shape: androidLayer),
      ]
    } + [
      // Play: 32 bit, full square, at most 1024 KB.
      Icon(
        "playstore-icon.png", 512, Recipe(.master, alpha: .opaqueWithChannel),
        shape: .roundedRectangle, limitBytes: 1024 << 10)
    ],
    documents: [
      Document("mipmap-anydpi-v26/ic_launcher.xml", .adaptiveIcon(SetName.androidOwn)),
      Document("mipmap-anydpi-v26/ic_launcher_round.xml", .adaptiveIcon(SetName.androidOwn)),
      Document(
        "values/ic_launcher_background.xml", .backgroundColor(SetName.androidOwn),
        condition: .missing(.background)),
    ], mayHaveGaps: true)

  /// The densities: name, and 48 dp and 108 dp in pixels.
  private static let densities = [
    ("mdpi", 48, 108), ("hdpi", 72, 162), ("xhdpi", 96, 216), ("xxhdpi", 144, 324),
    ("xxxhdpi", 192, 432),
  ]

  static let androidLayer = Icon.Shape.safeCircle(
    diameter: AdaptiveGrid.safe, visible: AdaptiveGrid.visible, of: AdaptiveGrid.layer)
  static let androidForeground = Recipe(
    .foreground, content: .adaptive(visible: AdaptiveGrid.visible, of: AdaptiveGrid.layer))
  static let androidMonochrome = Recipe(
    .monochrome, content: .circle(diameter: AdaptiveGrid.safe, of: AdaptiveGrid.layer),
    tone: .silhouette)

  // Before Android 8.0, an icon is what the adaptive one shows, in a shape of its own: of 48 dp, a
  // square of 38 or a circle of 44 (Android Studio's Image Asset Studio, `TARGET_RECTS` of its
  // LauncherLegacyIconGenerator), with corners of 3 dp (Material Design, "Product icons").
  private static let square = legacy(CutShape(side: 38, radius: 3, of: 48))
  private static let round = legacy(CutShape(side: 44, radius: 22, of: 48))

  private static func legacy(_ shape: CutShape) -> Recipe {
    Recipe(
      .foreground, content: .adaptive(visible: shape.side, of: shape.whole), cut: shape,
      alpha: .opaque)
  }
}
