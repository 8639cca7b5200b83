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
    #expect(lines.count == 4)
    #expect(lines[0] == "different\ticons/icon-16.png\thas other colour information")
    #expect(lines[1] == "left-over\ticons/icon-24.png")
    #expect(lines[2] == "left-over\ticons/icon-29@2x.png")
    #expect(lines[3] == "missing\ticons/icon-8.png")
    #expect(try folder.contents() == files)
  }

  @Test func otherPixelsAndDamagedFilesAreDifferent() async throws {
    #expect(try await run(Self.sizes + ["--filter", "box"]).status == 0)
    var files = try folder.contents()
    files["icons/icon-8.png"]?.removeLast(20)
    try folder.reset(to: files)
    let outcome = try await run(Self.sizes + ["--check"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("icon-16.png\tdiffers in "))
    #expect(outcome.output.contains("icon-8.png\tis a damaged PNG file"))
  }

  @Test func compressedBytesDoNotCount() async throws {
    #expect(try await run(Self.sizes + ["--optimize"]).status == 0)
    #expect(try await run(Self.sizes + ["--check"]).status == 0)
    #expect(try await run(Self.sizes + ["--check", "--optimize"]).status == 0)
  }

  @Test func missingFolderMissesAllAndStaysMissing() async throws {
    try folder.reset(to: ["master.png": SmallPNG.grey(side: 32)])
    let outcome = try await run(Self.sizes + ["--check", "--json"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        {
          "checked" : 2,
          "findings" : [
            {
              "kind" : "missing",
              "path" : "icon-16.png"
            },
            {
              "kind" : "missing",
              "path" : "icon-8.png"
            }
          ],
          "output" : "icons",
          "schema" : 1
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
