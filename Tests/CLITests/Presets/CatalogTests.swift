import TestSupport
import Testing

/// Writing where something is already: what is ours is replaced, what is not stays.
struct CatalogTests {
  private let folder: TemporaryFolder
  private static let set = "Assets.xcassets/AppIcon.appiconset"
  private static let ios = ["--preset", "ios", "-o", "Assets.xcassets"]

  init() throws {
    folder = try TemporaryFolder()
  }

  /// As Xcode makes a new one, with a slot of another platform and a key and a file of the user's.
  private static let theirs = """
    {
      "images": [
        { "idiom": "universal", "platform": "ios", "size": "1024x1024" },
        { "idiom": "mac", "scale": "1x", "size": "16x16", "filename": "mine.png" },
        { "idiom": "universal", "platform": "ios", "size": "1024x1024", "display-gamut": "display-P3",
          "filename": "wide.png" }
      ],
      "properties": { "pre-rendered": true, "number": 1.50, "text": "\\u00e9\\ud83d\\ude00\\n" },
      "info": { "version": 1, "author": "me" }
    }
    """

  @Test func unknownEntriesKeysAndFilesStay() async throws {
    try folder.reset(to: [
      "\(Self.set)/Contents.json": Array(Self.theirs.utf8), "\(Self.set)/mine.png": [1],
      "Assets.xcassets/Contents.json": [2], "Assets.xcassets/Other.imageset/x.png": [3],
    ])
    #expect(try await run(Self.ios).status == 0)
    let contents = try folder.contents()
    #expect(contents["\(Self.set)/mine.png"] == [1])
    #expect(contents["Assets.xcassets/Contents.json"] == [2])
    #expect(contents["Assets.xcassets/Other.imageset/x.png"] == [3])
    // The user's style and order, and the further keys.
    let expected = """
      {
        "images": [
          {
            "idiom": "universal",
            "platform": "ios",
            "size": "1024x1024",
            "filename": "ios-1024.png"
          },
          {
            "idiom": "mac",
            "scale": "1x",
            "size": "16x16",
            "filename": "mine.png"
          },
          {
            "idiom": "universal",
            "platform": "ios",
            "size": "1024x1024",
            "display-gamut": "display-P3",
            "filename": "wide.png"
          }
        ],
        "properties": {
          "pre-rendered": true,
          "number": 1.50,
          "text": "é😀\\n"
        },
        "info": {
          "version": 1,
          "author": "me"
        }
      }
      """
    #expect(
      String(decoding: contents["\(Self.set)/Contents.json"] ?? [], as: UTF8.self) == expected)

    // The same again changes nothing, and the check finds only the second entry of the slot.
    #expect(try await run(Self.ios).status == 0)
    #expect(try folder.contents() == contents)
    let check = try await run(Self.ios + ["--check"])
    #expect(check.status == 1)
    #expect(
      check.output.hasPrefix(
        "\(Self.set)/Contents.json: error: has an entry that this run does not make: wide.png "
          + "[icon-left-over]\n"), "\(check.output)")
  }

  @Test func presetsOfSeparateRunsShareOneSet() async throws {
    for preset in ["ios", "macos", "watchos"] {
      #expect(try await run(["--preset", preset, "-o", "Assets.xcassets"]).status == 0)
    }
    let apart = try folder.contents()
    try folder.reset(to: [:])
    #expect(try await run(["--preset", "ios,macos,watchos", "-o", "Assets.xcassets"]).status == 0)
    #expect(try folder.contents() == apart)
    // What another preset put there and the set names is nobody's left-over.
    let check = try await run(["--preset", "macos", "-o", "Assets.xcassets", "--check"])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func driftOfDocumentsAndContainersIsFound() async throws {
    let arguments = ["--preset", "ios,web,windows,android", "-o", "out"]
    #expect(try await run(arguments).status == 0)
    var files = try folder.contents()
    files["out/AppIcon.appiconset/Contents.json"] = Array(
      #"{"images": [], "info": {"author": "xcode", "version": 1}}"#.utf8)
    files["out/favicon.ico"]?[100] ^= 0xFF
    files["out/app.ico"] = [0]
    files["out/site.webmanifest"] = nil
    let color = String(
      decoding: files["out/values/ic_launcher_background.xml"] ?? [], as: UTF8.self)
    files["out/values/ic_launcher_background.xml"] = Array(
      color.replacing("#FFFFFF", with: "#FF0000").utf8)
    files["out/AppIcon.icns"] = [1]
    try folder.reset(to: files)
    let outcome = try await run(arguments + ["--check"])
    #expect(outcome.status == 1)
    #expect(
      Set(outcome.output.split(separator: "\n")) == [
        "out/AppIcon.appiconset/Contents.json: error: has different contents [icon-different]",
        "out/app.ico: error: is not an .ico or .icns file [icon-different]",
        "out/favicon.ico: error: 48: has different contents [icon-different]",
        "out/values/ic_launcher_background.xml: error: has different contents [icon-different]",
        "out/AppIcon.icns: error: is left over from another preset or size [icon-left-over]",
        "out/site.webmanifest: error: is missing [icon-missing]",
        "  remedy: run the 'assetkit icons' command that made them, and commit the result",
        "  remedy: remove it, or add its preset or size to the command",
      ])
    #expect(try folder.contents() == files)
  }

  @Test func aManifestKeepsItsNameAndItsPaths() async throws {
    #expect(try await run(["--preset", "web", "-o", "out"]).status == 0)
    var files = try folder.contents()
    let text = String(decoding: files["out/site.webmanifest"] ?? [], as: UTF8.self)
      .replacing(#""name" : """#, with: #""name" : "Ours""#)
      .replacing(#""src" : "web"#, with: #""src" : "/static/web"#)
    files["out/site.webmanifest"] = Array(text.utf8)
    try folder.reset(to: files)
    #expect(try await run(["--preset", "web", "-o", "out"]).status == 0)
    #expect(try folder.contents() == files)
  }

  @Test(arguments: [
    ("\(set)/notes.txt", "x", "has no Contents.json, so it is not an icon set"),
    ("\(set)/Contents.json", "{\"info\": {}}", "has no 'images', so its folder is not an icon set"),
    (
      "\(set)/Contents.json", "{\"images\": [}",
      "is not a JSON object (see line 1), so nothing can be added to it"
    ),
    ("\(set)/Contents.json", "{\"a\": 1, \"a\": 2}", "is not a JSON object"),
    ("\(set)/Contents.json", "[]", "is not a JSON object"),
  ])
  func whatIsNoIconSetIsRefusedAndLeftAlone(
    path: String, text: String, problem: String
  ) async throws {
    try folder.reset(to: [path: Array(text.utf8)])
    let before = try folder.contents()
    let outcome = try await run(Self.ios)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(problem), "\(outcome.errors)")
    #expect(try folder.contents() == before)
  }

  @Test func dryRunNamesEveryFileAndWritesNone() async throws {
    let outcome = try await run(["--preset", "ios,windows", "-o", "out", "--dry-run"])
    #expect(outcome.status == 0)
    let paths = Set(
      outcome.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first })
    #expect(
      paths == [
        "out/AppIcon.appiconset/ios-1024.png", "out/AppIcon.appiconset/Contents.json",
        "out/app.ico",
      ])
    #expect(try folder.contents().isEmpty)
  }

  @Test func transparencyIsFlattenedWithOneWarning() async throws {
    let white = try await run(["--preset", "ios,web", "-o", "white"])
    #expect(
      white.errors.split(separator: "\n").filter { $0.contains("has transparency") }.count == 1)
    #expect(white.errors.contains("AppIcon.appiconset/ios-1024.png"))
    let red = try await run(["--preset", "ios,web", "-o", "red", "--background", "#ff0000"])
    #expect(!red.errors.contains("has transparency"))
  }

  @Test func aMasterForOneSizeIsUsedAndNamed() async throws {
    try folder.reset(to: [
      "logo.png": SmallPNG.grey(side: 64), "logo-16.png": SmallPNG.grey(side: 16),
      "drawn.png": SmallPNG.grey(side: 32),
    ])
    let outcome = try await Program.run(
      [
        "icons", "logo.png", "--preset", "none", "--size", "16,32,48", "--at", "32=drawn.png", "-o",
        ".",
      ], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("logo-16.png: is used for icons of 16 pixels"))
    let alone = try await Program.run(
      ["icons", "logo-16.png", "--preset", "none", "--size", "16", "-o", "alone"],
      in: folder.path)
    #expect(alone.status == 0)
    let files = try folder.contents()
    #expect(files["icon-16.png"] == files["alone/icon-16.png"])
    #expect(files["icon-16.png"] != nil)
  }

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(["icons", Checkout.master] + arguments, in: folder.path)
  }
}
