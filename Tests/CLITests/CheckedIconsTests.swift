import TestSupport
import Testing

/// `icons --check` names every file that a run would change.
struct CheckedIconsTests {
  let folder: TemporaryFolder
  static let sizes = ["--preset", "none", "--size", "8,16", "-o", "icons"]

  init() async throws {
    folder = try TemporaryFolder()
    try folder.reset(to: ["master.png": SmallPNG.grey(side: 32)])
    #expect(try await run(Self.sizes).status == 0)
  }

  @Test func upToDateIsSilentOnStandardOutput() async throws {
    let before = try folder.contents()
    let outcome = try await run(Self.sizes + ["--check"])
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(try folder.contents() == before)
  }

  @Test func everyDriftIsNamedOnce() async throws {
    var files = try folder.contents()
    files["icons/icon-8.png"] = nil
    files["icons/icon-16.png"] = SmallPNG.grey(side: 16)
    files["icons/icon-24.png"] = [1]
    files["icons/icon-29@2x.png"] = [2]
    files["icons/mine.png"] = [3]
    try folder.reset(to: files)
    let outcome = try await run(Self.sizes + ["--check"])
    #expect(outcome.status == 1)
    let lines = outcome.output.split(separator: "\n")
    let again =
      "  remedy: run the 'assetkit icons' command that made them, and commit the result"
    #expect(
      lines == [
        "icons/icon-16.png: error: differs in 256 of 256 pixels [icon-different]",
        "icons/icon-8.png: error: is missing [icon-missing]",
        "\(again)",
        "icons/icon-24.png: error: is left over from another preset or size [icon-left-over]",
        "icons/icon-29@2x.png: error: is left over from another preset or size [icon-left-over]",
        "  remedy: remove it, or add its preset or size to the command",
      ])
    #expect(try folder.contents() == files)
  }

  @Test func otherPixelsAndDamagedFilesAreDifferent() async throws {
    #expect(try await run(Self.sizes + ["--filter", "box"]).status == 0)
    var files = try folder.contents()
    files["icons/icon-8.png"]?.removeLast(20)
    try folder.reset(to: files)
    let outcome = try await run(Self.sizes + ["--check"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("icon-16.png: error: differs in "))
    #expect(outcome.output.contains("icon-8.png: error: is a damaged PNG file"))
  }

  @Test func iconsThatRingAreCheckedAsSuch() async throws {
    let edge = SmallPNG.grey((0..<32).map { $0 < 13 ? 60 : 200 })
    try folder.reset(to: ["master.png": edge])
    #expect(try await run(Self.sizes).status == 0)
    let before = try folder.contents()
    #expect(try await run(Self.sizes + ["--no-ringing"]).status == 0)
    #expect(try folder.contents() == before)
    #expect(try await run(Self.sizes + ["--check", "--ringing"]).status == 1)
    #expect(try await run(Self.sizes + ["--ringing"]).status == 0)
    #expect(try folder.contents() != before)
    #expect(try await run(Self.sizes + ["--check", "--ringing"]).status == 0)
    #expect(try await run(Self.sizes + ["--check"]).status == 1)
  }

  @Test func compressedBytesDoNotCount() async throws {
    #expect(try await run(Self.sizes + ["--optimize"]).status == 0)
    #expect(try await run(Self.sizes + ["--check"]).status == 0)
    #expect(try await run(Self.sizes + ["--check", "--optimize"]).status == 0)
  }

  /// A file without colour chunks is in sRGB, and one with sRGB needs no others.
  @Test(arguments: [
    ([], true), (["sRGB"], true), (["sRGB", "gAMA"], true), (["gAMA"], false), (["cICP"], false),
  ]) func colourChunks(_ names: [String], areRight: Bool) async throws {
    let contents: [String: [UInt8]] = [
      "sRGB": [0], "gAMA": [0, 1, 0x86, 0xA0], "cICP": [12, 13, 0, 1],
    ]
    var files = try folder.contents()
    var icon = try #require(files["icons/icon-8.png"])
    // After the signature and IHDR: the sRGB chunk.
    try #require(icon[37..<41].elementsEqual("sRGB".utf8))
    icon.replaceSubrange(
      33..<46, with: names.flatMap { SmallPNG.chunk($0, contents[$0] ?? []) })
    files["icons/icon-8.png"] = icon
    try folder.reset(to: files)
    let outcome = try await run(Self.sizes + ["--check"])
    #expect(outcome.status == (areRight ? 0 : 1))
    if !areRight { #expect(outcome.output.contains("has different colour information")) }
  }

  /// The pixels are right, and viewers show others.
  @Test(arguments: [
    ("acTL", [0, 0, 0, 1, 0, 0, 0, 0] as [UInt8], "is animated"),
    (
      "eXIf", Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 0],
      "has Exif data, which may turn the image"
    ),
  ])
  func whatChangesWhatIsShownDiffers(name: String, contents: [UInt8], problem: String) async throws
  {
    var files = try folder.contents()
    let icon = try #require(files["icons/icon-8.png"])
    files["icons/icon-8.png"] = icon[..<33] + SmallPNG.chunk(name, contents) + icon[33...]
    try folder.reset(to: files)
    let outcome = try await run(Self.sizes + ["--check"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("icon-8.png: error: \(problem) "))
  }

  @Test(arguments: ["master.png", "icons/icon-8.png"])
  func aReportDoesNotReplaceAnIcon(path: String) async throws {
    let before = try folder.contents()
    let outcome = try await run(Self.sizes + ["--check", "--sarif", path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\(path): is a master or an icon"))
    #expect(try folder.contents() == before)
  }

  @Test func missingFolderMissesAllAndStaysMissing() async throws {
    try folder.reset(to: ["master.png": SmallPNG.grey(side: 32)])
    let outcome = try await run(Self.sizes + ["--check", "--json"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        {
          "schema": 2,
          "output": "icons",
          "checked": 2,
          "findings": [
            {
              "rule": "icon-missing",
              "severity": "error",
              "path": "icon-16.png",
              "message": "is missing",
              "remedy": "run the 'assetkit icons' command that made them, and commit the result"
            },
            {
              "rule": "icon-missing",
              "severity": "error",
              "path": "icon-8.png",
              "message": "is missing",
              "remedy": "run the 'assetkit icons' command that made them, and commit the result"
            }
          ]
        }

        """)
    #expect(outcome.errors.isEmpty)
    #expect(try folder.contents().keys.sorted() == ["master.png"])
  }

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(
      ["icons", "master.png"] + arguments, in: folder.path)
  }
}
