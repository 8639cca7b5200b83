import Testing

/// What the program says before any command of it runs.
struct RootCommandTests {
  @Test func versionIsOneLineOnStandardOutput() async throws {
    let outcome = try await Program.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.output == "0.1.0\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func unknownOptionIsWrongUsage() async throws {
    let outcome = try await Program.run(["--no-such-option"])
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
  }

  @Test func folderThatIsNotThereCannotBeEntered() async throws {
    let outcome = try await Program.run(["-C", "/no/such/folder", "--version"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: /no/such/folder: cannot be entered: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }
}
