import TestSupport
import Testing

/// `--preset icon-composer`: the bundle, and what happens to one that is there.
struct IconBundleTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("art/flat.png", SmallPNG.flat(side: 1024, [10, 132, 255]))
    try folder.write("art/grey.png", SmallPNG.grey(side: 1024))
  }

  @Test func theDrawingIsALayerOfItsOwnInXcodesStyle() async throws {
    let outcome = try await run(
      "--foreground", "art/grey.png", "--background", "#0a84ff", "--dark", "art/flat.png")
    #expect(outcome.status == 0 && !outcome.errors.contains("glass"), "\(outcome.errors)")
    // No newline at the end, as Icon Composer writes it.
    #expect(
      try folder.text("out/AppIcon.icon/icon.json") == """
        {
          "fill" : {
            "solid" : "srgb:0.03922,0.51765,1.00000,1.00000"
          },
          "groups" : [
            {
              "layers" : [
                {
                  "glass" : true,
                  "image-name-specializations" : [
                    {
                      "value" : "foreground.png"
                    },
                    {
                      "appearance" : "dark",
                      "value" : "dark.png"
                    }
                  ],
                  "name" : "foreground"
                }
              ],
              "shadow" : {
                "kind" : "neutral",
                "opacity" : 0.5
              },
              "translucency" : {
                "enabled" : true,
                "value" : 0.5
              }
            }
          ],
          "supported-platforms" : {
            "circles" : [
              "watchOS"
            ],
            "squares" : "shared"
          }
        }
        """)
    #expect(
      try files() == [
        "AppIcon.icon/Assets/dark.png", "AppIcon.icon/Assets/foreground.png",
        "AppIcon.icon/icon.json",
      ])
    #expect(try await lint() == 0)
  }

  @Test func theWholeIconIsOneLayerWithoutGlassAndThatIsSaid() async throws {
    let outcome = try await run("--name", "Beta")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("out/Beta.icon: has the whole icon as its only layer"))
    let text = try folder.text("out/Beta.icon/icon.json")
    #expect(text.contains(#""fill" : "automatic""#) && text.contains(#""glass" : false"#))
    #expect(try files() == ["Beta.icon/Assets/icon.png", "Beta.icon/icon.json"])
    #expect(try await lint() == 0)
  }

  @Test func anImageAsBackgroundIsTheLastGroupAndHiddenWhenDark() async throws {
    #expect(
      try await run("--background", "art/flat.png", "--tinted", "art/grey.png").status == 0)
    let text = try folder.text("out/AppIcon.icon/icon.json")
    let front = try #require(text.firstRange(of: "icon.png"))
    let back = try #require(text.firstRange(of: "background.png"))
    #expect(front.lowerBound < back.lowerBound)
    #expect(text[front.upperBound...].contains("hidden-specializations"))
    #expect(try await lint() == 0)
  }

  @Test func anSVGIsTheImageOfItsLayerAsItIs() async throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle r='4'/></svg>\n"
    try folder.write("art/glyph.svg", svg)
    let options = ["--foreground", "art/glyph.svg", "--dark", "art/flat.png"]
    let outcome = try await run(options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.text("out/AppIcon.icon/Assets/foreground.svg") == svg)
    #expect(
      try files() == [
        "AppIcon.icon/Assets/dark.png", "AppIcon.icon/Assets/foreground.svg",
        "AppIcon.icon/icon.json",
      ])
    #expect(try folder.text("out/AppIcon.icon/icon.json").contains(#""value" : "foreground.svg""#))
    #expect(try await run(options + ["--check"]).status == 0)
    #expect(try await lint() == 0)
    let vectors = try await run("--foreground", "art/glyph.svg", "--name", "Vectors")
    #expect(!vectors.errors.contains("pixels"), "\(vectors.errors)")
    // Where pixels of it are needed, a PNG is asked for.
    let both = try await run(options + ["--preset", "visionos"])
    #expect(both.status == 2 && both.errors.contains("art/glyph.svg: "), "\(both.errors)")
  }

  /// A master that is drawn from an SVG is that SVG.
  @Test func theDrawnMasterIsItsSVG() async throws {
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4'/></svg>
      """
    try folder.write("art/logo.svg", svg)
    let drawn = ["icons", "art/logo.png", "--preset", "icon-composer", "-o", "out"]
    let outcome = try await Program.run(drawn + ["--draw", "art/logo.svg"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try files() == ["AppIcon.icon/Assets/icon.svg", "AppIcon.icon/icon.json"])
    #expect(try folder.text("out/AppIcon.icon/Assets/icon.svg") == svg)
    #expect(try folder.text("out/AppIcon.icon/icon.json").contains(#""image-name" : "icon.svg""#))
    #expect(try await lint() == 0)
  }

  /// Xcode takes the bundle and leaves the set out: worth knowing, but some projects mean it.
  @Test func anIconSetOfTheSameNameIsANote() async throws {
    #expect(try await run().status == 0)
    let ios = ["icons", Checkout.master, "--preset", "ios", "-o", "out"]
    #expect(try await Program.run(ios, in: folder.path).status == 0)
    let outcome = try await Program.run(["icons", "--lint", "out"], in: folder.path)
    #expect(outcome.output.contains(": note: "), "\(outcome.output)")
    #expect(outcome.output.contains("[bundle-name-clash]") && outcome.status == 0)
  }

  /// As somebody composed it: with one of our images, and one of their own.
  private static let theirs = """
    {"groups":[{"layers":[{"image-name":"mine.svg","name":"a"},{"image-name":"foreground.png",
    "name":"b"}]}],"supported-platforms":{"squares":["macOS"]}}
    """

  @Test func aDocumentThatIsThereIsNeverRewritten() async throws {
    try folder.write("out/AppIcon.icon/icon.json", Self.theirs)
    try folder.write("out/AppIcon.icon/Assets/mine.svg", "<svg/>")
    try folder.write("out/AppIcon.icon/Assets/foreground.png", "old")
    let options = ["--foreground", "art/grey.png", "--dark", "art/flat.png"]
    let outcome = try await run(options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "out/AppIcon.icon/icon.json: exists and does not refer to dark.png: not written"))
    #expect(try folder.text("out/AppIcon.icon/icon.json") == Self.theirs)
    #expect(try folder.text("out/AppIcon.icon/Assets/mine.svg") == "<svg/>")
    #expect(try folder.bytes(of: "out/AppIcon.icon/Assets/foreground.png").count > 100)
    #expect(try !folder.exists("out/AppIcon.icon/Assets/dark.png"))
    #expect(try await run(options + ["--check"]).status == 0)
    #expect(try await !run(options + ["--dry-run"]).output.contains("dark.png"))
    #expect(try await lint() == 0)
  }

  @Test func aDocumentThatUsesNoneOfTheImagesIsRefused() async throws {
    try folder.write("out/AppIcon.icon/icon.json", Self.theirs)
    let outcome = try await run()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("refers to none of the images of this run: icon.png; "))
    #expect(try files() == ["AppIcon.icon/icon.json"])
    try folder.write("out/AppIcon.icon/icon.json", "{")
    #expect(try await run().errors.contains("is not a JSON object, and is not rewritten"))
  }

  /// Its layers are what it is made from.
  @Test func aBundleIsNotMadeFromItself() async throws {
    let images = ["--foreground", "art/grey.png", "--background", "art/flat.png"]
    #expect(try await run(images).status == 0)
    let before = try folder.contents()
    let outcome = try await Program.run(
      ["icons", "out/AppIcon.icon", "--preset", "icon-composer", "-o", "out"], in: folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains("is an input, and would be replaced"))
    #expect(try folder.contents() == before)
  }

  /// A bundle that is there for another tool is not what an earlier run left.
  @Test func bundlesAreNotLeftOver() async throws {
    try folder.write("out/AppIcon.icon/icon.json", Self.theirs)
    try folder.write("out/AppIcon.icon/Assets/foreground.png", "x")
    let ios = ["icons", Checkout.master, "--preset", "ios", "-o", "out"]
    #expect(try await Program.run(ios, in: folder.path).status == 0)
    let outcome = try await Program.run(ios + ["--check"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  private func files() throws -> [String] {
    try folder.contents().keys.filter { $0.hasPrefix("out/") && !$0.hasSuffix("/") }
      .map { String($0.dropFirst(4)) }.sorted()
  }

  private func lint() async throws -> Int32? {
    try await Program.run(["icons", "--lint", "out"], in: folder.path).status
  }

  private func run(_ options: String...) async throws -> Command.Outcome { try await run(options) }

  private func run(_ options: [String]) async throws -> Command.Outcome {
    try await Program.run(
      ["icons", Checkout.master, "--preset", "icon-composer", "-o", "out"] + options,
      in: folder.path)
  }
}
