import TestSupport
import Testing

/// What an entry of `[[icons]]` means, key by key, and what is wrong with it.
struct IconEntryTests {
  /// Each entry's lines, and the arguments that mean the same.
  static let pairs: [(keys: String, arguments: [String])] = [
    ("", []),
    ("preset = \"none\"\nsize = 20", ["--preset", "none", "--size", "20"]),
    ("size = [16, 32]", ["--size", "16,32"]),
    ("preset = [\"web\", \"windows\"]", ["--preset", "web,windows"]),
    (
      "preset = \"android\"\nset = \"ic_launcher_dev\"\nbackground = \"#102030\"",
      ["--preset", "android", "--name", "ic_launcher_dev", "--background", "#102030"]
    ),
    (
      "preset = \"android\"\nbackground = \"art/other.png\"\nforeground = \"art/icon.png\"\nmonochrome = \"art/other.png\"",
      [
        "--preset", "android", "--background", "art/other.png", "--foreground", "art/icon.png",
        "--monochrome", "art/other.png",
      ]
    ),
    (
      "preset = \"ios\"\ndark = \"art/other.png\"\ntinted = \"art/other.png\"",
      ["--preset", "ios", "--dark", "art/other.png", "--tinted", "art/other.png"]
    ),
    ("at = { 29 = \"art/other.png\" }", ["--at", "29=art/other.png"]),
    ("fit = \"pad\"\npadding = 10", ["--fit", "pad", "--padding", "10"]),
    ("preset = \"macos\"\nmask = \"rounded\"", ["--preset", "macos", "--mask", "rounded"]),
    ("filter = \"box\"", ["--filter", "box"]), ("ringing = true", ["--ringing"]),
    ("ringing = false", ["--no-ringing"]), ("color = \"keep\"", ["--color", "keep"]),
    ("light = \"perceptual\"", ["--light", "perceptual"]),
    ("preset = \"web\"\nflatten = true", ["--preset", "web", "--flatten"]),
    ("optimize = true", ["--optimize"]), ("optimize = false", []),
    (
      "preset = \"web\"\nwithout = [\"favicon*\", \"*maskable.png\"]",
      ["--preset", "web", "--without", "favicon*", "--without", "*maskable.png"]
    ),
    (
      "preset = \"web\"\nmanifest = { name = \"An App\", short-name = \"App\", theme-color = \"#123456\" }",
      [
        "--preset", "web", "--manifest", "name=An App", "--manifest", "short-name=App",
        "--manifest", "theme-color=#123456",
      ]
    ),
  ]

  @Test func everyKeyMeansWhatItsOptionMeans() async throws {
    for (keys, arguments) in Self.pairs {
      let output = "output = \"made\"\nallow-upscale = true\n"
      let project = try ProjectFolder(
        "[[icons]]\nmaster = \"art/icon.png\"\n\(output)\(keys)", masters: ["icon"])
      try project.folder.create("art/other.png", SmallPNG.flat(side: 48, [200, 30, 30]))
      let entry = try await project.icons()
      #expect(entry.status == 0, "\(keys): \(entry.errors)")
      let ofEntry = try project.folder.contents(of: "made")
      try await project.shell("rm -r made")
      let command = try await Program.run(
        ["icons", "art/icon.png", "-o", "made", "--allow-upscale"] + arguments, in: project.path)
      #expect(command.status == 0, "\(arguments): \(command.errors)")
      #expect(try project.folder.contents(of: "made") == ofEntry, "\(keys)")
    }
    // Every key but 'output' and 'allow-upscale', which all of them have.
    let tested = Self.pairs.map(\.keys).joined(separator: "\n")
    for key in try await IconKeysTests.keys().subtracting(IconKeysTests.ownKeys)
    where key != "output" && key != "allow-upscale" {
      #expect(tested.contains("\(key) ="), "\(key)")
    }
  }

  /// TOML cannot take a key away, so one that only suits the other entry is no mistake.
  @Test func anInheritedKeyMayHaveNoEffect() async throws {
    let project = try ProjectFolder(
      """
      [[icons]]
      name = "app"
      master = "art/icon.png"
      preset = ["ios", "web"]
      output = { ios = "App", web = "site" }
      dark = "art/icon.png"
      at = { 29 = "art/icon.png" }
      mask = "rounded"
      without = "favicon.ico"
      manifest = { name = "App" }
      set = "Beta"
      allow-upscale = true

      [[icons]]
      name = "plain"
      like = "app"
      preset = "none"
      size = 8
      output = "plain"
      """)
    let outcome = try await project.icons("--only", "plain")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("icons[0].mask: 'mask' rounded has no effect"))
    let text = try project.folder.text("assetkit.toml")
    try project.folder.write(
      "assetkit.toml",
      text.replacing("mask = \"rounded\"\nat", with: "at")
        .replacing("mask = \"rounded\"\n", with: "").replacing("at = { 29", with: "at = { 1024"))
    let plain = try await project.icons("--only", "plain")
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(try project.made() == ["plain/icon-8.png"])
  }

  /// Each mistake in an entry whose header is on line 2, with its place and some words of the message.
  @Test(arguments: [
    ("", "2:3: icons[0]: has no name; an entry without a master of its own needs one"),
    ("name = \"a\"", "2:3: icons[0]: has no master"),
    ("master = \"../icon.png\"", "3:10: icons[0].master: '../icon.png'"),
    ("master = \"/icon.png\"", "3:10: icons[0].master: '/icon.png'"),
    ("master = \"art/icon.png\"\noutput = \"../x\"", "4:10: icons[0].output: '../x'"),
    ("master = \"a.png\"\ndark = \"../x.png\"", "4:8: icons[0].dark: '../x.png'"),
    ("master = \"a.png\"\nat = { 16 = \"/x.png\" }", "4:6: icons[0].at: '/x.png'"),
    (
      "master = \"a.png\"\nfit = \"squash\"",
      "4:7: icons[0].fit: 'squash' is not valid, expected one of 'longest', 'pad' or 'crop'"
    ),
    (
      "master = \"a.png\"\nbackground = \"blue\"",
      "4:14: icons[0].background: 'blue' is not valid, expected #rrggbb|file"
    ),
    ("master = \"a.png\"\npadding = 46", "4:11: icons[0].padding: 'padding' must be 0 to 45"),
    (
      "master = \"a.png\"\npreset = [\"ios\", \"andriod\"]",
      "4:10: icons[0].preset: There is no preset 'andriod'; did you mean 'android'?"
    ),
    (
      "master = \"a.png\"\nmask = \"rounded\"",
      "4:8: icons[0].mask: 'mask' rounded has no effect on these icons; presets that use it: macos"
    ),
    (
      "master = \"a.png\"\nset = \"App\"",
      "4:7: icons[0].set: 'set' has no effect on these icons; presets that use it: ios"
    ),
    (
      "master = \"a.png\"\nwithout = \"none*\"",
      "4:11: icons[0].without: 'without' 'none*' has no effect"
    ),
    ("master = \"a.png\"\nwithout = \"**\"", "4:11: icons[0].without: 'without' leaves nothing"),
    ("master = \"a.png\"\nsize = 0", "4:8: icons[0].size: 'size' 0 is out of range"),
    (
      "master = \"a.png\"\ncolor = \"keep\"\nbackground = \"#000000\"",
      "5:14: icons[0].background: 'background' is in sRGB"
    ),
    ("master = \"a.png\"\nlike = \"a\"", "4:8: icons[0].like: 'a' is like this entry itself"),
    (
      "master = \"a.png\"\n[[icons]]\nname = \"b\"\nlike = \"c\"",
      "6:8: icons[1].like: there is no entry 'c'; did you mean"
    ),
    (
      "master = \"a.png\"\nlike = \"b\"\n[[icons]]\nname = \"b\"\nlike = \"a\"",
      "icons[1].like: 'a' is like this entry itself"
    ),
    (
      "master = \"a.png\"\n[[icons]]\nmaster = \"x/a.png\"",
      "4:3: icons[1]: 'a' is already the name"
    ),
    (
      "master = \"a.png\"\npreset = \"ios\"\noutput = { web = \"x\" }",
      "5:18: icons[0].output.web: 'web' is not one of the entry's presets, ios"
    ),
    (
      "master = \"a.png\"\npreset = [\"ios\", \"web\"]\noutput = { web = \"x\" }",
      "5:10: icons[0].output: has no folder for the preset 'ios'"
    ),
    (
      "master = \"a.png\"\npreset = \"web\"\nsize = 8\noutput = { web = \"x\" }",
      "6:10: icons[0].output: has no folder for 'size'"
    ),
  ])
  func aMistakeHasTheLineOfItsKey(lines: String, message: String) async throws {
    let project = try ProjectFolder("[[icons]]\n\(lines)")
    let outcome = try await project.icons()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("assetkit: assetkit.toml:"))
    #expect(try project.made() == [])
  }
}
