import SafeFiles

extension Preset {
  static let windows = Preset(
    name: "windows", summary: "Windows .ico file",
    containers: [Container(path: .init(known: "app.ico"), format: .ico(windowsSides))])

  /// The sides at which Windows shows an app's icon, at scale factors from 100 to 400 % (Windows
  /// documentation, "Construct your Windows app's icon": icon scaling). It scales the next larger
  /// image where one is missing.
  static let windowsSides = [16, 20, 24, 30, 32, 36, 40, 48, 60, 64, 72, 80, 96, 256]

  /// The images that an MSIX package's manifest names, `Square44x44Logo` and so on, with the
  /// qualifiers by which Windows picks one ("Construct your Windows app's icon").
  static let windowsMSIX = Preset(
    name: "windows-msix", summary: "Windows apps in MSIX packages: logos and tiles",
    icons: windowsSides.flatMap { side in
      // Without the unplated images, the taskbar and Start show a smaller icon on a plate.
      ["", "_altform-unplated", "_altform-lightunplated"].map {
        Icon("Square44x44Logo.targetsize-\(side)\($0).png", side)
      }
    } + scaled("Square44x44Logo", 44) + scaled("Square150x150Logo", 150, tile)
      + scaled("Wide310x150Logo", 310, by: 150, tile) + scaled("StoreLogo", 50),
    // Windows takes the nearest of those that a package has.
    mayHaveGaps: true)

  /// Half of a tile, so that the icon stays above the app's name.
  private static let tile = Recipe(content: .part(1, of: 2))

  /// An image of this size at each scale factor, rounded half up as in that document.
  private static func scaled(
    _ name: String, _ width: Int, by height: Int? = nil, _ recipe: Recipe = Recipe()
  ) -> [Icon] {
    [100, 125, 150, 200, 400].map { percent in
      func pixels(_ length: Int) -> Int { (length * percent + 50) / 100 }
      return Icon(
        path: .init(known: "\(name).scale-\(percent).png"),
        size: PixelSize(width: pixels(width), height: pixels(height ?? width)), recipe: recipe)
    }
  }
}
