import SafeFiles
import TestSupport
import Testing

/// `icons --draw`, which draws the master from an SVG first.
struct DrawnIconsTests {
  private static let svg = """
    <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>\
    <rect width='8' height='8' fill='#2060a0'/><circle cx='4' cy='4' r='3' fill='#fff'/></svg>
    """
  /// With a comment and a layout that no writer would choose.
  private static let settings = """
    version = 1   # first
    [[icons]]
      name = 'app'
      master   =   "art/icon.png" # of logo.svg
      preset = ["ios"]
      output = "Assets.xcassets"

    # last

    """
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["logo.svg": Self.svg])
  }

  @Test func theMasterIsDrawnAndCommittedBesideItsIcons() async throws {
    let outcome = try await icons("art/icon.png", "--draw", "logo.svg", "--preset", "ios")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try side(of: "art/icon.png") == 1024)
    #expect(try folder.exists("icons/AppIcon.appiconset/ios-1024.png"))
    // Without an entry to record it in, the lines are printed.
    let sum = try await Command.shell("sha256sum logo.svg | cut -c1-64", in: folder.path)
    #expect(outcome.errors.contains("art/icon.png: drawn from logo.svg, 1024 pixels\n"))
    #expect(
      outcome.errors.contains(
        "drawn-from = \"logo.svg\"\ndrawn-from-sha256 = \"\(sum.dropLast())\"\n"))
    let drawn = try folder.bytes(of: "art/icon.png")
    #expect(try await icons("art/icon.png", "--draw", "logo.svg", "--preset", "ios").status == 0)
    #expect(try folder.bytes(of: "art/icon.png") == drawn)
  }

  @Test func theLargestIconDecidesTheSize() async throws {
    let outcome = try await icons(
      "icon.png", "--draw", "logo.svg", "--preset", "none", "--size", "16,1500", "--quiet")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(try side(of: "icon.png") == 1500)
  }

  @Test func theEntryRecordsTheDrawingAndNothingElseChanges() async throws {
    try folder.write("assetkit.toml", Self.settings)
    let outcome = try await icons("--draw", "./logo.svg")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let sum = try await Command.shell("sha256sum logo.svg | cut -c1-64", in: folder.path)
    let master = "  master   =   \"art/icon.png\" # of logo.svg\n"
    #expect(
      try folder.text("assetkit.toml")
        == Self.settings.replacing(
          master,
          with: master + "drawn-from = \"logo.svg\"\ndrawn-from-sha256 = \"\(sum.dropLast())\"\n"))
    let recorded = try folder.text("assetkit.toml")
    // Named as on the command line, it is the same master.
    #expect(try await icons("./art/../art/icon.png", "--draw", "logo.svg").status == 0)
    #expect(try folder.text("assetkit.toml") == recorded)
  }

  /// Somebody saves the file with another order of its entries while the SVG is drawn.
  @Test func theRecordGoesIntoTheEntryThatHasTheMasterThen() async throws {
    let first = "[[icons]]\nname = \"new\"\nmaster = \"new.png\"\noutput = \"new\"\n"
    try folder.write("assetkit.toml", Self.settings)
    let saved = Self.settings.replacing("[[icons]]\n  name", with: first + "[[icons]]\n  name")
    try folder.write("saved", saved)
    try folder.write(
      "bin/rsvg-convert",
      "#!/bin/sh\nmv saved assetkit.toml\nPATH=${PATH#*:}\n"
        + "exec rsvg-convert \"$@\"\n", isExecutable: true)
    let path = try await Command.shell("printf %s \"$PATH\"", in: folder.path)
    let outcome = try await Program.run(
      ["icons", "art/icon.png", "--draw", "logo.svg"], in: folder.path,
      environment: ["PATH": "\(folder.path)/bin:\(path)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try folder.text("assetkit.toml")
    #expect(text.contains(first + "[[icons]]\n"), "\(text)")
    #expect(text.contains("# of logo.svg\ndrawn-from = \"logo.svg\"\n"), "\(text)")
  }

  /// No program is needed for the check: PATH has none.
  @Test func aChangedDrawingIsFoundWithoutDrawingIt() async throws {
    try folder.write("assetkit.toml", Self.settings)
    #expect(try await icons("--draw", "logo.svg").status == 0)
    #expect(try await check().status == 0)
    try folder.write("logo.svg", Self.svg.replacing("#fff", with: "#ffe"))
    let changed = try await check()
    #expect(changed.status == 1)
    #expect(
      changed.output.contains("logo.svg: error: has changed since art/icon.png was drawn from it"))
    #expect(changed.output.contains("[icon-drawing-changed]"))
    #expect(changed.output.contains("assetkit icons --only app --draw logo.svg"))
    let all = try await Program.run(["check"], in: folder.path)
    #expect(all.status == 1)
    #expect(all.output == changed.output)
    try folder.handle.removeFile(.init("logo.svg"))
    #expect(try await check().output.contains("logo.svg: error: is missing"))
    try folder.write("logo.svg", Self.svg.replacing("#fff", with: "#fee"))
    #expect(try await icons("--only", "app", "--draw", "logo.svg").status == 0)
    #expect(try await check().status == 0)
  }

  @Test(arguments: [nil, settings]) func aMasterThatWasNotDrawnStays(text: String?) async throws {
    let master = SmallPNG.grey(side: 1024)
    try folder.write("art/icon.png", master)
    if let text { try folder.write("assetkit.toml", text) }
    let outcome = try await icons("art/icon.png", "--draw", "logo.svg")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: art/icon.png: exists, and no entry"))
    #expect(try folder.bytes(of: "art/icon.png") == master)
    #expect(try !folder.exists("icons"))
    #expect(try !folder.exists("assetkit.toml") || folder.text("assetkit.toml") == text)
  }

  @Test func theEntryToDrawMustBeClear() async throws {
    let second = "[[icons]]\nname = \"beta\"\nmaster = \"art/beta.png\"\noutput = \"beta\"\n"
    try folder.write("assetkit.toml", Self.settings + second)
    let unclear = try await icons("--draw", "logo.svg")
    #expect(unclear.status == 64)
    #expect(unclear.errors.contains("--only"))
    #expect(try await icons("--draw", "logo.svg", "--only", "beta").status == 0)
    #expect(try folder.exists("beta/icon-29.png"))
    #expect(try !folder.exists("art/icon.png"))
    // Now it is known which one is drawn from it; the other has no master yet.
    let both = try await icons("--draw", "logo.svg")
    #expect(both.status == 2)
    #expect(both.errors.contains("art/icon.png: cannot be opened"))
  }

  @Test(arguments: [
    ["--check"], ["--dry-run"], ["--watch"], ["--lint", "x"], ["--list-presets"], ["b.png"],
  ])
  func itDrawsOnlyOneMasterAndOnlyWhenItWrites(options: [String]) async throws {
    let master = options[0] == "--lint" ? [] : ["a.png"]
    let outcome = try await Program.run(
      ["icons", "--draw", "logo.svg"] + master + options, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--draw"))
    #expect(try folder.names() == ["logo.svg"])
  }

  @Test func withoutTheProgramItSaysWhatToInstall() async throws {
    let outcome = try await Program.run(
      ["icons", "a.png", "--draw", "logo.svg"], in: folder.path,
      environment: ["PATH": folder.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: rsvg-convert: cannot be run"))
    #expect(outcome.errors.contains("librsvg2-bin"))
    #expect(try folder.names() == ["logo.svg"])
  }

  @Test(arguments: [
    ("<image href='secret.png'/>", "refers to 'secret.png'"), ("<g>", "cannot be drawn"),
  ])
  func whatCannotBeDrawnLeavesNothing(content: String, problem: String) async throws {
    try folder.write(
      "logo.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'>\(content)</svg>")
    let outcome = try await icons("a.png", "--draw", "logo.svg")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: logo.svg: \(problem)"))
    #expect(try folder.names() == ["logo.svg"])
  }

  @Test(arguments: ["art/", ".."]) func aPathOfNoFileIsRefused(path: String) async throws {
    let outcome = try await icons("a.png", "--draw", path)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "assetkit: \(path): is not the path of a file; name an SVG file\n")
  }

  @Test func anSVGOutsideTheProjectIsNotRecorded() async throws {
    try folder.write("p/assetkit.toml", Self.settings)
    let outcome = try await Program.run(
      ["icons", "--draw", "../logo.svg"], in: folder.path + "/p")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: ../logo.svg: is outside the project"))
    #expect(try folder.names(in: "p") == ["assetkit.toml"])
  }

  private func icons(_ arguments: String...) async throws -> Command.Outcome {
    try await Program.run(["icons"] + arguments, in: folder.path)
  }

  private func check() async throws -> Command.Outcome {
    try await Program.run(
      ["icons", "--check"], in: folder.path, environment: ["PATH": folder.path])
  }

  /// The side of a square PNG file.
  private func side(of path: String) throws -> Int {
    let size = try folder.bytes(of: path)[16..<24]
    #expect(size.prefix(4) == size.suffix(4))
    return size.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }
}
