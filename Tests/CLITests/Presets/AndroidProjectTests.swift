import TestSupport
import Testing

/// Android's icons in the resource folders of projects that have some already.
struct AndroidProjectTests {
  private let folder: TemporaryFolder
  private static let resources = "app/src/main/res"
  private static let densities = ["mdpi", "hdpi", "xhdpi", "xxhdpi", "xxxhdpi"]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "logo.png", SmallPNG.rgba(side: 512) { x, y in [200, UInt8(x / 2), UInt8(y / 2), 255] })
  }

  private func make(_ more: [String] = [], into output: String = resources) async throws
    -> Command.Outcome
  {
    try await Program.run(
      ["icons", "logo.png", "--preset", "android", "-o", output] + more, in: folder.path)
  }

  private func expectUnchanged(into output: String = resources) async throws {
    let before = try folder.contents()
    let again = try await make(into: output)
    #expect(again.status == 0 && again.errors.contains("all unchanged"), "\(again.errors)")
    #expect(try folder.contents() == before)
    let check = try await make(["--check"], into: output)
    #expect(check.status == 0, "\(check.output)")
    let lint = try await Program.run(["icons", "--lint", "."], in: folder.path)
    #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
  }

  @Test(arguments: ["", "other/", "./"])
  func theStoresIconGoesBesideTheSources(place: String) async throws {
    let made = try await make(into: place + Self.resources)
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.errors.contains("assetkit: \(place)app/src/main/res: wrote 24 files"))
    let base = place == "./" ? "" : place
    let names = try folder.names(in: "\(base)\(Self.resources)")
    #expect(names == (Self.densities + ["anydpi-v26"]).map { "mipmap-\($0)" }.sorted() + ["values"])
    #expect(try folder.names(in: "\(base)app") == ["playstore-icon.png", "src"])
    try await expectUnchanged(into: place + Self.resources)
    // Where earlier versions put it, it is left over.
    let misplaced = "\(base)\(Self.resources)/playstore-icon.png"
    try folder.write(misplaced, try folder.bytes(of: "\(base)app/playstore-icon.png"))
    let check = try await make(["--check"], into: place + Self.resources)
    #expect(check.status == 1 && check.output.contains("playstore-icon.png"))
    let lint = try await Program.run(["icons", "--lint", "\(base)app"], in: folder.path)
    #expect(lint.status == 1 && lint.output.contains("misplaced-file"), "\(lint.output)")
  }

  @Test func insideTheResourceFolderItIsTheSame() async throws {
    try folder.write("\(Self.resources)/values/strings.xml", "<resources/>")
    let made = try await Program.run(
      ["icons", "../../../../logo.png", "--preset", "android", "-o", "."],
      in: "\(folder.path)/\(Self.resources)")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try folder.names(in: "app") == ["playstore-icon.png", "src"])
    try await expectUnchanged()
  }

  /// Android Studio's wizard has another place for it.
  @Test(arguments: [
    "src/main/ic_launcher-playstore.png", "src/main/playstore-icon.png",
    "ic_launcher-playstore.png", "src/main/ic_launcher-web.png",
  ])
  func theStoresIconStaysWhereItIs(place: String) async throws {
    try folder.write("app/\(place)", SmallPNG.flat(side: 512, [0, 0, 0]))
    let made = try await make()
    #expect(made.status == 0, "\(made.errors)")
    let icons = try folder.contents().keys.filter {
      $0.contains("playstore") || $0.contains("-web")
    }
    #expect(icons == ["app/\(place)"])
    #expect(try folder.bytes(of: "app/\(place)")[25] == 6)
    try await expectUnchanged()
  }

  @Test func aFlavourHasAStoreIconOfItsOwn() async throws {
    #expect(try await make().status == 0)
    #expect(try await make(into: "app/src/beta/res").status == 0)
    let icons = try folder.contents().keys.filter { $0.contains("playstore") }.sorted()
    #expect(icons == ["app/playstore-icon.png", "app/src/beta/playstore-icon.png"])
  }

  @Test func theFolderWithoutAVersionIsUsedWhereTheProjectHasIt() async throws {
    let anydpi = "\(Self.resources)/mipmap-anydpi"
    try folder.write("\(anydpi)/ic_launcher.xml", "<adaptive-icon/>")
    let made = try await make()
    #expect(made.status == 0, "\(made.errors)")
    #expect(try folder.names(in: anydpi) == ["ic_launcher.xml", "ic_launcher_round.xml"])
    #expect(try folder.text("\(anydpi)/ic_launcher.xml").contains("@mipmap/ic_launcher_foreground"))
    #expect(!(try folder.names(in: Self.resources)).contains("mipmap-anydpi-v26"))
    try await expectUnchanged()
  }

  /// Two files that define one colour break the build.
  @Test func theColourIsChangedWhereTheProjectDefinesIt() async throws {
    let colors = "\(Self.resources)/values/colors.xml"
    let text = """
      <resources>
        <!-- <color name="ic_launcher_background">#000000</color> -->
        <color name="accent">#123456</color>
        <color name="ic_launcher_background">#00FF00</color>
      </resources>
      """
    try folder.write(colors, text)
    let made = try await make(["--background", "#0a84ff"])
    #expect(made.status == 0, "\(made.errors)")
    #expect(try folder.text(colors) == text.replacing("#00FF00", with: "#0A84FF"))
    #expect(try folder.names(in: "\(Self.resources)/values") == ["colors.xml"])
  }

  /// XML that says the same is not formatted anew.
  @Test func theFormOfTheAdaptiveIconStays() async throws {
    #expect(try await make().status == 0)
    let path = "\(Self.resources)/mipmap-anydpi-v26/ic_launcher.xml"
    let text = try folder.text(path).replacing("    <", with: "\t<").replacing("/>", with: " />")
    try folder.write(path, text)
    try await expectUnchanged()
    #expect(try folder.text(path) == text)
  }

  /// Of XML that names other layers, only those change.
  @Test func whatElseTheAdaptiveIconSaysStays() async throws {
    let path = "\(Self.resources)/mipmap-anydpi-v26/ic_launcher.xml"
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <!-- Ours: <background android:drawable="@drawable/old"/> -->
      <adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
        <background android:drawable="@drawable/ground" />
        <foreground android:drawable="@drawable/logo" />
      </adaptive-icon>
      """
    try folder.write(path, text)
    #expect(try await make().status == 0)
    let expected = text.replacing("@drawable/ground", with: "@color/ic_launcher_background")
      .replacing("@drawable/logo", with: "@mipmap/ic_launcher_foreground")
      .replacing(
        "</adaptive-icon>",
        with:
          "    <monochrome android:drawable=\"@mipmap/ic_launcher_monochrome\"/>\n</adaptive-icon>")
    #expect(try folder.text(path) == expected)
    try await expectUnchanged()
  }

  /// The name of a resource has no extension.
  @Test func imagesOfTheSameResourceAreNamedOnOneLine() async throws {
    let images = ["mdpi/ic_launcher", "hdpi/ic_launcher", "hdpi/ic_launcher_round"].map {
      "\(Self.resources)/mipmap-\($0).webp"
    }
    for image in images { try folder.write(image, "RIFF") }
    let made = try await make()
    #expect(made.status == 0)
    let lines = made.errors.split(separator: "\n").filter { $0.contains("duplicate-resource") }
    #expect(lines.count == 1 && lines.first?.contains("(and 2 more)") == true, "\(made.errors)")
    for arguments in [["--check"], []] {
      let outcome =
        arguments.isEmpty
        ? try await Program.run(["icons", "--lint", "app"], in: folder.path)
        : try await make(arguments)
      #expect(outcome.status == 1)
      for image in images {
        #expect(outcome.output.contains(image.dropFirst("app/".count)), "\(outcome.output)")
      }
    }
    for image in images { #expect(try folder.text(image) == "RIFF") }
  }

  /// Densities, the round and the themed icon are optional; builds inherit from `main`.
  @Test func whatAndroidDoesNotNeedIsNotMissing() async throws {
    #expect(try await make().status == 0)
    let all = try folder.contents()
    let debug = "app/src/debug/res"
    var kept = all.filter { path, _ in
      !["_round", "_monochrome", "-mdpi/", "-xxhdpi/"].contains(where: path.contains)
    }
    kept["\(Self.resources)/mipmap-xxhdpi/ic_launcher_monochrome.png"] =
      all["\(Self.resources)/mipmap-xxhdpi/ic_launcher_monochrome.png"]
    kept["\(debug)/mipmap-hdpi/ic_launcher.png"] =
      all["\(Self.resources)/mipmap-hdpi/ic_launcher.png"]
    kept["\(debug)/mipmap-anydpi/ic_launcher.xml"] =
      all["\(Self.resources)/mipmap-anydpi-v26/ic_launcher.xml"]
    try folder.reset(to: kept)
    let lint = try await Program.run(["icons", "--lint", "."], in: folder.path)
    #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
    // A layer that its own module lacks is another matter.
    try folder.reset(to: kept.filter { !$0.key.contains("_foreground") })
    let found = try await Program.run(["icons", "--lint", "."], in: folder.path)
    #expect(found.status == 1)
    #expect(found.output.contains("names @mipmap/ic_launcher_foreground"), "\(found.output)")
    #expect(found.output.split(separator: "missing-layer").count == 2, "\(found.output)")
  }

  /// RFC 9649, 3.4: the sides less one in 14 bits each, after the signature of the lossless chunk.
  @Test(arguments: [72, 73]) func webPIconsHaveTheSizeOfTheirDensity(side: Int) async throws {
    let bits = UInt32(side - 1) | UInt32(side - 1) << 14
    let data = [0x2F] + (0..<4).map { UInt8(bits >> (8 * $0) & 255) } + [0, 0, 0, 0, 0]
    let chunk = Array("WEBPVP8L".utf8) + [UInt8(data.count), 0, 0, 0] + data
    try folder.write(
      "\(Self.resources)/mipmap-hdpi/ic_launcher.webp",
      Array("RIFF".utf8) + [UInt8(chunk.count), 0, 0, 0] + chunk)
    try folder.write(
      "\(Self.resources)/mipmap-hdpi/ic_launcher_round.png", SmallPNG.flat(side: 72, [9, 9, 9]))
    let lint = try await Program.run(["icons", "--lint", "app"], in: folder.path)
    #expect(lint.status == (side == 72 ? 0 : 1), "\(lint.output)\(lint.errors)")
    #expect(lint.output.contains("is 73 × 73 pixels, expected 72 × 72") == (side != 72))
  }

  /// A vector image is a layer like any other.
  @Test func drawablesAreLayers() async throws {
    #expect(try await make().status == 0)
    var files = try folder.contents().filter { !$0.key.contains("_foreground") }
    let path = "\(Self.resources)/mipmap-anydpi-v26/ic_launcher.xml"
    let xml = String(decoding: files[path] ?? [], as: UTF8.self)
      .replacing("@mipmap/ic_launcher_foreground", with: "@drawable/logo")
    files[path] = Array(xml.utf8)
    files["\(Self.resources)/mipmap-anydpi-v26/ic_launcher_round.xml"] = files[path]
    files["\(Self.resources)/drawable-v24/logo.xml"] = Array("<vector/>".utf8)
    try folder.reset(to: files)
    let lint = try await Program.run(["icons", "--lint", "."], in: folder.path)
    #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
  }

  /// Android's own tool builds an app of what is written.
  @Test(arguments: [[], ["--background", "logo.png"]])
  func aBuildTakesTheResources(options: [String]) async throws {
    let made = try await make(options)
    #expect(made.status == 0, "\(made.errors)")
    try folder.write(
      "AndroidManifest.xml",
      """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b">
        <application android:icon="@mipmap/ic_launcher" android:roundIcon="@mipmap/ic_launcher_round"/>
      </manifest>
      """)
    let script = #"""
      command -v aapt2 >/dev/null && [ -e "$FRAMEWORK" ] || { echo skipped; exit 0; }
      aapt2 compile --dir app/src/main/res -o res.zip
      aapt2 link -o app.apk -I "$FRAMEWORK" --manifest AndroidManifest.xml \
        --min-sdk-version 24 res.zip
      aapt2 dump badging app.apk
      """#
    let built = try await Command.run(
      "bash", ["-euo", "pipefail", "-c", script], in: folder.path,
      environment: ["FRAMEWORK": "/usr/share/android-framework-res/framework-res.apk"])
    #expect(built.status == 0, "\(built.output)\(built.errors)")
    if built.output == "skipped\n" {
      print("aBuildTakesTheResources: skipped, there is no aapt2 or no Android framework here")
    } else {
      #expect(built.output.contains("icon='res/mipmap-anydpi-v26/ic_launcher.xml'"))
    }
  }
}
