/// The files that the platforms ask for, written down by hand and not taken from the program's own
/// table: path, pixels (one number for squares) and colour type, for a master with transparency.
enum PresetTable {
  /// The names of all presets, as `--preset` takes them.
  static let names = files.map(\.preset).joined(separator: ",")

  static let files: [(preset: String, files: String)] = [
    (
      "classic",
      """
      icon-29.png 29 rgba
      icon-29@2x.png 58 rgba
      icon-40.png 40 rgba
      icon-40@2x.png 80 rgba
      icon-50.png 50 rgba
      icon-50@2x.png 100 rgba
      icon-57.png 57 rgba
      icon-57@2x.png 114 rgba
      icon-60.png 60 rgba
      icon-60@2x.png 120 rgba
      icon-72.png 72 rgba
      icon-72@2x.png 144 rgba
      icon-76.png 76 rgba
      icon-76@2x.png 152 rgba
      """
    ),
    (
      "ios",
      """
      AppIcon.appiconset/Contents.json -
      AppIcon.appiconset/ios-1024.png 1024 rgb
      """
    ),
    (
      "ios-all",
      """
      AppIcon.appiconset/Contents.json -
      AppIcon.appiconset/ios-1024.png 1024 rgb
      AppIcon.appiconset/ios-20@2x.png 40 rgb
      AppIcon.appiconset/ios-20@3x.png 60 rgb
      AppIcon.appiconset/ios-29@2x.png 58 rgb
      AppIcon.appiconset/ios-29@3x.png 87 rgb
      AppIcon.appiconset/ios-38@2x.png 76 rgb
      AppIcon.appiconset/ios-38@3x.png 114 rgb
      AppIcon.appiconset/ios-40@2x.png 80 rgb
      AppIcon.appiconset/ios-40@3x.png 120 rgb
      AppIcon.appiconset/ios-60@2x.png 120 rgb
      AppIcon.appiconset/ios-60@3x.png 180 rgb
      AppIcon.appiconset/ios-64@2x.png 128 rgb
      AppIcon.appiconset/ios-64@3x.png 192 rgb
      AppIcon.appiconset/ios-68@2x.png 136 rgb
      AppIcon.appiconset/ios-76@2x.png 152 rgb
      AppIcon.appiconset/ios-83.5@2x.png 167 rgb
      """
    ),
    (
      "ios-legacy",
      """
      AppIcon.appiconset/Contents.json -
      AppIcon.appiconset/iphone-20@2x.png 40 rgb
      AppIcon.appiconset/iphone-20@3x.png 60 rgb
      AppIcon.appiconset/iphone-29.png 29 rgb
      AppIcon.appiconset/iphone-29@2x.png 58 rgb
      AppIcon.appiconset/iphone-29@3x.png 87 rgb
      AppIcon.appiconset/iphone-40@2x.png 80 rgb
      AppIcon.appiconset/iphone-40@3x.png 120 rgb
      AppIcon.appiconset/iphone-57.png 57 rgb
      AppIcon.appiconset/iphone-57@2x.png 114 rgb
      AppIcon.appiconset/iphone-60@2x.png 120 rgb
      AppIcon.appiconset/iphone-60@3x.png 180 rgb
      AppIcon.appiconset/ipad-20.png 20 rgb
      AppIcon.appiconset/ipad-20@2x.png 40 rgb
      AppIcon.appiconset/ipad-29.png 29 rgb
      AppIcon.appiconset/ipad-29@2x.png 58 rgb
      AppIcon.appiconset/ipad-40.png 40 rgb
      AppIcon.appiconset/ipad-40@2x.png 80 rgb
      AppIcon.appiconset/ipad-50.png 50 rgb
      AppIcon.appiconset/ipad-50@2x.png 100 rgb
      AppIcon.appiconset/ipad-72.png 72 rgb
      AppIcon.appiconset/ipad-72@2x.png 144 rgb
      AppIcon.appiconset/ipad-76.png 76 rgb
      AppIcon.appiconset/ipad-76@2x.png 152 rgb
      AppIcon.appiconset/ipad-83.5@2x.png 167 rgb
      AppIcon.appiconset/ios-marketing-1024.png 1024 rgb
      """
    ),
    (
      "macos",
      """
      AppIcon.appiconset/Contents.json -
      AppIcon.appiconset/mac-16.png 16 rgba
      AppIcon.appiconset/mac-16@2x.png 32 rgba
      AppIcon.appiconset/mac-32.png 32 rgba
      AppIcon.appiconset/mac-32@2x.png 64 rgba
      AppIcon.appiconset/mac-128.png 128 rgba
      AppIcon.appiconset/mac-128@2x.png 256 rgba
      AppIcon.appiconset/mac-256.png 256 rgba
      AppIcon.appiconset/mac-256@2x.png 512 rgba
      AppIcon.appiconset/mac-512.png 512 rgba
      AppIcon.appiconset/mac-512@2x.png 1024 rgba
      """
    ),
    (
      "icns",
      """
      AppIcon.icns -
      AppIcon.iconset/icon_16x16.png 16 rgba
      AppIcon.iconset/icon_16x16@2x.png 32 rgba
      AppIcon.iconset/icon_32x32.png 32 rgba
      AppIcon.iconset/icon_32x32@2x.png 64 rgba
      AppIcon.iconset/icon_128x128.png 128 rgba
      AppIcon.iconset/icon_128x128@2x.png 256 rgba
      AppIcon.iconset/icon_256x256.png 256 rgba
      AppIcon.iconset/icon_256x256@2x.png 512 rgba
      AppIcon.iconset/icon_512x512.png 512 rgba
      AppIcon.iconset/icon_512x512@2x.png 1024 rgba
      """
    ),
    (
      "watchos",
      """
      AppIcon.appiconset/Contents.json -
      AppIcon.appiconset/watchos-1024.png 1024 rgb
      """
    ),
    (
      "watchos-legacy",
      """
      AppIcon.appiconset/Contents.json -
      AppIcon.appiconset/watch-marketing-1024.png 1024 rgb
      AppIcon.appiconset/watch-29@3x.png 87 rgb
      AppIcon.appiconset/watch-24@2x.png 48 rgb
      AppIcon.appiconset/watch-27.5@2x.png 55 rgb
      AppIcon.appiconset/watch-33@2x.png 66 rgb
      AppIcon.appiconset/watch-29@2x.png 58 rgb
      AppIcon.appiconset/watch-40@2x.png 80 rgb
      AppIcon.appiconset/watch-44@2x.png 88 rgb
      AppIcon.appiconset/watch-46@2x.png 92 rgb
      AppIcon.appiconset/watch-50@2x.png 100 rgb
      AppIcon.appiconset/watch-51@2x.png 102 rgb
      AppIcon.appiconset/watch-54@2x.png 108 rgb
      AppIcon.appiconset/watch-86@2x.png 172 rgb
      AppIcon.appiconset/watch-98@2x.png 196 rgb
      AppIcon.appiconset/watch-108@2x.png 216 rgb
      AppIcon.appiconset/watch-117@2x.png 234 rgb
      AppIcon.appiconset/watch-129@2x.png 258 rgb
      """
    ),
    (
      "tvos",
      """
      App Icon & Top Shelf Image.brandassets/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon - App Store.imagestack/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon - App Store.imagestack/Front.imagestacklayer/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon - App Store.imagestack/Front.imagestacklayer/Content.imageset/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon - App Store.imagestack/Front.imagestacklayer/Content.imageset/Front.png 1280x768 rgba
      App Icon & Top Shelf Image.brandassets/App Icon - App Store.imagestack/Back.imagestacklayer/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon - App Store.imagestack/Back.imagestacklayer/Content.imageset/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon - App Store.imagestack/Back.imagestacklayer/Content.imageset/Back.png 1280x768 rgb
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Front.imagestacklayer/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Front.imagestacklayer/Content.imageset/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Front.imagestacklayer/Content.imageset/Front.png 400x240 rgba
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Front.imagestacklayer/Content.imageset/Front@2x.png 800x480 rgba
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Back.imagestacklayer/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Back.imagestacklayer/Content.imageset/Contents.json -
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Back.imagestacklayer/Content.imageset/Back.png 400x240 rgb
      App Icon & Top Shelf Image.brandassets/App Icon.imagestack/Back.imagestacklayer/Content.imageset/Back@2x.png 800x480 rgb
      App Icon & Top Shelf Image.brandassets/Top Shelf Image.imageset/Contents.json -
      App Icon & Top Shelf Image.brandassets/Top Shelf Image.imageset/Top Shelf Image.png 1920x720 rgb
      App Icon & Top Shelf Image.brandassets/Top Shelf Image.imageset/Top Shelf Image@2x.png 3840x1440 rgb
      App Icon & Top Shelf Image.brandassets/Top Shelf Image Wide.imageset/Contents.json -
      App Icon & Top Shelf Image.brandassets/Top Shelf Image Wide.imageset/Top Shelf Image Wide.png 2320x720 rgb
      App Icon & Top Shelf Image.brandassets/Top Shelf Image Wide.imageset/Top Shelf Image Wide@2x.png 4640x1440 rgb
      """
    ),
    (
      "visionos",
      """
      AppIcon.solidimagestack/Contents.json -
      AppIcon.solidimagestack/Front.solidimagestacklayer/Contents.json -
      AppIcon.solidimagestack/Front.solidimagestacklayer/Content.imageset/Contents.json -
      AppIcon.solidimagestack/Front.solidimagestacklayer/Content.imageset/Front@2x.png 1024 rgba
      AppIcon.solidimagestack/Middle.solidimagestacklayer/Contents.json -
      AppIcon.solidimagestack/Middle.solidimagestacklayer/Content.imageset/Contents.json -
      AppIcon.solidimagestack/Middle.solidimagestacklayer/Content.imageset/Middle@2x.png 1024 rgba
      AppIcon.solidimagestack/Back.solidimagestacklayer/Contents.json -
      AppIcon.solidimagestack/Back.solidimagestacklayer/Content.imageset/Contents.json -
      AppIcon.solidimagestack/Back.solidimagestacklayer/Content.imageset/Back@2x.png 1024 rgb
      """
    ),
    (
      "icon-composer",
      """
      AppIcon.icon/icon.json -
      AppIcon.icon/Assets/icon.png 1024 rgba
      """
    ),
    (
      "android",
      """
      mipmap-anydpi-v26/ic_launcher.xml -
      mipmap-anydpi-v26/ic_launcher_round.xml -
      values/ic_launcher_background.xml -
      playstore-icon.png 512 rgba
      mipmap-mdpi/ic_launcher.png 48 rgba
      mipmap-mdpi/ic_launcher_round.png 48 rgba
      mipmap-mdpi/ic_launcher_foreground.png 108 rgba
      mipmap-mdpi/ic_launcher_monochrome.png 108 rgba
      mipmap-hdpi/ic_launcher.png 72 rgba
      mipmap-hdpi/ic_launcher_round.png 72 rgba
      mipmap-hdpi/ic_launcher_foreground.png 162 rgba
      mipmap-hdpi/ic_launcher_monochrome.png 162 rgba
      mipmap-xhdpi/ic_launcher.png 96 rgba
      mipmap-xhdpi/ic_launcher_round.png 96 rgba
      mipmap-xhdpi/ic_launcher_foreground.png 216 rgba
      mipmap-xhdpi/ic_launcher_monochrome.png 216 rgba
      mipmap-xxhdpi/ic_launcher.png 144 rgba
      mipmap-xxhdpi/ic_launcher_round.png 144 rgba
      mipmap-xxhdpi/ic_launcher_foreground.png 324 rgba
      mipmap-xxhdpi/ic_launcher_monochrome.png 324 rgba
      mipmap-xxxhdpi/ic_launcher.png 192 rgba
      mipmap-xxxhdpi/ic_launcher_round.png 192 rgba
      mipmap-xxxhdpi/ic_launcher_foreground.png 432 rgba
      mipmap-xxxhdpi/ic_launcher_monochrome.png 432 rgba
      """
    ),
    (
      "web",
      """
      favicon.ico -
      favicon-96x96.png 96 rgba
      apple-touch-icon.png 180 rgb
      web-app-manifest-192x192.png 192 rgba
      web-app-manifest-512x512.png 512 rgba
      web-app-manifest-192x192-maskable.png 192 rgb
      web-app-manifest-512x512-maskable.png 512 rgb
      site.webmanifest -
      favicon-links.html -
      """
    ),
    (
      "windows",
      """
      app.ico -
      """
    ),
  ]
}
