extension Preset {
  /// Every preset, in the order in which `--list-presets` prints them.
  public static let all: [Preset] = [
    classic, ios, iosAll, iosLegacy, macos, icns, watchos, watchosLegacy, tvos, visionos, android,
    web,
    windows,
  ]

  private static let classic = Preset(
    name: "classic", summary: "the iPhone and iPad icons of the years before asset catalogues",
    fit: .longest,
    icons: [29, 40, 50, 57, 60, 72, 76].flatMap { side in
      [Icon("icon-\(side).png", side), Icon("icon-\(side)@2x.png", side * 2)]
    })
}
