import TestSupport
import TextFormats
import Testing

/// What a run leaves without use: named in one line, found by the check, removed with `--prune`.
struct PrunedCatalogTests {
  private let folder: TemporaryFolder
  private static let set = "A.xcassets/AppIcon.appiconset"

  init() throws {
    folder = try TemporaryFolder()
    try folder.create("m.png", SmallPNG.grey(side: 1024))
  }

  @Test func aSetOfOldSizesIsNotUpToDateUntilItIsPruned() async throws {
    try await oldSet()
    let outcome = try await run("--preset", "ios")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "\(Self.set): has 2 entries and 3 files without use: Icon-App-20x20@2x.png, big.jpg, "
          + "ios-60.png; remove them with --prune"), "\(outcome.errors)")
    let before = try folder.contents()

    let check = try await run("--preset", "ios", "--check")
    #expect(check.status == 1)
    for line in [
      "Contents.json: error: has 2 entries that this run does not make: Icon-App-20x20@2x.png, big.jpg [",
      "big.jpg: error: is left over", "Icon-App-20x20@2x.png: error: is left over",
    ] {
      #expect(check.output.contains("\(Self.set)/\(line)"), "\(check.output)")
    }
    let dry = try await run("--preset", "ios", "--prune", "--dry-run")
    #expect(
      dry.output.split(separator: "\n").filter { $0.hasSuffix("\tremoved") } == [
        "\(Self.set)/Icon-App-20x20@2x.png\tremoved", "\(Self.set)/big.jpg\tremoved",
        "\(Self.set)/ios-60.png\tremoved",
      ])
    #expect(try folder.contents() == before)

    let pruned = try await run("--preset", "ios", "--prune")
    #expect(pruned.status == 0, "\(pruned.errors)")
    #expect(pruned.errors.contains("removed 2 entries and 3 files without use: Icon-App"))
    #expect(
      try folder.names(in: Self.set) == [
        "Contents.json", "car.png", "dark.png", "ios-1024.png", "mac.png", "notes.txt",
        "sketch.png", "source-2048.png",
      ])
    let images = try #require(
      JSON(folder.bytes(of: "\(Self.set)/Contents.json"))?["images"]?.elements)
    #expect(
      images.map { $0["filename"]?.text } == ["car.png", "mac.png", "dark.png", "ios-1024.png"])
    #expect(try await run("--preset", "ios", "--check").status == 0)
    let after = try folder.contents()
    #expect(try await run("--preset", "ios", "--prune").status == 0)
    #expect(try folder.contents() == after)
  }

  @Test func theFirstOfTwoEntriesWithAFileIsUsed() async throws {
    func entry(_ keys: String) -> String {
      #"{"idiom":"universal","platform":"ios","size":"1024x1024"\#(keys)}"#
    }
    let entries = [
      entry(""), entry(#","display-gamut":"display-P3","filename":"wide.png""#),
      entry(#","filename":"a.png""#), entry(#","filename":"b.png""#),
      entry(#","unassigned":true,"filename":"c.png""#),
    ]
    try folder.create(
      "\(Self.set)/Contents.json", #"{"images":[\#(entries.joined(separator: ","))]}"#)
    for name in ["a", "b", "c", "wide"] { try folder.create("\(Self.set)/\(name).png", name) }
    let outcome = try await run("--preset", "ios")
    #expect(outcome.errors.contains("has 4 entries and 3 files without use"), "\(outcome.errors)")
    #expect(try folder.text("\(Self.set)/b.png") == "b")
    #expect(try folder.text("\(Self.set)/a.png") != "a")
    #expect(try await run("--preset", "ios", "--prune").status == 0)
    #expect(try folder.names(in: Self.set) == ["Contents.json", "a.png"])
  }

  @Test func theMasterAndOtherEntriesFilesAreNeverRemoved() async throws {
    try folder.create("\(Self.set)/60.png", SmallPNG.grey(side: 60))
    try folder.create("\(Self.set)/180.png", SmallPNG.grey(side: 180))
    try folder.create("\(Self.set)/Contents.json", #"{"images":[]}"#)
    let arguments = [
      "icons", "\(Self.set)/60.png", "--preset", "ios", "-o", "A.xcassets", "--prune",
      "--allow-upscale",
    ]
    let outcome = try await Program.run(arguments, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.names(in: Self.set) == ["60.png", "Contents.json", "ios-1024.png"])
  }

  @Test func earlierSizesGoButNoFilesOfOtherPresets() async throws {
    try folder.create("A.xcassets/favicon.ico", "mine")
    func sizes(_ sizes: String, _ more: String...) async throws -> Command.Outcome {
      try await run(["--preset", "none", "--size", sizes] + more)
    }
    #expect(try await sizes("16,32").status == 0)
    let dry = try await sizes("16", "--prune", "--dry-run")
    #expect(dry.output == "A.xcassets/icon-16.png\t16\t16\nA.xcassets/icon-32.png\tremoved\n")
    let outcome = try await sizes("16", "--prune")
    #expect(outcome.errors.contains("removed 1 file of an earlier run: icon-32.png"))
    #expect(try folder.names(in: "A.xcassets") == ["favicon.ico", "icon-16.png"])
  }

  /// A large image, one of another size, and what an entry is made from are nobody's left-overs.
  @Test func whatMayBeAMasterIsNeverRemoved() async throws {
    let master = try folder.bytes(of: "m.png")
    try folder.create("A.xcassets/icon-1024.png", master)
    try folder.create("A.xcassets/icon-77.png", master)
    #expect(try await run(["--preset", "none", "--size", "16,64"]).status == 0)
    try folder.write(
      "assetkit.toml",
      """
      version = 1
      [[icons]]
      name = "web"
      master = "A.xcassets/icon-64.png"
      preset = "none"
      size = 16
      output = "site"

      """)
    let outcome = try await run(["--preset", "none", "--size", "16", "--prune"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try folder.names(in: "A.xcassets") == [
        "icon-1024.png", "icon-16.png", "icon-64.png", "icon-77.png",
      ])
  }

  @Test func aDamagedListIsOneFindingAmongTheOthers() async throws {
    let arguments = ["--preset", "ios,macos,web"]
    #expect(try await run(arguments).status == 0)
    try folder.write("\(Self.set)/Contents.json", "{\n<<<<<<< ours\n")
    try folder.write("A.xcassets/favicon.ico", [0])
    let check = try await run(arguments + ["--check"])
    #expect(check.status == 1)
    #expect(
      check.output.split(separator: "\n").filter { !$0.hasPrefix("  ") } == [
        "\(Self.set)/Contents.json: error: has unresolved merge conflicts, the first in line 2 "
          + "[icon-different]",
        "A.xcassets/favicon.ico: error: is not an .ico or .icns file [icon-different]",
      ])
    #expect(check.output.contains("  remedy: resolve them, and run again"))
    let before = try folder.contents()
    #expect(try await run(arguments + ["--prune"]).status == 2)
    #expect(try folder.contents() == before)
  }

  @Test func pruningIsRefusedWhereNothingIsWritten() async throws {
    for option in ["--check", "--list-presets"] {
      #expect(try await run("--preset", "ios", "--prune", option).status == 64)
    }
  }

  /// A set with two old entries, a variant, two of other systems, and files of each kind.
  private func oldSet() async throws {
    try folder.create(
      "\(Self.set)/Contents.json",
      """
      {"images":[{"idiom":"iphone","scale":"2x","size":"20x20","filename":"Icon-App-20x20@2x.png"},\
      {"idiom":"car","scale":"2x","size":"60x60","filename":"car.png"},\
      {"idiom":"mac","scale":"1x","size":"16x16","filename":"mac.png"},\
      {"idiom":"ios-marketing","scale":"1x","size":"1024x1024","filename":"big.jpg"},\
      {"idiom":"universal","platform":"ios","size":"1024x1024","filename":"dark.png",\
      "appearances":[{"appearance":"luminosity","value":"dark"}]}]}
      """)
    for name in ["Icon-App-20x20@2x.png", "car.png", "mac.png", "big.jpg", "dark.png", "notes.txt"]
    {
      try folder.create("\(Self.set)/\(name)", name)
    }
    // Orphans: named by its size, as no tool does, and large enough to be a master.
    try folder.create("\(Self.set)/ios-60.png", SmallPNG.grey(side: 60))
    try folder.create("\(Self.set)/sketch.png", SmallPNG.grey(side: 60))
    try folder.create("\(Self.set)/source-2048.png", SmallPNG.grey(side: 2048))
  }

  private func run(_ arguments: String...) async throws -> Command.Outcome {
    try await run(arguments)
  }

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(["icons", "m.png", "-o", "A.xcassets"] + arguments, in: folder.path)
  }
}
