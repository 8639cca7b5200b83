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

  static let windows = Preset(
    name: "windows", summary: "Windows .ico file",
    containers: [
      Container(
        path: .init(known: "app.ico"), format: .ico([16, 20, 24, 32, 40, 48, 64, 256]))
    ])
}
