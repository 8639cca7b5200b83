import SafeFiles

/// Presets of frameworks whose projects have the icons of several platforms.
extension Preset {
  /// What `flutter create` has icons for (flutter/flutter,
  /// `packages/flutter_tools/templates/template_manifest.json`), under its names, with the layers of
  /// Android's adaptive icon. Sets that are there keep the names of their files: Flutter's own have
  /// one for several entries, which here have one each.
  static let flutter = Preset(
    name: "flutter", summary: "Flutter: the icons of each platform that a project has",
    icons: flutterAndroid + flutterPhones + flutterMac + flutterWeb,
    containers: windows.containers.map {
      Container(
        path: .init(known: "windows/runner/resources/app_icon.ico"), format: $0.format)
    },
    documents: flutterResources + [
      Document("\(phoneSet)/Contents.json", .imageList),
      Document("\(macSet)/Contents.json", .imageList),
    ], mayHaveGaps: true, followsFolders: true, isRecognised: false)

  private static let flutterAndroid: [Icon] = android.icons.map { icon in
    let folder = icon.isStoreListing ? "android/app" : resources
    return icon.at(RelativePath(known: "\(folder)/\(icon.path)"))
  }

  private static let flutterResources: [Document] = android.documents.map { document in
    Document("\(resources)/\(document.path)", document.kind, condition: document.condition)
  }

  private static let flutterWeb: [Icon] =
    [Icon("web/favicon.png", 16, webRole: .favicon)]
    + [192, 512].flatMap { side -> [Icon] in
      [
        Icon("web/icons/Icon-\(side).png", side, webRole: .any),
        Icon(
          "web/icons/Icon-maskable-\(side).png", side, maskable, webRole: .maskable,
          shape: maskableShape),
      ]
    }

  private static let resources = "android/app/src/main/res"
  private static let phoneSet = "ios/Runner/Assets.xcassets/AppIcon.appiconset"
  private static let macSet = "macos/Runner/Assets.xcassets/AppIcon.appiconset"

  /// Entries of the iOS set: idiom, points, scales, and what tells them from others of their size.
  private static let phoneEntries: [(String, Double, ClosedRange<Int>, String)] = [
    ("iphone", 20, 2...3, ""), ("iphone", 29, 1...3, ""), ("iphone", 40, 2...3, ""),
    ("iphone", 60, 2...3, ""), ("ipad", 20, 1...1, ""), ("ipad", 20, 2...2, "~ipad"),
    ("ipad", 29, 1...2, "~ipad"), ("ipad", 40, 1...1, ""), ("ipad", 40, 2...2, "~ipad"),
    ("ipad", 76, 1...2, ""), ("ipad", 83.5, 2...2, ""), ("ios-marketing", 1024, 1...1, ""),
  ]
  private static let flutterPhones: [Icon] = phoneEntries.flatMap(phone)

  private static func phone(
    _ idiom: String, _ points: Double, _ scales: ClosedRange<Int>, _ suffix: String
  ) -> [Icon] {
    let size = points == points.rounded() ? "\(Int(points))" : "\(points)"
    return scales.map { scale -> Icon in
      Icon(
        "\(phoneSet)/Icon-App-\(size)x\(size)@\(scale)x\(suffix).png", Int(points * Double(scale)),
        .opaque,
        role: CatalogRole(idiom: idiom, size: "\(size)x\(size)", scale: "\(scale)x"),
        shape: .roundedRectangle)
    }
  }

  private static let flutterMac: [Icon] = [16, 32, 128, 256, 512].flatMap { points in
    [1, 2].map { scale -> Icon in
      let side = points * scale
      // Of two entries of one size, the one in points has Flutter's name.
      let isOther = scale == 2 && [32, 256, 512].contains(side)
      return Icon(
        "\(macSet)/app_icon_\(isOther ? "\(points)@2x" : "\(side)").png", side, macIcon,
        role: CatalogRole(idiom: "mac", size: "\(points)x\(points)", scale: "\(scale)x"))
    }
  }

  /// The images that a new Expo project names in app.json (expo/expo,
  /// `templates/expo-template-default`).
  static let expo = Preset(
    name: "expo", summary: "Expo: the images that app.json names, in assets/images",
    icons: [
      Icon("icon.png", 1024, .opaque, shape: .roundedRectangle),
      Icon("android-icon-foreground.png", 1024, androidForeground, shape: androidLayer)
        .called("adaptive-icon.png"),
      Icon(
        "android-icon-background.png", 1024,
        Recipe(.background, content: .cover, alpha: .opaque), shape: androidLayer),
      Icon("android-icon-monochrome.png", 1024, androidMonochrome, shape: androidLayer),
      Icon("favicon.png", 48, webRole: .favicon), Icon("splash-icon.png", 1024),
    ], isRecognised: false)
}

extension Preset.Icon {
  /// The same icon at another path.
  fileprivate func at(_ path: RelativePath) -> Preset.Icon {
    var icon = self
    icon.path = path
    return icon
  }

  /// The same icon, which goes to the file `name` beside it where only that is there.
  fileprivate func called(_ name: String) -> Preset.Icon {
    var icon = self
    icon.earlierName = RelativePath(known: name)
    return icon
  }
}
