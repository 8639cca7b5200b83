/// The files that the platforms ask for, written down by hand and not taken from the program's own
/// table: path, pixels (one number for squares) and colour type, for a master with transparency.
enum PresetTable {
  /// The names of the presets that can be made in one folder, as `--preset` takes them: Electron,
  /// Expo and Tauri have files of the same names.
  static let names = filesOfNames.map(\.preset).joined(separator: ",")

  /// The files of these presets.
  static let filesOfNames = files.filter { !["electron", "expo"].contains($0.preset) }

  /// An app's ID, which names the files of `linux` and no others.
  static let name = ["--name", "org.example.App"]

  /// The options that make them, with nothing left empty.
  static let options = ["--preset", names, "--manifest", "name=Example"] + name

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
      "chrome-extension",
      """
      icon16.png 16 rgba
      icon32.png 32 rgba
      icon48.png 48 rgba
      icon128.png 128 rgba
      """
    ),
    (
      "windows",
      """
      app.ico -
      """
    ),
    (
      "windows-msix",
      """
      Square44x44Logo.targetsize-16.png 16 rgba
      Square44x44Logo.targetsize-16_altform-unplated.png 16 rgba
      Square44x44Logo.targetsize-16_altform-lightunplated.png 16 rgba
      Square44x44Logo.targetsize-20.png 20 rgba
      Square44x44Logo.targetsize-20_altform-unplated.png 20 rgba
      Square44x44Logo.targetsize-20_altform-lightunplated.png 20 rgba
      Square44x44Logo.targetsize-24.png 24 rgba
      Square44x44Logo.targetsize-24_altform-unplated.png 24 rgba
      Square44x44Logo.targetsize-24_altform-lightunplated.png 24 rgba
      Square44x44Logo.targetsize-30.png 30 rgba
      Square44x44Logo.targetsize-30_altform-unplated.png 30 rgba
      Square44x44Logo.targetsize-30_altform-lightunplated.png 30 rgba
      Square44x44Logo.targetsize-32.png 32 rgba
      Square44x44Logo.targetsize-32_altform-unplated.png 32 rgba
      Square44x44Logo.targetsize-32_altform-lightunplated.png 32 rgba
      Square44x44Logo.targetsize-36.png 36 rgba
      Square44x44Logo.targetsize-36_altform-unplated.png 36 rgba
      Square44x44Logo.targetsize-36_altform-lightunplated.png 36 rgba
      Square44x44Logo.targetsize-40.png 40 rgba
      Square44x44Logo.targetsize-40_altform-unplated.png 40 rgba
      Square44x44Logo.targetsize-40_altform-lightunplated.png 40 rgba
      Square44x44Logo.targetsize-48.png 48 rgba
      Square44x44Logo.targetsize-48_altform-unplated.png 48 rgba
      Square44x44Logo.targetsize-48_altform-lightunplated.png 48 rgba
      Square44x44Logo.targetsize-60.png 60 rgba
      Square44x44Logo.targetsize-60_altform-unplated.png 60 rgba
      Square44x44Logo.targetsize-60_altform-lightunplated.png 60 rgba
      Square44x44Logo.targetsize-64.png 64 rgba
      Square44x44Logo.targetsize-64_altform-unplated.png 64 rgba
      Square44x44Logo.targetsize-64_altform-lightunplated.png 64 rgba
      Square44x44Logo.targetsize-72.png 72 rgba
      Square44x44Logo.targetsize-72_altform-unplated.png 72 rgba
      Square44x44Logo.targetsize-72_altform-lightunplated.png 72 rgba
      Square44x44Logo.targetsize-80.png 80 rgba
      Square44x44Logo.targetsize-80_altform-unplated.png 80 rgba
      Square44x44Logo.targetsize-80_altform-lightunplated.png 80 rgba
      Square44x44Logo.targetsize-96.png 96 rgba
      Square44x44Logo.targetsize-96_altform-unplated.png 96 rgba
      Square44x44Logo.targetsize-96_altform-lightunplated.png 96 rgba
      Square44x44Logo.targetsize-256.png 256 rgba
      Square44x44Logo.targetsize-256_altform-unplated.png 256 rgba
      Square44x44Logo.targetsize-256_altform-lightunplated.png 256 rgba
      Square44x44Logo.scale-100.png 44 rgba
      Square44x44Logo.scale-125.png 55 rgba
      Square44x44Logo.scale-150.png 66 rgba
      Square44x44Logo.scale-200.png 88 rgba
      Square44x44Logo.scale-400.png 176 rgba
      Square150x150Logo.scale-100.png 150 rgba
      Square150x150Logo.scale-125.png 188 rgba
      Square150x150Logo.scale-150.png 225 rgba
      Square150x150Logo.scale-200.png 300 rgba
      Square150x150Logo.scale-400.png 600 rgba
      Wide310x150Logo.scale-100.png 310x150 rgba
      Wide310x150Logo.scale-125.png 388x188 rgba
      Wide310x150Logo.scale-150.png 465x225 rgba
      Wide310x150Logo.scale-200.png 620x300 rgba
      Wide310x150Logo.scale-400.png 1240x600 rgba
      StoreLogo.scale-100.png 50 rgba
      StoreLogo.scale-125.png 63 rgba
      StoreLogo.scale-150.png 75 rgba
      StoreLogo.scale-200.png 100 rgba
      StoreLogo.scale-400.png 200 rgba
      """
    ),
    (
      "linux",
      """
      share/icons/hicolor/16x16/apps/org.example.App.png 16 rgba
      share/icons/hicolor/22x22/apps/org.example.App.png 22 rgba
      share/icons/hicolor/24x24/apps/org.example.App.png 24 rgba
      share/icons/hicolor/32x32/apps/org.example.App.png 32 rgba
      share/icons/hicolor/48x48/apps/org.example.App.png 48 rgba
      share/icons/hicolor/64x64/apps/org.example.App.png 64 rgba
      share/icons/hicolor/128x128/apps/org.example.App.png 128 rgba
      share/icons/hicolor/256x256/apps/org.example.App.png 256 rgba
      share/icons/hicolor/512x512/apps/org.example.App.png 512 rgba
      """
    ),
    (
      "electron",
      """
      icon.icns -
      icon.ico -
      icons/16x16.png 16 rgba
      icons/32x32.png 32 rgba
      icons/48x48.png 48 rgba
      icons/64x64.png 64 rgba
      icons/128x128.png 128 rgba
      icons/256x256.png 256 rgba
      icons/512x512.png 512 rgba
      """
    ),
    (
      "tauri",
      """
      32x32.png 32 rgba
      64x64.png 64 rgba
      128x128.png 128 rgba
      128x128@2x.png 256 rgba
      icon.png 512 rgba
      icon.icns -
      icon.ico -
      Square30x30Logo.png 30 rgba
      Square44x44Logo.png 44 rgba
      Square71x71Logo.png 71 rgba
      Square89x89Logo.png 89 rgba
      Square107x107Logo.png 107 rgba
      Square142x142Logo.png 142 rgba
      Square150x150Logo.png 150 rgba
      Square284x284Logo.png 284 rgba
      Square310x310Logo.png 310 rgba
      StoreLogo.png 50 rgba
      """
    ),
    (
      "flutter",
      """
      android/app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml -
      android/app/src/main/res/mipmap-anydpi-v26/ic_launcher_round.xml -
      android/app/src/main/res/values/ic_launcher_background.xml -
      android/app/playstore-icon.png 512 rgba
      android/app/src/main/res/mipmap-mdpi/ic_launcher.png 48 rgba
      android/app/src/main/res/mipmap-mdpi/ic_launcher_round.png 48 rgba
      android/app/src/main/res/mipmap-mdpi/ic_launcher_foreground.png 108 rgba
      android/app/src/main/res/mipmap-mdpi/ic_launcher_monochrome.png 108 rgba
      android/app/src/main/res/mipmap-hdpi/ic_launcher.png 72 rgba
      android/app/src/main/res/mipmap-hdpi/ic_launcher_round.png 72 rgba
      android/app/src/main/res/mipmap-hdpi/ic_launcher_foreground.png 162 rgba
      android/app/src/main/res/mipmap-hdpi/ic_launcher_monochrome.png 162 rgba
      android/app/src/main/res/mipmap-xhdpi/ic_launcher.png 96 rgba
      android/app/src/main/res/mipmap-xhdpi/ic_launcher_round.png 96 rgba
      android/app/src/main/res/mipmap-xhdpi/ic_launcher_foreground.png 216 rgba
      android/app/src/main/res/mipmap-xhdpi/ic_launcher_monochrome.png 216 rgba
      android/app/src/main/res/mipmap-xxhdpi/ic_launcher.png 144 rgba
      android/app/src/main/res/mipmap-xxhdpi/ic_launcher_round.png 144 rgba
      android/app/src/main/res/mipmap-xxhdpi/ic_launcher_foreground.png 324 rgba
      android/app/src/main/res/mipmap-xxhdpi/ic_launcher_monochrome.png 324 rgba
      android/app/src/main/res/mipmap-xxxhdpi/ic_launcher.png 192 rgba
      android/app/src/main/res/mipmap-xxxhdpi/ic_launcher_round.png 192 rgba
      android/app/src/main/res/mipmap-xxxhdpi/ic_launcher_foreground.png 432 rgba
      android/app/src/main/res/mipmap-xxxhdpi/ic_launcher_monochrome.png 432 rgba
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Contents.json -
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-20x20@1x.png 20 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-20x20@2x.png 40 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-20x20@3x.png 60 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-29x29@1x.png 29 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-29x29@2x.png 58 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-29x29@3x.png 87 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-40x40@1x.png 40 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-40x40@2x.png 80 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-40x40@3x.png 120 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-60x60@2x.png 120 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-60x60@3x.png 180 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-76x76@1x.png 76 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-76x76@2x.png 152 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-83.5x83.5@2x.png 167 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-1024x1024@1x.png 1024 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-20x20@2x~ipad.png 40 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-29x29@1x~ipad.png 29 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-29x29@2x~ipad.png 58 rgb
      ios/Runner/Assets.xcassets/AppIcon.appiconset/Icon-App-40x40@2x~ipad.png 80 rgb
      macos/Runner/Assets.xcassets/AppIcon.appiconset/Contents.json -
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_16.png 16 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_16@2x.png 32 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_32.png 32 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_64.png 64 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_128.png 128 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_128@2x.png 256 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_256.png 256 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_256@2x.png 512 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_512.png 512 rgba
      macos/Runner/Assets.xcassets/AppIcon.appiconset/app_icon_1024.png 1024 rgba
      web/favicon.png 16 rgba
      web/icons/Icon-192.png 192 rgba
      web/icons/Icon-512.png 512 rgba
      web/icons/Icon-maskable-192.png 192 rgb
      web/icons/Icon-maskable-512.png 512 rgb
      windows/runner/resources/app_icon.ico -
      """
    ),
    (
      "expo",
      """
      icon.png 1024 rgb
      android-icon-foreground.png 1024 rgba
      android-icon-background.png 1024 rgb
      android-icon-monochrome.png 1024 rgba
      favicon.png 48 rgba
      splash-icon.png 1024 rgba
      """
    ),
  ]
}
