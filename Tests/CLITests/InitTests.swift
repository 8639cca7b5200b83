import SafeFiles
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `assetkit init` as a person runs it.
struct InitTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Icons that a run made of a master are recognised, and so is the master.
  @Test(arguments: [
    ("classic", "icons"), ("ios", "App/Assets.xcassets"), ("ios-legacy,macos", "Assets.xcassets"),
    ("watchos-legacy", "Watch/Assets.xcassets"), ("android", "app/src/main/res"),
    ("web", "public"), ("icns", "mac"), ("windows", "win"), ("visionos", "V/Assets.xcassets"),
    ("tvos", "TV.xcassets"), ("tauri", "src-tauri/icons"), ("electron", "build"),
    ("chrome-extension", "extension/images"), ("windows-msix", "Package/Images"),
    ("linux", "data"),
  ])
  func presetsAndTheirMasterAreRecognised(presets: String, output: String) async throws {
    try folder.write("art/logo.png", try Checkout.masterBytes())
    try folder.write("package.json", #"{"devDependencies":{"electron":"39.0.0"}}"#)
    try folder.write(
      "extension/manifest.json",
      #"{"manifest_version":3,"icons":{"16":"images/icon16.png","48":"/images/icon48.png"}}"#)
    let made = try await run(
      ["icons", "art/logo.png", "--preset", presets, "-o", output, "--quiet"]
        + (presets == "linux" ? PresetTable.name : []))
    #expect(made.status == 0, "\(made.errors)")
    let outcome = try await run(["init"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = presets.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ", ")
    let text = try folder.text("assetkit.toml")
    #expect(text.contains("preset = [\(names)]\n"), "\(text)")
    #expect(text.contains("output = \"\(output)\"\n"), "\(text)")
    #expect(text.contains("master = \"art/logo.png\"\n"), "\(text)")
    try await expectTOML(text)
    // What is there is what the entry makes; without an active one there is nothing to check.
    let check = try await run(["icons", "--check"])
    #expect(check.status == (text.contains("\n[[icons]]") ? 0 : 64), "\(check.output)")
  }

  /// What was composed by hand is named, and no entry would make it again.
  @Test func bundlesOfIconComposerAreNamed() async throws {
    try folder.write("App/Logo.icon/icon.json", "{}")
    try folder.write("data/icon.json", "{}")
    let outcome = try await run(["init"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try folder.text("assetkit.toml")
    #expect(text.contains("# App/Logo.icon: an Icon Composer bundle\n"), "\(text)")
    #expect(text.contains("master = \"App/Logo.icon\"") && !text.contains("[[icons]]"))
    #expect(!text.contains("data/icon.json"))
  }

  /// The XML of an adaptive icon is not written where its layers are not.
  @Test func androidIconsWithoutLayersStayWithoutThem() async throws {
    try folder.write("logo.png", SmallPNG.grey(side: 1024))
    let made = try await run([
      "icons", "logo.png", "--preset", "android", "-o", "res", "--quiet",
    ])
    #expect(made.status == 0)
    var kept: [String: [UInt8]] = [:]
    for (path, bytes) in try folder.contents() {
      let isLayer = ["_foreground", "_monochrome", "_round", "playstore"].contains(
        where: path.contains)
      if path.hasSuffix(".png"), !isLayer { kept[path] = bytes }
    }
    try folder.reset(to: kept)
    let outcome = try await run(["init"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("no layers of an adaptive icon"))
    let check = try await run(["icons", "--check"])
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }

  @Test func aMasterIsOnlyTakenForWhatItLooksLike() async throws {
    try folder.write("logo.png", SmallPNG.flat(side: 1024, [200, 30, 30]))
    try folder.write("brand/app-icon.png", SmallPNG.grey(side: 1024))
    #expect(try await makeIOS(from: "brand/app-icon.png", to: "A.xcassets").status == 0)
    #expect(try await makeIOS(from: "logo.png", to: "B.xcassets").status == 0)
    try folder.write("other.png", SmallPNG.flat(side: 1024, [0, 90, 0]))
    #expect(try await makeIOS(from: "other.png", to: "C.xcassets").status == 0)
    try folder.handle.removeFile(RelativePath("other.png"))
    let outcome = try await run(["init"])
    let text = try folder.text("assetkit.toml")
    #expect(
      text.contains(
        "\nmaster = \"brand/app-icon.png\"\npreset = [\"ios\"]\noutput = \"A.xcassets\""))
    #expect(outcome.errors.contains("written; look it through, then run 'assetkit icons --check'"))
    #expect(
      text.contains("\nmaster = \"logo.png\"\npreset = [\"ios\"]\noutput = \"B.xcassets\""))
    #expect(text.contains("\n# output = \"C.xcassets\""))
    #expect(text.contains("commented out"))
    #expect(outcome.output.contains("C.xcassets/AppIcon.appiconset: an icon set: entry"))
    #expect(outcome.output.contains("it looks like A.xcassets/AppIcon.appiconset/ios-1024.png"))
    #expect(outcome.output.contains("Add to .gitattributes"))
    #expect(outcome.output.contains("assetkit check\n"))
  }

  /// File names that no preset has get a preset of the project's own.
  @Test func filesOfOtherNamesGetAPreset() async throws {
    try folder.write("logo.png", SmallPNG.grey(side: 1024))
    let made = try await run([
      "icons", "logo.png", "--preset", "none", "--size", "32,192", "-o", "web/img", "--quiet",
    ])
    #expect(made.status == 0)
    try folder.write("web/favicon.png", try folder.bytes(of: "web/img/icon-32.png"))
    try folder.write(
      "web/manifest.json",
      #"{"icons":[{"src":"/img/icon-192.png?v=2"},{"src":"https://example.org/x.png"}]}"#)
    #expect(try await run(["init"]).status == 0)
    let text = try folder.text("assetkit.toml")
    #expect(text.contains("  { path = \"img/icon-192.png\", size = 192, opaque = true },\n"))
    #expect(text.contains("  { path = \"favicon.png\", size = 32, opaque = true },\n"))
    #expect(text.contains("\noutput = \"web\"\n"))
    // It is read back, by another command than the one that wrote it.
    let icons = try await run(["icons", "logo.png", "--preset", "web-files", "--dry-run"])
    #expect(icons.status == 0, "\(icons.errors)")
    #expect(icons.output == "icons/favicon.png\t32\t32\nicons/img/icon-192.png\t192\t192\n")
  }

  @Test func whatOtherToolsPinIsNamedAndCounted() async throws {
    try folder.write("Package.resolved", #"{"pins":[{"identity":"a"},{"identity":"b"}]}"#)
    try folder.write("old/Package.resolved", #"{"object":{"pins":[{"package":"a"}]}}"#)
    try folder.write("Podfile.lock", "PODS:\n  - A (1.0):\n    - B\n  - B (2.0)\n\nSPECS:\n  - C\n")
    try folder.write(".gitmodules", "[submodule \"x\"]\n\tpath = x\n\turl = https://e.org/x\n")
    try folder.write("vendor.lock", "version = 1\n")
    let outcome = try await run(["init", "--dry-run"])
    #expect(outcome.status == 0)
    for line in [
      "# Package.resolved: 2 Swift packages,", "# old/Package.resolved: 1 Swift package,",
      "# Podfile.lock: 2 pods,", "# .gitmodules: 1 git submodule,", "# vendor.lock: ",
      "assetkit vendor import .gitmodules Package.resolved Podfile.lock old/Package.resolved\n",
    ] {
      #expect(outcome.output.contains(line))
    }
    try await expectTOML(outcome.output)
  }

  @Test func theDryRunPrintsTheFileAndWritesNothing() async throws {
    try folder.write("logo.png", SmallPNG.grey(side: 1024))
    #expect(try await makeIOS(from: "logo.png", to: "A.xcassets").status == 0)
    let before = try folder.contents()
    let dry = try await run(["init", "--dry-run"])
    #expect(dry.status == 0 && dry.errors.isEmpty)
    #expect(try folder.contents() == before)
    #expect(try await run(["init"]).status == 0)
    #expect(try folder.text("assetkit.toml") == dry.output)
  }

  @Test func anExistingFileStays() async throws {
    try folder.write("logo.png", SmallPNG.grey(side: 1024))
    #expect(try await makeIOS(from: "logo.png", to: "A.xcassets").status == 0)
    try folder.write("assetkit.toml", "not even TOML")
    let outcome = try await run(["init"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "assetkit: assetkit.toml: exists already, and is never changed; compare it "
        + "with 'assetkit init --dry-run'\n")
    #expect(outcome.output.isEmpty)
    #expect(try folder.text("assetkit.toml") == "not even TOML")
    #expect(try await run(["init", "--dry-run"]).status == 0)
  }

  @Test(arguments: [[], ["--dry-run"]])
  func aFolderWithNothingGetsNothing(_ options: [String]) async throws {
    try folder.write("readme.md", "")
    let outcome = try await run(["init"] + options)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("assetkit: init: found no icons"))
    #expect(try folder.names() == ["readme.md"])
  }

  /// What no entry can call its set would make the whole file unreadable.
  @Test(arguments: ["AppIcon (Beta)", "1", "Icône"])
  func aSetThatCannotBeNamedIsCommentedOut(name: String) async throws {
    try folder.write("logo.png", SmallPNG.grey(side: 1024))
    #expect(try await makeIOS(from: "logo.png", to: "A.xcassets").status == 0)
    try folder.reset(
      to: Dictionary(
        uniqueKeysWithValues: try folder.contents().map {
          ($0.key.replacing("AppIcon.", with: "\(name)."), $0.value)
        }))
    #expect(try await makeIOS(from: "logo.png", to: "B.xcassets").status == 0)
    let outcome = try await run(["init"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("'set' cannot be '\(name)'"))
    let text = try folder.text("assetkit.toml")
    #expect(text.contains("\n# set = \"\(name)\"\n"), "\(text)")
    let check = try await run(["icons", "--check"])
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }

  /// Names are written as correct TOML, and what is not a file is left alone.
  @Test func namesAreEscaped() async throws {
    let name = #"it's "quoted" [é] # ' art"#
    try folder.write("\(name)/logo.png", SmallPNG.grey(side: 1024))
    #expect(try await makeIOS(from: "\(name)/logo.png", to: "\(name)/A.xcassets").status == 0)
    let path = "\(folder.path)/"
    #expect(mkfifo(path + "icon.png", 0o644) == 0)
    #expect(mkdir(path + "new\nline", 0o755) == 0)
    #expect(symlink(".", path + "loop") == 0)
    let outcome = try await run(["init"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("1 names have control characters"))
    let found = try await Command.run(
      "python3",
      [
        "-c",
        "import tomllib; e, = tomllib.load(open('assetkit.toml', 'rb'))['icons']; "
          + "print(e['master'], e['output'], sep='\\n')",
      ], in: folder.path)
    #expect(found.output == "\(name)/logo.png\n\(name)/A.xcassets\n", "\(found.errors)")
  }

  private func expectTOML(_ text: String) async throws {
    let outcome = try await Command.run(
      "python3", ["-c", "import sys, tomllib; tomllib.loads(sys.stdin.read())"], input: text)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // And with every commented entry put into effect.
    let active = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isEntry =
        ["# [[", "#   { ", "# ]"].contains { line.hasPrefix($0) } || line.contains(" = ")
      return line.hasPrefix("# ") && isEntry ? String(line.dropFirst(2)) : String(line)
    }
    let all = try await Command.run(
      "python3", ["-c", "import sys, tomllib; tomllib.loads(sys.stdin.read())"],
      input: active.joined(separator: "\n"))
    #expect(all.status == 0, "\(all.errors)\n\(text)")
  }

  private func makeIOS(from master: String, to output: String) async throws -> Command.Outcome {
    try await run(["icons", master, "--preset", "ios", "-o", output, "--quiet"])
  }

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(arguments, in: folder.path)
  }
}
