import Findings
import SafeFiles
import Testing

@testable import IconKit

/// Every rule finds its planted case, and leaves the case's harmless twin alone.
struct IconLintTests {
  typealias Files = [String: [UInt8]]

  /// A folder that breaks one rule, and the same folder mended.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let rule: String
    let path: String
    let words: [String]
    let planted: Files
    let harmless: Files
  }

  // MARK: - Images

  private static func flat(
    _ width: Int, _ height: Int? = nil, _ pixel: TestImage.Pixel = (200, 40, 40, 255)
  ) -> TestImage {
    TestImage(width: width, height: height ?? width) { _, _ in pixel }
  }

  /// A disc of this part of the side, smooth at its edge, on `ground`.
  private static func disc(
    _ side: Int, part: Double, on ground: TestImage.Pixel
  ) -> TestImage {
    TestImage(width: side, height: side) { x, y in
      let (dx, dy) = (Double(x) + 0.5 - Double(side) / 2, Double(y) + 0.5 - Double(side) / 2)
      let inside = (dx * dx + dy * dy).squareRoot() <= part * Double(side) / 2
      return inside ? (20, 60, 220, 255) : ground
    }
  }

  /// Edges in every direction, each pixel the mean of 64 points.
  private static func drawing(_ side: Int) -> TestImage {
    TestImage(width: side, height: side) { x, y in
      var sum = 0
      for i in 0..<64 {
        let u = (Double(x) + (Double(i % 8) + 0.5) / 8) / Double(side) - 0.5
        let v = (Double(y) + (Double(i / 8) + 0.5) / 8) / Double(side) - 0.5
        let rings = Int((u * u + v * v).squareRoot() * 16)
        sum += (rings + (u + 0.31 * v > 0.05 ? 1 : 0)) % 2 == 0 ? 255 : 30
      }
      return (UInt8(sum / 64), UInt8(sum / 64), 120, 255)
    }
  }

  private static func doubled(_ image: TestImage) -> TestImage {
    TestImage(width: image.width * 2, height: image.height * 2) { image[$0 / 2, $1 / 2] }
  }

  private static func blended(_ image: TestImage, times: Int) -> TestImage {
    TestImage(width: image.width * times, height: image.height * times) { x, y in
      func place(_ i: Int, _ limit: Int) -> (Int, Int, Double) {
        let at = max(0, (Double(i) + 0.5) / Double(times) - 0.5)
        return (Int(at), min(limit - 1, Int(at) + 1), at - Double(Int(at)))
      }
      let (x0, x1, u) = place(x, image.width)
      let (y0, y1, v) = place(y, image.height)
      func mix(_ value: (TestImage.Pixel) -> UInt8) -> UInt8 {
        let top = Double(value(image[x0, y0])) * (1 - u) + Double(value(image[x1, y0])) * u
        let end = Double(value(image[x0, y1])) * (1 - u) + Double(value(image[x1, y1])) * u
        return UInt8((top * (1 - v) + end * v).rounded())
      }
      return (mix { $0.red }, mix { $0.green }, mix { $0.blue }, 255)
    }
  }

  private static func contents(_ images: String) -> [UInt8] {
    Array("{\"images\":[\(images)],\"info\":{\"author\":\"xcode\",\"version\":1}}".utf8)
  }

  private static func entry(
    _ idiom: String, _ size: String, _ file: String, scale: String? = nil, more: String = ""
  ) -> String {
    let scale = scale.map { ",\"scale\":\"\($0)\"" } ?? ""
    return "{\"idiom\":\"\(idiom)\",\"size\":\"\(size)\",\"filename\":\"\(file)\"\(scale)\(more)}"
  }

  private static let set = "App.appiconset"
  private static let store = contents(entry("universal", "1024x1024", "a.png", more: platform))
  private static let platform = ",\"platform\":\"ios\""
  private static let classic: Files = [29, 40, 50, 57, 60, 72, 76].reduce(into: [:]) {
    $0["icon-\($1).png"] = flat($1).encodedWithoutAlpha
    $0["icon-\($1)@2x.png"] = flat($1 * 2).encodedWithoutAlpha
  }

  private static func with(_ files: Files, _ name: String, _ bytes: [UInt8]?) -> Files {
    var files = files
    files[name] = bytes
    return files
  }

  // MARK: - Cases

  static let cases: [Case] = [
    Case(
      testDescription: "a file of the preset is not there", rule: "missing-file",
      path: "icon-50@2x.png", words: ["classic"], planted: with(classic, "icon-50@2x.png", nil),
      harmless: classic),
    Case(
      testDescription: "another size than its name says", rule: "wrong-size", path: "icon-76.png",
      words: ["77 × 77", "76 × 76"],
      planted: with(classic, "icon-76.png", flat(77).encodedWithoutAlpha), harmless: classic),
    Case(
      testDescription: "a PNG file without its end", rule: "unreadable-png", path: "icon-40.png",
      words: ["damaged"],
      planted: with(classic, "icon-40.png", flat(40).encoded.dropLast(20)), harmless: classic),
    Case(
      testDescription: "no PNG file", rule: "unreadable-png", path: "icon-40.png",
      words: ["not a PNG"], planted: with(classic, "icon-40.png", [0xFF, 0xD8]), harmless: classic),
    Case(
      testDescription: "an alpha channel in the store's icon, even with nothing in it",
      rule: "alpha-refused", path: "\(set)/a.png", words: ["ITMS-90717"],
      planted: ["\(set)/Contents.json": store, "\(set)/a.png": flat(1024).encoded],
      harmless: ["\(set)/Contents.json": store, "\(set)/a.png": flat(1024).encodedWithoutAlpha]),
    Case(
      testDescription: "a transparent corner on a home screen", rule: "not-opaque",
      path: "apple-touch-icon.png", words: ["%"],
      planted: ["apple-touch-icon.png": disc(180, part: 0.9, on: (0, 0, 0, 0)).encoded],
      // An alpha channel without a transparent pixel does no harm there.
      harmless: ["apple-touch-icon.png": disc(180, part: 0.9, on: (9, 9, 9, 255)).encoded]),
    Case(
      testDescription: "colours in a tinted icon", rule: "not-grey", path: "\(set)/t.png",
      words: ["--tinted"],
      planted: [
        "\(set)/Contents.json": contents(tinted), "\(set)/t.png": flat(1024).encodedWithoutAlpha,
      ],
      harmless: [
        "\(set)/Contents.json": contents(tinted),
        "\(set)/t.png": flat(1024, nil, (90, 91, 92, 255)).encodedWithoutAlpha,
      ]),
    Case(
      testDescription: "a layer that launchers cut", rule: "outside-safe-circle",
      path: "mipmap-xhdpi/ic_launcher_foreground.png", words: ["132 pixels", "11.6 %"],
      planted: [
        "mipmap-xhdpi/ic_launcher_foreground.png": disc(216, part: 0.66, on: (0, 0, 0, 0)).encoded
      ],
      harmless: [
        "mipmap-xhdpi/ic_launcher_foreground.png": disc(216, part: 0.61, on: (0, 0, 0, 0)).encoded
      ]),
    Case(
      testDescription: "a maskable icon that is cut", rule: "outside-safe-circle",
      path: "web-app-manifest-192x192-maskable.png", words: ["154 pixels"],
      planted: [
        "web-app-manifest-192x192-maskable.png":
          disc(192, part: 0.95, on: (250, 250, 250, 255)).encodedWithoutAlpha
      ],
      harmless: [
        "web-app-manifest-192x192-maskable.png":
          disc(192, part: 0.79, on: (250, 250, 250, 255)).encodedWithoutAlpha
      ]),
    Case(
      testDescription: "over the Play store's 1024 KB", rule: "over-byte-limit",
      path: "playstore-icon.png", words: ["1048577", "1048576"],
      planted: ["playstore-icon.png": padded(flat(512).encoded, to: 1_048_577)],
      harmless: ["playstore-icon.png": padded(flat(512).encoded, to: 1_048_576)]),
    Case(
      testDescription: "an iPad's set without 167 pixels", rule: "missing-required-size",
      path: "\(set)/Contents.json", words: ["167", "ITMS-90023"],
      planted: [
        "\(set)/Contents.json": contents(entry("ipad", "76x76", "a.png", scale: "2x")),
        "\(set)/a.png": flat(152).encodedWithoutAlpha,
      ],
      harmless: [
        "\(set)/Contents.json": contents(
          entry("ipad", "76x76", "a.png", scale: "2x") + ","
            + entry("ipad", "83.5x83.5", "b.png", scale: "2x")),
        "\(set)/a.png": flat(152).encodedWithoutAlpha,
        "\(set)/b.png": flat(167).encodedWithoutAlpha,
      ]),
    Case(
      testDescription: "an iPhone's set without 120 pixels", rule: "missing-required-size",
      path: "\(set)/Contents.json", words: ["120", "ITMS-90022"],
      planted: [
        "\(set)/Contents.json": contents(entry("iphone", "60x60", "a.png", scale: "3x")),
        "\(set)/a.png": flat(180).encodedWithoutAlpha,
      ],
      harmless: [
        "\(set)/Contents.json": contents(entry("iphone", "60x60", "a.png", scale: "2x")),
        "\(set)/a.png": flat(120).encodedWithoutAlpha,
      ]),
    Case(
      testDescription: "a Contents.json after a merge", rule: "contents-unreadable",
      path: "\(set)/Contents.json", words: ["JSON"],
      planted: ["\(set)/Contents.json": Array("<<<<<<< ours\n".utf8)],
      harmless: ["\(set)/Contents.json": contents("")]),
    Case(
      testDescription: "an entry of a file that is not there", rule: "contents-missing-file",
      path: "\(set)/Contents.json", words: ["'a.png'"],
      planted: ["\(set)/Contents.json": store],
      harmless: ["\(set)/Contents.json": store, "\(set)/a.png": flat(1024).encodedWithoutAlpha]),
    Case(
      testDescription: "a size that Xcode does not know", rule: "contents-unknown-entry",
      path: "\(set)/Contents.json", words: ["'61x61'", "iphone"],
      planted: [
        "\(set)/Contents.json": contents(iphone + "," + entry("iphone", "61x61", "a.png")),
        "\(set)/a.png": flat(61).encodedWithoutAlpha,
        "\(set)/120.png": flat(120).encodedWithoutAlpha,
      ],
      harmless: [
        "\(set)/Contents.json": contents(iphone + "," + entry("iphone", "57x57", "a.png")),
        "\(set)/a.png": flat(57).encodedWithoutAlpha,
        "\(set)/120.png": flat(120).encodedWithoutAlpha,
      ]),
    Case(
      testDescription: "an idiom that nobody knows", rule: "contents-unknown-entry",
      path: "\(set)/Contents.json", words: ["'phone'"],
      planted: [
        "\(set)/Contents.json": contents(entry("phone", "57x57", "a.png")),
        "\(set)/a.png": flat(57).encodedWithoutAlpha,
      ],
      harmless: [
        "\(set)/Contents.json": contents(entry("car", "60x60", "a.png")),
        "\(set)/a.png": flat(60).encodedWithoutAlpha,
      ]),
    Case(
      testDescription: "a watch's icon without a role", rule: "contents-missing-role",
      path: "\(set)/Contents.json", words: ["appLauncher"],
      planted: watch(""), harmless: watch(",\"role\":\"appLauncher\",\"subtype\":\"38mm\"")),
    Case(
      testDescription: "a brand asset without a role", rule: "contents-missing-role",
      path: "B.brandassets/Contents.json", words: ["top-shelf-image"],
      planted: ["B.brandassets/Contents.json": Array(#"{"assets":[{"idiom":"tv"}]}"#.utf8)],
      harmless: [
        "B.brandassets/Contents.json": Array(
          #"{"assets":[{"idiom":"tv","role":"top-shelf-image"}]}"#.utf8)
      ]),
    Case(
      testDescription: "an image that no entry mentions", rule: "orphan-file",
      path: "\(set)/old.png", words: ["no entry"],
      planted: [
        "\(set)/Contents.json": store, "\(set)/a.png": flat(1024).encodedWithoutAlpha,
        "\(set)/old.png": flat(60).encoded,
      ],
      harmless: [
        "\(set)/Contents.json": store, "\(set)/a.png": flat(1024).encodedWithoutAlpha,
        "elsewhere/old.png": flat(60).encoded,
      ]),
    Case(
      testDescription: "each pixel four times", rule: "upscaled", path: "favicon-96x96.png",
      words: ["48 × 48"], planted: ["favicon-96x96.png": doubled(drawing(48)).encoded],
      harmless: ["favicon-96x96.png": drawing(96).encoded]),
    Case(
      testDescription: "blended to twice its size", rule: "upscaled", path: "playstore-icon.png",
      words: ["energy"], planted: ["playstore-icon.png": blended(drawing(256), times: 2).encoded],
      harmless: ["playstore-icon.png": drawing(512).encoded]),
    Case(
      testDescription: "blended to four times its size", rule: "upscaled",
      path: "playstore-icon.png", words: ["energy"],
      planted: ["playstore-icon.png": blended(drawing(128), times: 4).encoded],
      // A plain gradient has no fine detail either, and is no enlargement.
      harmless: [
        "playstore-icon.png":
          TestImage(width: 512, height: 512) { (UInt8($0 / 2), UInt8($1 / 2), 80, 255) }.encoded
      ]),
    Case(
      testDescription: "an .ico file cut off", rule: "damaged-container", path: "favicon.ico",
      words: ["damaged icon file"], planted: ["favicon.ico": Array(ico([48, 32, 16]).dropLast(9))],
      harmless: ["favicon.ico": ico([48, 32, 16])]),
    Case(
      testDescription: "an .ico file without 16 pixels", rule: "missing-picture",
      path: "favicon.ico", words: ["none for 16"], planted: ["favicon.ico": ico([48, 32])],
      harmless: ["favicon.ico": ico([48, 32, 16])]),
    Case(
      testDescription: "a manifest that names nothing", rule: "manifest-entry",
      path: "site.webmanifest", words: ["'/i/big.png'"],
      planted: ["site.webmanifest": manifest],
      harmless: [
        "site.webmanifest": manifest, "big.png": drawing(256).encoded,
      ]),
    Case(
      testDescription: "a manifest with another size", rule: "wrong-size", path: "big.png",
      words: ["256 × 256"],
      planted: ["site.webmanifest": manifest, "big.png": drawing(250).encoded],
      harmless: ["site.webmanifest": manifest, "big.png": drawing(256).encoded]),
    Case(
      testDescription: "a manifest with an empty name", rule: "manifest-name",
      path: "site.webmanifest", words: ["empty name and short_name", "--manifest name="],
      planted: ["site.webmanifest": Array(#"{"name":"","short_name":" "}"#.utf8)],
      harmless: ["site.webmanifest": Array(#"{"short_name":"App"}"#.utf8)]),
    Case(
      testDescription: "a manifest without a name", rule: "manifest-name",
      path: "site.webmanifest", words: ["has no name"],
      planted: ["site.webmanifest": Array(#"{"icons":[]}"#.utf8)],
      harmless: ["site.webmanifest": Array(#"{"name":"App"}"#.utf8)]),
  ]

  private static let tinted = entry(
    "universal", "1024x1024", "t.png",
    more: platform + #","appearances":[{"appearance":"luminosity","value":"tinted"}]"#)
  private static let iphone = entry("iphone", "60x60", "120.png", scale: "2x")
  private static let manifest = Array(
    #"{"name":"App","icons":[{"src":"/i/big.png","sizes":"256x256","type":"image/png"}]}"#.utf8)

  private static func watch(_ more: String) -> Files {
    [
      "\(set)/Contents.json": contents(entry("watch", "40x40", "a.png", scale: "2x", more: more)),
      "\(set)/a.png": flat(80).encodedWithoutAlpha,
    ]
  }

  /// The file with a text chunk's worth of bytes behind its end, which decoders pass over.
  private static func padded(_ file: [UInt8], to count: Int) -> [UInt8] {
    file + [UInt8](repeating: 0, count: count - file.count)
  }

  private static func ico(_ sides: [Int]) -> [UInt8] {
    let images = sides.map { flat($0).encoded }
    var directory: [UInt8] = [0, 0, 1, 0, UInt8(sides.count), 0]
    var offset = 6 + 16 * sides.count
    for (side, image) in zip(sides, images) {
      directory += [UInt8(side), UInt8(side), 0, 0, 1, 0, 32, 0]
      for value in [image.count, offset] {
        directory += [0, 8, 16, 24].map { UInt8(value >> $0 & 255) }
      }
      offset += image.count
    }
    return directory + images.joined()
  }

  // MARK: - Tests

  @Test(arguments: cases + BundleLintCases.cases) func plantedIsFoundAndHarmlessIsNot(
    _ example: Case
  ) throws {
    let lint = try lint(example.planted)
    let found = lint.findings.filter { $0.rule.id == example.rule }
    #expect(found.map { $0.path?.description } == [example.path], "\(lint.findings)")
    #expect(lint.findings.count == found.count, "\(lint.findings)")
    let text = found.map { $0.message + $0.remedy }.joined()
    for word in example.words { #expect(text.contains(word), "\(text)") }
    let harmless = try self.lint(example.harmless).findings
    #expect(harmless.isEmpty, "\(harmless)")
  }

  @Test func everyRuleHasACase() {
    // Those that read folders of Android resources have theirs in AndroidProjectTests.
    let android: Set = ["duplicate-resource", "misplaced-file", "missing-layer"]
    let rules =
      (Self.cases + BundleLintCases.cases).map(\.rule) + PlantedDefectsTests.defects.map(\.rule)
    #expect(android.union(rules) == Set(IconRules.all.map(\.id)))
    #expect(IconRules.all.map(\.id) == IconRules.all.map(\.id).sorted())
  }

  @Test func presetsAreRecognisedBelowAnyFolder() throws {
    let files = Dictionary(
      uniqueKeysWithValues: Self.classic.map { ("App/Resources/\($0)", $1) })
    let lint = try lint(files)
    #expect(lint.presets == ["classic"])
    #expect(lint.findings.isEmpty)
    #expect(lint.checked == 14)
  }

  @Test func aNamedPresetIsMissedAsAWhole() throws {
    let web = try #require(Preset.named("web"))
    let lint = try IconLint.judge([], presets: [web])
    #expect(lint.findings.count == web.icons.count + web.containers.count)
    #expect(Set(lint.findings.map(\.rule.id)) == ["missing-file"])
  }

  @Test func strangersSayNothing() throws {
    let lint = try lint(["photo.png": Self.flat(33).encoded, "icon-7.png": [1]])
    #expect(lint.checked == 0)
    #expect(lint.findings.isEmpty)
  }

  /// Whatever bytes a file has, it is judged and not crashed upon.
  @Test func damageOfEveryByteIsSurvived() throws {
    let good: Files = [
      "\(Self.set)/Contents.json": Self.contents(Self.iphone),
      "\(Self.set)/120.png": Self.drawing(12).encoded, "favicon.ico": Self.ico([16]),
      "site.webmanifest": Self.manifest,
    ]
    for (name, bytes) in good {
      for i in bytes.indices {
        var changed = bytes
        changed[i] ^= 0x5A
        _ = try lint(Self.with(good, name, changed))
        if i % 7 == 0 { _ = try lint(Self.with(good, name, Array(bytes.prefix(i)))) }
      }
    }
  }

  private func lint(_ files: Files) throws -> IconLint {
    try IconLint.judge(
      try files.map { IconFile(path: try RelativePath($0), bytes: $1) }, threads: 1)
  }
}
