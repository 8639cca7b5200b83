import SafeFiles

extension Preset.Container.Member {
  /// Every image that an .icns file may contain, the smallest first.
  static let all: [Self] = [
    // Not icp4 and icp5: Finder's lists show PNG at these two sizes scrambled.
    .init("is32", 16), .init("il32", 32), .init("ic11", 32), .init("ic12", 64),
    .init("ic07", 128), .init("ic13", 256), .init("ic08", 256), .init("ic14", 512),
    .init("ic09", 512), .init("ic10", 1024),
  ]
}

extension Preset {
  static let icns = Preset(
    name: "icns", summary: "Mac .icns file, and the .iconset folder that iconutil takes",
    icons: [16, 32, 128, 256, 512].flatMap { side in
      [
        Icon("AppIcon.iconset/icon_\(side)x\(side).png", side, macIcon),
        Icon("AppIcon.iconset/icon_\(side)x\(side)@2x.png", side * 2, macIcon),
      ]
    },
    containers: [
      Container(
        path: .init(known: "AppIcon.icns"), format: .icns(Container.Member.all),
        recipe: macIcon)
    ])

  /// What electron-builder reads from its `buildResources` folder, `build` unless configured
  /// otherwise (electron.build, "Icons"): the size of a Linux icon is the number in its name.
  static let electron = Preset(
    name: "electron", summary: "Electron apps packaged by electron-builder",
    icons: [16, 32, 48, 64, 128, 256, 512].map { Icon("icons/\($0)x\($0).png", $0) },
    containers: [
      Container(
        path: .init(known: "icon.icns"), format: .icns(Container.Member.all), recipe: macIcon),
      Container(path: .init(known: "icon.ico"), format: .ico(windowsSides)),
    ], isRecognised: false)

  /// The desktop icons of `tauri icon`, with its names, sizes and order (tauri-apps/tauri,
  /// crates/tauri-cli/src/icon.rs and helpers/icns.json). While an app is developed, Tauri shows
  /// the first image of the .ico file.
  static let tauri = Preset(
    name: "tauri", summary: "Tauri apps: the desktop icons of 'tauri icon'",
    icons: [("32x32", 32), ("64x64", 64), ("128x128", 128), ("128x128@2x", 256), ("icon", 512)]
      .map { Icon("\($0).png", $1) }
      + [30, 44, 71, 89, 107, 142, 150, 284, 310].map { Icon("Square\($0)x\($0)Logo.png", $0) }
      + [Icon("StoreLogo.png", 50)],
    containers: [
      Container(
        path: .init(known: "icon.icns"), format: .icns(Container.Member.all), recipe: macIcon),
      Container(path: .init(known: "icon.ico"), format: .ico([32, 16, 24, 48, 64, 256])),
    ], isRecognised: false)

  /// The icons of an app in the theme that every desktop falls back on (Icon Theme Specification,
  /// "Installing Application Icons"; the sizes are directories of the hicolor theme).
  static let linux = Preset(
    name: "linux", summary: "Linux desktops: the hicolor icons of an app",
    icons: [16, 22, 24, 32, 48, 64, 128, 256, 512].map {
      Icon("share/icons/hicolor/\($0)x\($0)/apps/\(SetName.appID).png", $0)
    },
    documents: [
      Document(
        "share/icons/hicolor/scalable/apps/\(SetName.appID).svg", .drawing, condition: .drawn)
    ])
}
