/// Presets of icons in an asset catalog's app icon set. They share one set, as the targets of an
/// app do: Xcode uses the entries for each target's platform.
extension Preset {
  static let ios = Preset(
    name: "ios", summary: "iPhone and iPad, Xcode 14 and later: one size",
    icons: universal("ios", 1024), documents: [contents])

  static let iosAll = Preset(
    name: "ios-all", summary: "iPhone and iPad, every size, for details at small sizes",
    icons: [20, 29, 38, 40, 60, 64].flatMap {
      universal("ios", $0, scale: 2) + universal("ios", $0, scale: 3)
    } + [68, 76, 83.5].flatMap { universal("ios", $0, scale: 2) } + universal("ios", 1024),
    documents: [contents])

  static let iosLegacy = Preset(
    name: "ios-legacy", summary: "iPhone and iPad, every size, Xcode 13 and earlier",
    icons: ([(20, 2...3), (29, 1...3), (40, 2...3), (57, 1...2), (60, 2...3)].flatMap {
      scaled("iphone", $0, $1)
    }
      + [
        (20, 1...2), (29, 1...2), (40, 1...2), (50, 1...2), (72, 1...2), (76, 1...2), (83.5, 2...2),
      ]
      .flatMap { scaled("ipad", $0, $1) } + scaled("ios-marketing", 1024, 1...1))
      .map { icon in
        var icon = icon
        if isOfEarlySystems(icon.role) { icon.condition = .newOrListed }
        return icon
      },
    documents: [contents])

  static let macos = Preset(
    name: "macos", summary: "Mac apps",
    icons: [16, 32, 128, 256, 512].flatMap {
      scaled("mac", $0, 1...2, macIcon, shape: .asDrawn)
    }, documents: [contents])

  static let watchos = Preset(
    name: "watchos", summary: "Apple Watch, Xcode 14 and later: one size",
    icons: universal("watchos", 1024, shape: .circle), documents: [contents])

  static let watchosLegacy = Preset(
    name: "watchos-legacy", summary: "Apple Watch, every size, Xcode 13 and earlier",
    icons: watch("notificationCenter", [(24, "38mm"), (27.5, "42mm"), (33, "45mm")])
      + scaled("watch", 29, 2...3, role: "companionSettings", shape: .circle)
      + watch(
        "appLauncher",
        [(40, "38mm"), (44, "40mm"), (46, "41mm"), (50, "44mm"), (51, "45mm"), (54, "49mm")])
      + watch(
        "quickLook", [(86, "38mm"), (98, "42mm"), (108, "44mm"), (117, "45mm"), (129, "49mm")])
      + scaled("watch-marketing", 1024, 1...1, shape: .circle),
    documents: [contents])

  /// A Mac icon: it keeps its alpha, and is cut to the rounded rectangle of Apple's own icons.
  static let macIcon = Recipe(takesRoundedRectangle: true)

  private static let folder = "AppIcon.appiconset"
  private static let contents = Document("\(folder)/Contents.json", .imageList)

  /// An entry of the universal idiom in its three appearances.
  private static func universal(
    _ platform: String, _ points: Double, scale: Int? = nil, shape: Icon.Shape = .roundedRectangle
  ) -> [Icon] {
    let side = Int(points * Double(scale ?? 1))
    func icon(_ appearance: String?, _ recipe: Recipe, _ condition: Condition) -> Icon {
      let name =
        [platform, label(points) + suffix(scale)].joined(separator: "-")
        + (appearance.map { "-\($0)" } ?? "")
      return Icon(
        "\(folder)/\(name).png", side, recipe,
        role: CatalogRole(
          idiom: "universal", size: "\(label(points))x\(label(points))",
          scale: scale.map { "\($0)x" }, platform: platform, appearance: appearance),
        shape: shape, condition: condition)
    }
    let usual = icon(nil, .opaque, .always)
    // Only iPhone and iPad have other appearances.
    guard platform == "ios" else { return [usual] }
    return [
      usual, icon("dark", Recipe(.dark), .given(.dark)),
      icon("tinted", Recipe(.tinted, tone: .grey), .given(.tinted)),
    ]
  }

  /// An entry of another idiom at each of `scales`.
  private static func scaled(
    _ idiom: String, _ points: Double, _ scales: ClosedRange<Int>, _ recipe: Recipe = .opaque,
    role: String? = nil, subtype: String? = nil, shape: Icon.Shape = .roundedRectangle
  ) -> [Icon] {
    scales.map { scale in
      Icon(
        "\(folder)/\(idiom)-\(label(points))\(suffix(scale)).png", Int(points * Double(scale)),
        recipe,
        role: CatalogRole(
          idiom: idiom, size: "\(label(points))x\(label(points))", scale: "\(scale)x", role: role,
          subtype: subtype), shape: shape)
    }
  }

  /// Whether only iOS 6 and earlier showed it: a set that lacks it needs none.
  private static func isOfEarlySystems(_ role: CatalogRole?) -> Bool {
    switch (role?.idiom, role?.size) {
    case ("iphone", "29x29"): role?.scale == "1x"
    case ("iphone", "57x57"), ("ipad", "50x50"), ("ipad", "72x72"): true
    default: false
    }
  }

  private static func watch(_ role: String, _ sizes: [(Double, String)]) -> [Icon] {
    sizes.flatMap { scaled("watch", $0, 2...2, role: role, subtype: $1, shape: .circle) }
  }

  /// Points as Xcode writes them.
  private static func label(_ points: Double) -> String {
    points == points.rounded() ? "\(Int(points))" : "\(points)"
  }

  private static func suffix(_ scale: Int?) -> String {
    scale.map { $0 == 1 ? "" : "@\($0)x" } ?? ""
  }
}
