import TestSupport
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

  @Test(arguments: [
    (["icon"], "icon", "did you mean 'icons'?", "assetkit <"),
    (["vendor", "updat"], "updat", "did you mean 'update'?", "assetkit vendor <"),
    (["cache", "empty"], "empty", "expected one of list, prune", "assetkit cache <"),
  ])
  func anUnknownCommandGetsTheNearestName(
    arguments: [String], name: String, hint: String, usage: String
  ) async throws {
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: There is no command '\(name)'; \(hint)\n"))
    #expect(outcome.errors.contains("\nUsage: \(usage)"))
  }

  @Test func anAliasIsACommand() async throws {
    let outcome = try await Program.run(["vendor", "licenses", "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.output == (try await Program.run(["vendor", "licences", "--help"])).output)
  }

  @Test(arguments: [
    (["icons", "a.png", "--out", "x"], "--out", "; did you mean '--output'?", "icons [<options>]"),
    (["icons", "--outptu=x"], "--outptu", "; did you mean '--output'?", "icons [<options>]"),
    (
      ["vendor", "add", "--liscense", "MIT"], "--liscense", "; did you mean '--license'?",
      "vendor add "
    ),
    (["offline", "--jsno", "--", "make"], "--jsno", "; did you mean '--json'?", "offline "),
    (["icons", "a.png", "--flux"], "--flux", "", "icons [<options>]"),
    (["--verison"], "--verison", "; did you mean '--version'?", "<subcommand>"),
  ])
  func anUnknownOptionGetsTheNearestName(
    arguments: [String], name: String, hint: String, usage: String
  ) async throws {
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: There is no option '\(name)'\(hint)\n"))
    #expect(outcome.errors.contains("\nUsage: assetkit \(usage)"))
  }

  @Test func folderThatIsNotThereCannotBeEntered() async throws {
    let outcome = try await Program.run(["-C", "/no/such/folder", "--version"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: /no/such/folder: cannot be entered: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["-C", "IN", "icons"], ["icons", "-C", "IN"], ["icons", "master.png", "-C", "IN"],
  ])
  func aFolderCanBeNamedBeforeAndBehindTheCommand(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write("master.png", try Checkout.masterBytes())
    var arguments = arguments.map { $0 == "IN" ? folder.path : $0 } + ["--dry-run"]
    if !arguments.contains("master.png") { arguments.append("master.png") }
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 14)
  }

  @Test func aFolderWithoutANameIsWrongUsage() async throws {
    #expect(try await Program.run(["icons", "-C"]).status == 64)
  }

  /// The parser takes '--version V' of a wrong command line as a request for the program's own.
  @Test(arguments: [
    ["a", "b.tgz", "--version", "1.0", "--lock-timeout", "999999"], ["a", "--version=1.0"],
    ["a", "b.tgz", "--version", "1.0", "--offline", "--block-origin"],
    ["a", "b.tgz", "--version", "1.0", "--unknown"],
  ])
  func aWrongCommandLineWithAVersionIsWrongUsage(_ arguments: [String]) async throws {
    let outcome = try await Program.run(["vendor", "add"] + arguments)
    #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test func theVersionOfTheProgramIsToldByEveryCommand() async throws {
    let expected = try await Program.run(["--version"]).output
    let outcome = try await Program.run(["vendor", "sync", "--version"])
    #expect(outcome.status == 0 && outcome.output == expected)
  }
}
