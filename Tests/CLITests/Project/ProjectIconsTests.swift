import TestSupport
import Testing

/// `assetkit icons` without a master: what `assetkit.toml` says, in one run.
struct ProjectIconsTests {
  static let two = """
    [[icons]]
    name = "app"
    master = "art/icon.png"
    preset = "none"
    size = [16, 32]
    output = "App/Assets"

    [[icons]]
    name = "site"
    like = "app"
    size = 8
    output = "site"
    """
  static let files: Set = [
    "App/Assets/icon-16.png", "App/Assets/icon-32.png", "site/icon-8.png",
  ]

  @Test(arguments: [".", "sub/folder"])
  func everyEntryIsMadeFromAnyFolderOfTheProject(_ place: String) async throws {
    let project = try ProjectFolder(Self.two)
    let listed = try await project.icons("--dry-run", in: place)
    let up = place == "." ? "" : "../../"
    #expect(
      Set(listed.output.split(separator: "\n").map { $0.split(separator: "\t")[0] })
        == Set(Self.files.map { "\(up)\($0)"[...] }))
    #expect(try project.made() == [])
    let outcome = try await project.icons(in: place)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("assetkit: app, site: wrote 3 files, 8 to 32 pixels"))
    #expect(try project.made() == Self.files)
    #expect(try await project.icons("--check", in: place).status == 0)
    let there = try await Program.run(["-C", project.path, "icons", "--check"])
    #expect(there.status == 0, "\(there.errors)")
  }

  @Test func onlyPicksEntriesAndTheFilesOfOthersAreNotLeftOver() async throws {
    let project = try ProjectFolder(
      Self.two.replacing("output = \"site\"", with: "output = \"App/Assets\""))
    #expect(try await project.icons("--only", "site").status == 0)
    #expect(try project.made() == ["App/Assets/icon-8.png"])
    #expect(try await project.icons("--only=app,site").status == 0)
    #expect(try await project.icons("--only", "site", "--check").status == 0)
    try await project.shell("cp App/Assets/icon-8.png App/Assets/icon-9.png")
    let check = try await project.icons("--only", "site", "--check")
    #expect(check.status == 1)
    #expect(check.output.hasPrefix("App/Assets/icon-9.png: "), "\(check.output)")
    let unknown = try await project.icons("--only", "sites")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors.contains("There is no entry 'sites' in assetkit.toml; did you mean 'site'?"))
  }

  @Test func onlyDoesNotReplaceTheMasterOfAnotherEntry() async throws {
    let project = try ProjectFolder(
      Self.two
        + "\n[[icons]]\nname = \"next\"\nmaster = \"App/Assets/icon-16.png\"\npreset = \"none\"\nsize = 4\noutput = \"next\""
    )
    try await project.shell("mkdir -p App/Assets; cp art/icon.png App/Assets/icon-16.png")
    for options in [["--only", "app"], []] {
      let outcome = try await Program.run(["icons"] + options, in: project.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("icon-16.png: is an input, and would be replaced by an icon"))
    }
    try await project.shell("cmp art/icon.png App/Assets/icon-16.png")
  }

  /// `icon-16.png` beside `icon.png` would be its master for 16 pixels, were it not an icon itself.
  @Test func iconsOfAnotherEntryAreNotFoundAsMasters() async throws {
    let project = try ProjectFolder(
      """
      [[icons]]
      name = "a"
      master = "art/icon.png"
      preset = "none"
      size = 16
      output = "art"

      [[icons]]
      name = "b"
      like = "a"
      output = "b"
      """)
    #expect(try await project.icons().status == 0)
    for options in [["--only", "b"], ["--check"], []] {
      let outcome = try await Program.run(["icons"] + options, in: project.path)
      #expect(outcome.status == 0 && !outcome.errors.contains("is used for"), "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ("preset = \"none\"\noutput = {}", "leaves nothing to make"),
    ("name = \"a\\nb\"", "or has a comma or a control character"),
    (
      "output = \"x\"\n[[icons]]\nname = \"b\"\nlike = \"icon\"\noutput = \"X\"",
      "would be written by both"
    ),
    (
      (0..<20).map { "[[icons]]\nname = \"n\($0)\"\nlike = \"\($0 == 0 ? "icon" : "n\($0 - 1)")\"" }
        .joined(separator: "\n"), "a chain of more than 16 entries"
    ),
  ])
  func whatCannotBeMadeIsSaid(keys: String, problem: String) async throws {
    let project = try ProjectFolder("[[icons]]\nmaster = \"art/icon.png\"\n\(keys)", side: 256)
    for command in [["icons"], ["icons", "--check"], ["icons", "--lint"], ["check"]] {
      let outcome = try await Program.run(["-C", project.path] + command)
      // What is missing is also found.
      #expect(outcome.status == 2 || command == ["icons", "--lint"], "\(outcome.errors)")
      #expect(outcome.errors.contains(problem) || command == ["icons", "--lint"])
    }
  }

  @Test func oneMistakeAndNothingIsWritten() async throws {
    let project = try ProjectFolder(Self.two, side: 16)
    let outcome = try await project.icons()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("art/icon.png: is 16 × 16 pixels, smaller than the 32"))
    #expect(try project.made() == [])
  }

  @Test func oneOutputThatCannotBeWrittenAndNoneIs() async throws {
    let project = try ProjectFolder(Self.two)
    try project.folder.create("site", "a file where a folder is to be")
    let before = try project.folder.contents()
    let outcome = try await project.icons()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("site"), "\(outcome.errors)")
    #expect(try project.folder.contents() == before)
  }

  @Test func twoEntriesThatWriteOneFileAreRefusedWithBothNames() async throws {
    let project = try ProjectFolder(
      Self.two.replacing("output = \"site\"", with: "output = \"App/Assets\"")
        .replacing("size = 8", with: "size = [8, 16]"))
    for option in [[], ["--check"], ["--dry-run"]] {
      let outcome = try await Program.run(["icons"] + option, in: project.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains("App/Assets/icon-16.png: would be written by both app and site"),
        "\(outcome.errors)")
    }
    #expect(try project.made() == [])
  }

  @Test func twoEntriesShareACatalogSet() async throws {
    let entry = "[[icons]]\nmaster = \"art/icon.png\"\nallow-upscale = true\n"
    let project = try ProjectFolder(
      "\(entry)name = \"a\"\npreset = \"ios\"\n\(entry)name = \"b\"\npreset = \"macos\"")
    let outcome = try await project.icons()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let contents = try project.folder.text("icons/AppIcon.appiconset/Contents.json")
    #expect(contents.contains("ios-1024.png") && contents.contains("mac-16.png"))
    #expect(try await project.icons("--check").status == 0)
    #expect(try await project.icons("--lint").status == 0)
  }

  /// The folders above the outputs contain more than icons: they are not exchanged.
  @Test func foldersOfOthersStayWhatTheyAre() async throws {
    let project = try ProjectFolder(
      Self.two.replacing("output = \"site\"", with: "output = \"App/site\""))
    try project.folder.create("App/main.c", [1])
    let before = try await project.shell("stat -c '%i %Y' App/main.c; stat -c %i App")
    #expect(try await project.icons().status == 0)
    #expect(try await project.shell("stat -c '%i %Y' App/main.c; stat -c %i App") == before)
    #expect(try await project.shell("ls -A . App | grep -c assetkit- || true") == "0\n")
  }

  @Test func unchangedFilesKeepTheirTimes() async throws {
    let project = try ProjectFolder(Self.two)
    _ = try await project.icons()
    try await project.shell("find App site -type f -exec touch -d '2001-01-01' {} +")
    let again = try await project.icons()
    #expect(again.errors.contains("3 files, all unchanged"), "\(again.errors)")
    try await project.shell("printf x >>App/Assets/icon-16.png")
    let one = try await project.icons()
    #expect(one.errors.contains("wrote 1 of 3 files, the others are unchanged"), "\(one.errors)")
    let old = try await project.shell("find App site -type f ! -newermt 2001-01-02 | LC_ALL=C sort")
    #expect(old == "App/Assets/icon-32.png\nsite/icon-8.png\n")
  }

  @Test func reportsSayTheEntry() async throws {
    let project = try ProjectFolder(Self.two)
    _ = try await project.icons()
    try await project.shell("rm site/icon-8.png")
    let check = try await project.icons("--check", "--json", "--sarif", "log.sarif")
    #expect(check.status == 1)
    let script = """
      import json, sys
      report = json.load(sys.stdin)
      assert report["schema"] == 2 and report["entries"] == ["app", "site"], report
      assert report["checked"] == 3, report
      [finding] = report["findings"]
      assert (finding["entry"], finding["path"]) == ("site", "site/icon-8.png"), finding
      [result] = json.load(open("log.sarif"))["runs"][0]["results"]
      assert result["properties"]["entry"] == "site", result
      """
    let outcome = try await Command.run(
      "python3", ["-c", script], in: project.path, input: check.output)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func lintChecksTheFilesOfTheEntries() async throws {
    let project = try ProjectFolder(
      "[[icons]]\nmaster = \"art/icon.png\"\npreset = \"web\"\nallow-upscale = true\noutput = \"site\""
    )
    #expect(try await project.icons("--lint").status == 1)
    _ = try await project.icons()
    let clean = try await project.icons("--lint", "--json")
    #expect(clean.output.contains("\"entries\": [\n    \"icon\"\n  ]"), "\(clean.output)")
    try await project.shell("rm site/favicon.ico")
    let missing = try await project.icons("--lint")
    #expect(missing.status == 1)
    #expect(missing.output.contains("site/favicon.ico: error: is missing (required by preset web)"))
    #expect(missing.output.contains("remedy: run assetkit icons --only icon"))
  }

  @Test func whatHasNoEffectWithoutAMasterIsWrongUsage() async throws {
    let project = try ProjectFolder(Self.two)
    for option in [
      ["--preset", "ios"], ["--size=8"], ["-o", "x"], ["--output", "x"], ["--no-ringing"],
      ["--filter", "lanczos3"], ["--name", "X"],
    ] {
      let outcome = try await Program.run(["icons"] + option, in: project.path)
      #expect(outcome.status == 64, "\(option)")
      #expect(outcome.errors.contains("has no effect without a master"), "\(outcome.errors)")
    }
    let only = try await project.icons("art/icon.png", "--only", "app")
    #expect(only.status == 64)
    try project.write("")
    let none = try await project.icons()
    #expect(none.status == 64)
    #expect(none.errors.contains("Name a master, or add [[icons]]"))
  }

  @Test func theRootIsTheNearestFolderWithEitherFile() async throws {
    let project = try ProjectFolder(Self.two)
    try project.folder.create("sub/vendor.lock", "version = 1\n")
    // The lock makes `sub` a project of its own.
    #expect(try await project.icons(in: "sub/folder").status == 64)
  }
}
