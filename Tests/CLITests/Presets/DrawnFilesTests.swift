import TestSupport
import Testing

/// What presets contain besides images: the SVG of the master, and the name of a web app.
struct DrawnFilesTests {
  private static let svg = """
    <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8'/></svg>
    """
  private static let link = "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("logo.png", SmallPNG.flat(side: 512, [30, 90, 200]))
  }

  private func icons(_ options: String...) async throws -> Command.Outcome {
    try await Program.run(["icons"] + options, in: folder.path)
  }

  @Test func theSVGBesideTheMasterIsPassedThrough() async throws {
    let without = try await icons("logo.png", "--preset", "web")
    #expect(without.status == 0)
    #expect(try !folder.text("icons/favicon-links.html").contains(".svg"))
    try folder.write("logo.svg", Self.svg)
    let outcome = try await icons("logo.png", "--preset", "web,linux", "--name", "org.example.App")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("logo.svg: is used as the SVG of the master\n"))
    #expect(try folder.text("icons/favicon.svg") == Self.svg)
    #expect(
      try folder.text("icons/share/icons/hicolor/scalable/apps/org.example.App.svg") == Self.svg)
    #expect(try folder.text("icons/favicon-links.html").contains(Self.link))
    let check = ["logo.png", "--preset", "web,linux", "--name", "org.example.App", "--check"]
    #expect(try await Program.run(["icons"] + check, in: folder.path).status == 0)
    try folder.write("logo.svg", Self.svg + "\n")
    let changed = try await Program.run(["icons"] + check, in: folder.path)
    #expect(changed.status == 1 && changed.output.contains("favicon.svg: error: "))
  }

  /// A favicon.svg that somebody made is not a leftover of ours.
  @Test func anSVGOfSomebodyElseStays() async throws {
    try folder.write("icons/favicon.svg", "<svg/>")
    #expect(try await icons("logo.png", "--preset", "web").status == 0)
    #expect(try await icons("logo.png", "--preset", "web", "--check").status == 0)
    try folder.write("logo.svg", Self.svg)
    let outcome = try await icons("logo.png", "--preset", "web", "--without", "favicon.svg")
    #expect(outcome.status == 0)
    #expect(try folder.text("icons/favicon.svg") == "<svg/>")
    #expect(try !folder.text("icons/favicon-links.html").contains(".svg"))
  }

  @Test func anSVGThatNamesOtherFilesIsRefused() async throws {
    try folder.write("logo.svg", "<svg><image href='photo.png'/></svg>")
    let outcome = try await icons("logo.png", "--preset", "web")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: logo.svg: refers to 'photo.png'"))
    #expect(try !folder.exists("icons"))
    // No file of this preset is an SVG.
    #expect(try await icons("logo.png", "--preset", "windows").status == 0)
  }

  @Test func theSVGThatAnEntryIsDrawnFromIsPassedThrough() async throws {
    try folder.write("art/mark.svg", Self.svg)
    try folder.write(
      "assetkit.toml",
      """
      version = 1
      [[icons]]
      master = "logo.png"
      drawn-from = "art/mark.svg"
      preset = "web"
      output = "site"
      set = "My App"

      """)
    let outcome = try await icons()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.text("site/favicon.svg") == Self.svg)
    #expect(try folder.text("site/site.webmanifest").contains("\"name\" : \"My App\""))
  }

  /// A name that is there, whoever gave it, is changed by `--manifest` alone.
  @Test func theManifestGetsTheName() async throws {
    func manifest() throws -> String { try folder.text("icons/site.webmanifest") }
    let unnamed = try await icons("logo.png", "--preset", "web")
    #expect(unnamed.status == 0)
    #expect(unnamed.errors.contains("has an empty name and short_name"), "\(unnamed.errors)")
    #expect(try await icons("logo.png", "--preset", "web", "--name", "My App").status == 0)
    #expect(try manifest().contains("\"name\" : \"My App\""))
    #expect(try manifest().contains("\"short_name\" : \"My App\""))
    #expect(try await icons("logo.png", "--preset", "web", "--name", "Other").status == 0)
    #expect(try manifest().contains("\"name\" : \"My App\""))
    let named = try await icons("logo.png", "--preset", "web", "--manifest", "name=New")
    #expect(named.status == 0 && !named.errors.contains("manifest-name"))
    #expect(try manifest().contains("\"name\" : \"New\""))
    // A long name is no short one.
    let long = try await icons(
      "logo.png", "--preset", "web", "--name", "A rather long name", "-o", "long")
    #expect(long.status == 0)
    #expect(try !folder.text("long/site.webmanifest").contains("short_name"))
  }
}
