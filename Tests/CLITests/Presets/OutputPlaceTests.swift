import TestSupport
import Testing

/// Outputs that are a set themselves, and those that cannot be what was meant.
struct OutputPlaceTests {
  private let folder: TemporaryFolder
  private static let set = "App/Assets.xcassets/My & Icon.appiconset"

  init() throws {
    folder = try TemporaryFolder()
    try folder.create("m.png", SmallPNG.grey(side: 1024))
    try folder.create("App/Assets.xcassets/Contents.json", "{}")
  }

  @Test(arguments: [set, "\(set)/", "./\(set)"]) func aSetIsWrittenInto(output: String) async throws
  {
    let outcome = try await run("--preset", "ios,macos", "-o", output)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try folder.names(in: "App/Assets.xcassets") == ["Contents.json", "My & Icon.appiconset"])
    #expect(try folder.exists("\(Self.set)/ios-1024.png"))
    #expect(try await run("--preset", "ios,macos", "-o", output, "--check").status == 0)
    let inside = try await Program.run(
      ["icons", "../../../m.png", "--preset", "ios,macos", "-o", ".", "--check"],
      in: "\(folder.path)/\(Self.set)")
    #expect(inside.status == 0, "\(inside.errors)")
  }

  @Test func everyKindOfSetIsWrittenInto() async throws {
    for (preset, set, file) in [
      ("tvos", "TV.brandassets", "Top Shelf Image.imageset/Contents.json"),
      ("visionos", "V.solidimagestack", "Back.solidimagestacklayer/Contents.json"),
      ("icns", "I.iconset", "icon_16x16.png"),
    ] {
      #expect(try await run("--preset", preset, "-o", "out/\(set)").status == 0)
      #expect(try folder.exists("out/\(set)/\(file)"))
    }
    #expect(try folder.names(in: "out") == ["I.iconset", "TV.brandassets", "V.solidimagestack"])
  }

  @Test func anEntryCanNameASet() async throws {
    try folder.create(
      "assetkit.toml",
      "version = 1\n[[icons]]\nmaster = \"m.png\"\npreset = \"ios\"\noutput = \"\(Self.set)\"\n")
    let outcome = try await Program.run(["icons"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.names(in: Self.set) == ["Contents.json", "ios-1024.png"])
    #expect(try await Program.run(["icons", "--check"], in: folder.path).status == 0)
  }

  @Test(arguments: [
    (["--preset", "ios", "-o", "App"], "use -o 'App/Assets.xcassets'"),
    (["--preset", "visionos", "-o", "App"], "use -o 'App/Assets.xcassets'"),
    (["--preset", "ios", "-o", "\(set)/sub"], "use -o '\(set)'"),
    (
      ["--preset", "ios", "-o", "App/Assets.xcassets/Logo.imageset"], "use -o 'App/Assets.xcassets'"
    ),
    (["--preset", "android", "-o", set], "use --preset ios"),
    (["--preset", "ios,web", "-o", set], "files of web do not belong"),
    (["-o", set], "use --preset ios"),
    (["--preset", "web", "-o", "App/Assets.xcassets"], "use --preset ios"),
    (["--preset", "ios", "--name", "Other", "-o", set], "leave out the name"),
  ])
  func anOutputThatCannotBeMeantIsRefused(arguments: [String], remedy: String) async throws {
    let before = try folder.contents()
    let outcome = try await run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
    #expect(try folder.contents() == before)
  }

  @Test func aSetInAGroupOfItsCatalogIsNotMadeTwice() async throws {
    let place = "App/Assets.xcassets/Icons/Main"
    try folder.create("\(place)/AppIcon.appiconset/Contents.json", #"{"images":[]}"#)
    for output in ["App/Assets.xcassets", "App"] {
      let outcome = try await run("--preset", "ios", "-o", output)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("use -o 'App/Assets.xcassets"), "\(outcome.errors)")
    }
    #expect(try await run("--preset", "ios", "-o", place).status == 0)
    // Icons of any size may go into a set that a person keeps.
    let sizes = ["--preset", "none", "--size", "16", "-o", "App/Assets.xcassets/Logo.imageset"]
    #expect(try await run(sizes).status == 0)
  }

  private func run(_ arguments: String...) async throws -> Command.Outcome {
    try await run(arguments)
  }

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(["icons", "m.png"] + arguments, in: folder.path)
  }
}
