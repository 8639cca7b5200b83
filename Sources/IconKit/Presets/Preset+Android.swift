extension Preset {
  static let android = Preset(
    name: "android", summary: "Android: launcher icons, adaptive icon, Play store",
    icons: densities.flatMap { name, side, layer in
      let folder = "mipmap-\(name)"
      return [
        Icon("\(folder)/ic_launcher.png", side),
        Icon("\(folder)/ic_launcher_round.png", side, round),
        Icon("\(folder)/ic_launcher_foreground.png", layer, foreground, shape: adaptive),
        Icon(
          "\(folder)/ic_launcher_background.png", layer,
          Recipe(.background, content: .cover, alpha: .opaque), shape: adaptive,
          condition: .given(.background)),
        Icon("\(folder)/ic_launcher_monochrome.png", layer, monochrome, shape: adaptive),
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
    ])

  /// The densities: name, and 48 dp and 108 dp in pixels.
  private static let densities = [
    ("mdpi", 48, 108), ("hdpi", 72, 162), ("xhdpi", 96, 216), ("xxhdpi", 144, 324),
    ("xxxhdpi", 192, 432),
  ]

  /// In dp: of 108, the middle 66 are always visible and at most 72.
  private static let adaptive = Icon.Shape.safeCircle(diameter: 66, visible: 72, of: 108)
  private static let foreground = Recipe(.foreground, content: .circle(diameter: 66, of: 108))
  private static let monochrome = Recipe(
    .monochrome, content: .circle(diameter: 66, of: 108), tone: .silhouette)
  private static let round = Recipe(isRound: true)
}
