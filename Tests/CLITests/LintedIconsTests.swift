import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `icons --lint` as a person and a script run it.
struct LintedIconsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.reset(to: ["master.png": SmallPNG.grey(side: 1024), "empty/": []])
  }

  /// The files of all built-in presets, made from a master of full size, have no findings.
  @Test func whatTheBuiltInPresetsMakeIsClean() async throws {
    let made = try await run(
      // A bundle of Icon Composer in the place of a set is a finding.
      ["master.png", "--without", "AppIcon.icon/**", "-o", "out"] + PresetTable.options)
    #expect(made.status == 0)
    #expect(made.errors.split(separator: "\n").count == 1, "\(made.errors)")
    let outcome = try await run(["--lint", "out"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("nothing found"))
  }

  @Test func findingsAreLinesAndADocument() async throws {
    #expect(try await run(["master.png", "--preset", "classic", "-o", "out"]).status == 0)
    var files = try folder.contents()
    files["out/icon-29.png"] = nil
    files["out/icon-40.png"] = SmallPNG.grey(side: 41)
    try folder.reset(to: files)
    let outcome = try await run(["--lint", "out"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        out/icon-40.png: error: is 41 × 41 pixels, expected 40 × 40 [wrong-size]
        out/icon-29.png: warning: is missing (required by preset classic) [missing-file]
          remedy: run assetkit icons MASTER.png --preset classic -o out

        """)
    #expect(outcome.errors == "assetkit: out: 13 files (classic): 1 error, 1 warning\n")

    let json = try await run(["--lint", "out", "--json"])
    #expect(json.status == 1)
    #expect(json.output.contains("\"schema\": 1"))
    #expect(json.output.contains("\"rule\": \"missing-file\""))
    #expect(json.errors.isEmpty)
    #expect(try folder.contents() == files)

    let sarif = try await run(["--lint", "./out", "--sarif", "/dev/stdout", "--json"])
    #expect(sarif.status == 1)
    #expect(sarif.output.contains("\"uri\": \"out/icon-29.png\""))
    #expect(
      sarif.output.contains(
        "\"remedy\": \"run assetkit icons MASTER.png --preset classic -o ./out\""))
  }

  @Test func aFolderWithNothingToCheckIsNotClean() async throws {
    for name in ["empty", "nowhere"] {
      let outcome = try await run(["--lint", name])
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("assetkit: \(name): "))
      #expect(outcome.output.isEmpty)
    }
    let web = try await run(["--lint", "empty", "--preset", "web"])
    #expect(web.status == 1)
    #expect(web.output.contains("empty/favicon.ico: error: is missing"))
  }

  /// A file of any kind that an entry names is there, on disk, wherever the linted folder begins.
  @Test func filesOfOtherFormatsAreThere() async throws {
    let set = "App.xcassets/Logo.imageset"
    let names = ["a.pdf", "b.svg", "c.heic", "d.jpg", "e.webp", "f.gif"]
    let images = names.map { "{\"filename\":\"\($0)\",\"idiom\":\"universal\"}" }
    try folder.write("\(set)/Contents.json", "{\"images\":[\(images.joined(separator: ","))]}")
    for name in names { try folder.write("\(set)/\(name)", "") }
    for place in [".", "App.xcassets", set] {
      #expect(try await run(["--lint", place]).status == 0)
    }
    var files = try folder.contents()
    files["\(set)/b.svg"] = nil
    try folder.reset(to: files)
    let outcome = try await run(["--lint", "App.xcassets"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("warning: names 'b.svg', which does not exist"))
  }

  /// The build settings stand above the folder that is checked.
  @Test func theStoresIconIsTheOneOfTheBuildSettings() async throws {
    let catalog = "App/Assets.xcassets"
    for name in ["Main", "Other"] {
      let made = [
        "icons", "master.png", "--preset", "ios", "--name", name, "-o", catalog, "--quiet",
      ]
      #expect(try await Program.run(made, in: folder.path).status == 0)
      try folder.write("\(catalog)/\(name).appiconset/ios-1024.png", SmallPNG.grey(side: 512))
    }
    try folder.write(
      "App.xcodeproj/project.pbxproj", "ASSETCATALOG_COMPILER_APPICON_NAME = \"$(ICON)\";")
    try folder.write("Base.xcconfig", "ICON = Main // the store's\n")
    let outcome = try await run(["--lint", catalog])
    let lines = outcome.output.split(separator: "\n").filter { $0.contains("[wrong-size]") }
    #expect(lines.map { $0.contains("Main.appiconset") } == [true, false])
    #expect(lines.map { $0.contains(": error: ") } == [true, false])
    #expect(outcome.errors.contains("1 error, 1 warning"))
  }

  /// A folder and its entry find the same, and both name the command that mends it.
  @Test func entriesAndTheirFolderAgree() async throws {
    try folder.write(
      "assetkit.toml",
      """
      version = 1
      [[icons]]
      name = "app"
      master = "master.png"
      preset = "ios"
      output = "Assets.xcassets"
      """)
    #expect(try await run(["--quiet"]).status == 0)
    let set = "Assets.xcassets/AppIcon.appiconset"
    try folder.write("\(set)/old.png", SmallPNG.grey(side: 60))
    try folder.write("\(set)/ios-1024.png", SmallPNG.grey(side: 512))
    let entry = try await run(["--lint"])
    let named = try await run(["--lint", "Assets.xcassets"])
    #expect(entry.status == 1)
    #expect(entry.output == named.output)
    #expect(entry.output.contains("remedy: run assetkit icons --only app\n"))
    #expect(entry.output.contains("remedy: remove it with rm \(set)/old.png"))
    // The remedy is a command that works.
    #expect(try await run(["--only", "app", "--quiet"]).status == 0)
    #expect(try await run(["--lint"]).output.contains("[wrong-size]") == false)
    let check = try await Program.run(["check"], in: folder.path)
    #expect(check.output.contains("[orphan-file]") || check.output.contains("[icon-left-over]"))
  }

  @Test func whatWasJustMadeIsJudgedToo() async throws {
    let small = try await Program.run(
      ["icons", Checkout.master, "--preset", "none", "--size", "128", "-o", ".", "--quiet"],
      in: folder.path)
    #expect(small.status == 0)
    let outcome = try await run(["icon-128.png", "--preset", "web", "--allow-upscale", "-o", "out"])
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("[upscaled]") }
    #expect(lines.contains { $0.contains("out/web-app-manifest-512x512.png: looks enlarged") })
  }

  /// Waves of five pixels in the icons of 180 and 192, and nothing finer: as if these were enlarged. The
  /// master of 1024 says that they are not.
  @Test func iconsOfSoftArtAreNotEnlarged() async throws {
    let waves = (0..<1024).map { UInt8(128 + 100 * sin(Double($0) / 30 * 2 * .pi)) }
    try folder.write("waves.png", SmallPNG.grey(waves))
    let outcome = try await run(["waves.png", "--preset", "web", "-o", "out"])
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("out/apple-touch-icon.png"))
    #expect(!outcome.errors.contains("192x192"))
    let judged = try await run(["--lint", "out"])
    #expect(judged.output.contains("out/apple-touch-icon.png: warning: looks enlarged"))
  }

  @Test(arguments: [["master.png", "--lint", "out"], ["--lint", "out", "--watch"]])
  func itGoesAlone(_ arguments: [String]) async throws {
    #expect(try await run(arguments).status == 64)
  }

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(["icons"] + arguments, in: folder.path)
  }
}
