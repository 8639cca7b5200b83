import SafeFiles

extension Preset {
  /// The bundle of Icon Composer (Xcode 26 and later): `icon.json`, and the images of its layers on a
  /// canvas of 1024 points (Apple, "Creating your app icon using Icon Composer").
  static let iconComposer = Preset(
    name: "icon-composer",
    summary: "Icon Composer: layered icon of Xcode 26 and later, iPhone to Mac",
    icons: [
      Icon("\(assets)/icon.png", 1024, shape: shape, condition: .rasterAlone),
      Icon("\(assets)/foreground.png", 1024, Recipe(.foreground), condition: .raster(.foreground)),
      Icon(
        "\(assets)/background.png", 1024, Recipe(.background, content: .cover, alpha: .opaque),
        shape: shape, condition: .given(.background)),
      Icon("\(assets)/dark.png", 1024, Recipe(.dark), condition: .raster(.dark)),
      Icon(
        "\(assets)/tinted.png", 1024, Recipe(.tinted, tone: .grey), condition: .raster(.tinted)),
    ],
    documents: [
      Document("AppIcon.icon/icon.json", .iconComposer),
      Document("\(assets)/icon.svg", .drawing, condition: .drawnAlone),
    ]
      + [Recipe.Source.foreground, .dark, .tinted].map { source in
        Document(
          "\(assets)/\(source.rawValue).svg", .vector(source), condition: .vector(source))
      })

  private static let assets = "AppIcon.icon/Assets"
  private static let shape = Icon.Shape.roundedRectangle
}
