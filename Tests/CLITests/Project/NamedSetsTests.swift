import TestSupport
import Testing

/// `set` and `--name`, `without`, `output` by preset, and `manifest`: what is in the files.
struct NamedSetsTests {
  private static let entry = """
    [[icons]]
    name = "app"
    master = "art/icon.png"
    preset = ["ios", "android"]
    allow-upscale = true
    output = "App"
    """

  @Test func aSetHasItsNameOnEveryPlatformAndEveryReferenceFollows() async throws {
    let project = try ProjectFolder(
      Self.entry + "\n[[icons]]\nname = \"app-beta\"\nlike = \"app\"\nset = \"AppIcon-Beta\"")
    let outcome = try await project.icons()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let made = try project.made()
    #expect(made.count % 2 == 0)
    for path in made where !path.contains("AppIcon-Beta") && !path.contains("launcher_beta") {
      let beta =
        path.contains("playstore-icon")
        ? "App/ic_launcher_beta-playstore.png"
        : path.replacing("AppIcon.", with: "AppIcon-Beta.")
          .replacing("ic_launcher", with: "ic_launcher_beta")
      #expect(made.contains(beta), "\(path)")
    }
    for suffix in ["", "_round"] {
      let xml = try project.folder.text("App/mipmap-anydpi-v26/ic_launcher_beta\(suffix).xml")
      #expect(xml.contains("@color/ic_launcher_beta_background"))
      #expect(xml.contains("@mipmap/ic_launcher_beta_foreground"))
      #expect(xml.contains("@mipmap/ic_launcher_beta_monochrome"))
      #expect(!xml.contains("ic_launcher_foreground"))
    }
    #expect(
      try project.folder.text("App/values/ic_launcher_beta_background.xml")
        .contains("<color name=\"ic_launcher_beta_background\">"))
    #expect(try await project.icons("--check").status == 0)
    let lint = try await project.icons("--lint")
    #expect(lint.status == 0, "\(lint.output)")
  }

  @Test(arguments: ["", "../x", "a/b", "-x", "1a", "x\"y", "x<y"])
  func aNameThatNoPlatformTakesIsRefused(_ name: String) async throws {
    let project = try ProjectFolder("")
    let outcome = try await project.icons("art/icon.png", "--preset", "ios", "--name=\(name)")
    #expect(outcome.status == 64)
  }

  @Test func whatIsLeftOutIsNeitherMadeNorMissedNorMentioned() async throws {
    let project = try ProjectFolder(
      """
      [[icons]]
      master = "art/icon.png"
      preset = ["android", "web"]
      allow-upscale = true
      without = [
        "**/ic_launcher_monochrome.png", "site.webmanifest", "*maskable.png", "favicon.ico",
      ]
      """)
    let outcome = try await project.icons()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let left = ["monochrome", "webmanifest", "maskable", "favicon.ico"]
    for path in try project.made() {
      for word in left { #expect(!path.contains(word), "\(path)") }
    }
    for (document, word) in [
      ("mipmap-anydpi-v26/ic_launcher.xml", "monochrome"), ("favicon-links.html", "webmanifest"),
      ("favicon-links.html", "favicon.ico"),
    ] {
      #expect(!(try project.folder.text("icons/\(document)").contains(word)), "\(document)")
    }
    #expect(try await project.icons("--check").status == 0)
    // A file of the owner's in such a place is not left over.
    try project.folder.create("icons/favicon.ico", [1])
    #expect(try await project.icons("--check").status == 0)
  }

  /// An entry of a file that is left out stays as long as there is such a file, as its owner's.
  @Test func whatIsLeftOutLaterIsNotMentionedOnceItIsGone() async throws {
    let lines = "[[icons]]\nmaster = \"art/icon.png\"\npreset = \"web\"\nallow-upscale = true\n"
    let project = try ProjectFolder(lines)
    _ = try await project.icons()
    try project.write(lines + "without = \"*192x192-maskable.png\"")
    #expect(try await project.icons("--check").status == 0)
    try await project.shell("rm icons/*192x192-maskable.png")
    #expect(try await project.icons("--check").status == 1)
    _ = try await project.icons()
    let manifest = try project.folder.text("icons/site.webmanifest")
    #expect(!manifest.contains("192x192-maskable"))
    #expect(manifest.contains("512x512-maskable"))
  }

  @Test func eachPresetGoesToItsFolder() async throws {
    let project = try ProjectFolder(
      """
      [[icons]]
      master = "art/icon.png"
      preset = ["ios", "web", "windows"]
      allow-upscale = true
      output = { ios = "App/Assets.xcassets", web = "site", windows = "." }
      """)
    let outcome = try await project.icons()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let made = try project.made()
    #expect(made.contains("App/Assets.xcassets/AppIcon.appiconset/ios-1024.png"))
    #expect(made.contains("site/favicon.ico"))
    #expect(made.contains("app.ico"))
    #expect(made.count == 2 + 9 + 1)
    #expect(try await project.icons("--check").status == 0)
  }

  @Test func aManifestKeepsWhatOthersWroteAndSaysWhatItIsTold() async throws {
    let lines = """
      [[icons]]
      master = "art/icon.png"
      preset = "web"
      allow-upscale = true
      output = "site"
      """
    let project = try ProjectFolder(lines)
    _ = try await project.icons()
    try await project.shell(
      "sed -i 's/\"start_url\": \".\"/\"start_url\": \"home\"/' site/site.webmanifest; sed -i 's/\"start_url\" : \".\"/\"start_url\" : \"home\"/' site/site.webmanifest"
    )
    try project.folder.write(
      "assetkit.toml",
      "version = 1\n\(lines)\nmanifest = { name = \"Ä \\\"b\\\"\", theme-color = \"#123456\" }\n")
    #expect(try await project.icons("--check").status == 1)
    _ = try await project.icons()
    let script = """
      import json
      manifest = json.load(open("site/site.webmanifest"))
      assert manifest["name"] == 'Ä "b"', manifest
      assert manifest["short_name"] == 'Ä "b"', manifest
      assert manifest["theme_color"] == "#123456", manifest
      assert manifest["start_url"] == "home", manifest
      """
    let outcome = try await Command.run("python3", ["-c", script], in: project.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await project.icons("--check").status == 0)
  }
}
