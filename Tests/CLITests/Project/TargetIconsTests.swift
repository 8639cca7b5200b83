import TestSupport
import Testing

/// Entries whose icons the build of a target makes.
struct TargetIconsTests {
  /// An entry of the repository, and two of one target.
  private static let entries = """
    [[icons]]
    name = "committed"
    master = "art/icon.png"
    preset = "none"
    size = 16
    output = "icons"
    [[icons]]
    name = "app"
    target = "App"
    master = "art/icon.png"
    preset = "macos"
    allow-upscale = true
    without = ["**/mac-128*", "**/mac-256*", "**/mac-512*"]
    [[icons]]
    name = "beta"
    like = "app"
    target = "App"
    set = "AppIcon-Beta"
    """

  @Test func onlyTheBuildMakesThem() async throws {
    let project = try ProjectFolder(Self.entries)
    #expect(try await project.icons().status == 0)
    #expect(try project.made() == ["icons/icon-16.png"])
    #expect(try await project.icons("--check").status == 0)
    let check = try await Program.run(["check"], in: project.path)
    #expect(check.status == 0 && check.errors.contains("icons: 1 entry, 1 file: nothing found"))

    let one = try await project.icons("--only", "app")
    #expect(one.status == 64 && one.errors.contains("give --target, --output"))
    let nowhere = try await project.icons("--target", "App")
    #expect(nowhere.status == 64 && nowhere.errors.contains("--target requires --output"))
    let built = try await project.icons("--target", "App", "-o", "build/Assets.xcassets")
    #expect(built.status == 0, "\(built.errors)")
    let made = try project.made()
    for set in ["AppIcon", "AppIcon-Beta"] {
      let files = made.filter { $0.hasPrefix("build/Assets.xcassets/\(set).appiconset/") }
      #expect(files.count == 5)
    }
    #expect(made.count == 11)
  }

  /// A build draws nothing: it is the repository's checks that see an SVG change.
  @Test func aDrawingThatChangedIsFound() async throws {
    let entry = """
      [[icons]]
      name = "app"
      target = "App"
      master = "art/app.png"
      preset = "macos"

      """
    let project = try ProjectFolder(entry)
    let nothing = try await Program.run(["check", "--quiet"], in: project.path)
    #expect(nothing.status == 2)
    #expect(
      nothing.errors.contains("every entry of [[icons]] is made by the build of a target;"),
      "\(nothing.errors)")

    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8'/></svg>"
    try project.folder.write("art/app.svg", svg)
    let drawn = try await project.icons("--only", "app", "--draw", "art/app.svg")
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(try await project.icons("--draw", "art/app.svg").status == 0)
    let unchanged = try await Program.run(["check"], in: project.path)
    #expect(unchanged.status == 0)
    #expect(unchanged.errors.contains("the masters of 1 entry, whose icons a build makes: nothing"))

    try project.folder.write("art/app.svg", svg.replacing("rect width", with: "rect x='1' width"))
    let changed = try await Program.run(["check"], in: project.path)
    #expect(changed.status == 1 && changed.output.contains("[icon-drawing-changed]"))
    // The same beside an entry whose icons are in the repository.
    let text = try project.folder.text("assetkit.toml")
    try project.folder.write(
      "assetkit.toml",
      text
        + "[[icons]]\nmaster = \"art/icon.png\"\npreset = \"none\"\nsize = 16\noutput = \"icons\"\n"
    )
    #expect(try await project.icons().status == 0)
    for arguments in [["check"], ["icons", "--check"]] {
      let both = try await Program.run(arguments, in: project.path)
      #expect(both.status == 1 && both.output.contains("[icon-drawing-changed]"), "\(both.output)")
    }
  }

  @Test func setsThatNoEntryMakesArePruned() async throws {
    let project = try ProjectFolder(Self.entries)
    let arguments = ["icons", "--target", "App", "-o", "out/Assets.xcassets"]
    _ = try await Program.run(arguments, in: project.path)
    try project.folder.write("out/Assets.xcassets/Blue.colorset/Contents.json", "{}")
    try project.write(Self.entries.replacing("AppIcon-Beta", with: "AppIcon-Two"))
    #expect(try await Program.run(arguments, in: project.path).status == 0)
    let names = { try project.folder.names(in: "out/Assets.xcassets") }
    #expect(try names().contains("AppIcon-Beta.appiconset"))
    let pruned = try await Program.run(arguments + ["--prune"], in: project.path)
    #expect(pruned.errors.contains("AppIcon-Beta.appiconset: is removed"), "\(pruned.errors)")
    #expect(
      try names() == ["AppIcon-Two.appiconset", "AppIcon.appiconset", "Blue.colorset"])
  }

  @Test func inputsAreListedAndOthersRefused() async throws {
    let project = try ProjectFolder(Self.entries)
    let target = ["icons", "--target", "App", "-o", "out/Assets.xcassets"]
    let listed = try await Program.run(target + ["--list-inputs"], in: project.path)
    #expect(listed.output == "assetkit.toml\nart/icon.png\n", "\(listed.errors)")
    let below = try await Program.run(target + ["--list-inputs"], in: "\(project.path)/sub")
    #expect(below.output == "../assetkit.toml\n../art/icon.png\n", "\(below.errors)")
    #expect(try !project.folder.exists("out"))

    let known = ["--input", "assetkit.toml", "--input", "art/icon.png"]
    #expect(try await Program.run(target + known, in: project.path).status == 0)
    try project.folder.write("art/icon-16.png", SmallPNG.grey(side: 16))
    let before = try project.folder.contents()
    let unknown = try await Program.run(target + known, in: project.path)
    #expect(unknown.status == 2 && unknown.errors.contains("art/icon-16.png: is one of the files"))
    #expect(try project.folder.contents() == before)
    try await project.shell("rm art/icon.png")
    let missing = try await Program.run(target + ["--list-inputs"], in: project.path)
    #expect(missing.status == 2 && missing.output.isEmpty)
    #expect(missing.errors.contains("art/icon.png: does not exist"), "\(missing.errors)")
  }

  @Test func whatMakesNoSenseIsRefused() async throws {
    let entry = "[[icons]]\nmaster = \"art/icon.png\"\npreset = \"macos\"\ntarget = \"App\"\n"
    let both = try await ProjectFolder(entry + "output = \"icons\"").icons("--check")
    #expect(both.status == 2 && both.errors.contains("no effect beside 'target'"))
    let project = try ProjectFolder(entry)
    let none = try await project.icons()
    #expect(none.status == 64 && none.errors.contains("made by the build of a target"))
    let check = try await Program.run(["check"], in: project.path)
    #expect(check.status == 2)
    #expect(check.errors.contains("every entry of [[icons]] is made by the build of a target"))
    let other = try await project.icons("--target", "Ap", "-o", "out")
    #expect(other.status == 2)
    #expect(other.errors.contains(#"no entry with target = "Ap"; the targets are App"#))
    let set = try await project.icons("--target", "App", "-o", "out/AppIcon.appiconset")
    #expect(set.status == 2 && set.errors.contains("name the folder above"), "\(set.errors)")
  }
}
