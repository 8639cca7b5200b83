import TestSupport
import Testing
import TextFormats

/// `assetkit help TOPIC`.
struct TopicTests {
  static let names = ["assetkit.toml", "presets", "vendor.lock", "policy"]

  @Test(arguments: names)
  func aTopicIsReadOnATerminal(name: String) async throws {
    let outcome = try await Program.run(["help", name])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix("TOPIC: \(name), "))
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
    #expect(lines.last == "" && lines.dropLast().last != "")
  }

  @Test func theLockHasAShortName() async throws {
    let long = try await Program.run(["help", "vendor.lock"])
    #expect(try await Program.run(["help", "lock"]).output == long.output)
  }

  @Test(arguments: [["help"], ["--help"]])
  func theHelpOfTheProgramNamesCommandsAndTopics(arguments: [String]) async throws {
    let outcome = try await Program.run(arguments)
    #expect(outcome.status == 0)
    for name in Self.names + ["icons", "vendor"] {
      #expect(outcome.output.contains("\n  \(name) "), "\(name)")
    }
  }

  @Test(arguments: [["vendor", "verify"], ["icons"], ["vendor"]])
  func theHelpOfACommandIsThatOfTheParser(command: [String]) async throws {
    let outcome = try await Program.run(["help"] + command)
    #expect(outcome.status == 0 && outcome.output.contains("USAGE: assetkit "))
    #expect(outcome.output == (try await Program.run(command + ["--help"])).output)
  }

  @Test(arguments: [
    (["polcy"], "There is no command or topic 'polcy'; did you mean 'policy'?", "<subcommand>"),
    (["icns"], "There is no command or topic 'icns'; did you mean 'icons'?", "<subcommand>"),
    (
      ["xyzzy"],
      "There is no command or topic 'xyzzy'; expected one of init, check, prove, icons, vendor, "
        + "offline, cache, assetkit.toml, presets, vendor.lock, policy", "<subcommand>"
    ),
    (
      ["vendor", "verif"], "There is no command 'verif'; did you mean 'verify'?",
      "vendor <subcommand>"
    ),
    (["policy", "more"], "Unexpected argument 'more'", "<subcommand>"),
  ])
  func anythingElseIsWrongUsage(words: [String], message: String, usage: String) async throws {
    let outcome = try await Program.run(["help"] + words)
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix("Error: \(message)\nUsage: assetkit \(usage)"), "\(outcome.errors)")
  }

  @Test func presetsAreThoseOfTheProgram() async throws {
    let list = try await Program.run(["icons", "--list-presets", "--json"]).output
    let known = JSON(Array(list.utf8))?["presets"]?.elements?.map { preset in
      [preset["name"]?.text, preset["summary"]?.text.map { "\($0)." }]
    }
    let parts = try await HelpTopics().parts(of: "presets")
    let told = parts.compactMap { $0["list"] }.first?["items"]?.elements?.map { item in
      [item["name"]?.text, item["meaning"]?.text]
    }
    #expect(told != nil && told == known)
  }

  /// The examples are read without an error by the program itself.
  @Test(arguments: ["assetkit.toml", "presets", "policy"])
  func theExampleIsAccepted(name: String) async throws {
    let parts = try await HelpTopics().parts(of: name)
    let examples = parts.compactMap { $0["example"]?.text }
    let example = try #require(examples.first)
    let master = SmallPNG.grey(side: 1024)
    let folder = try TemporaryFolder(["assetkit.toml": example + "\n"])
    try folder.write("art/icon.png", master)
    try folder.write("art/icon-beta.png", master)
    let outcome = try await Program.run(
      ["icons", "--dry-run"]
        + (name == "assetkit.toml"
          ? [] : ["art/icon.png", "--preset", name == "presets" ? "kiosk" : "classic"]),
      in: folder.path)
    #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome.errors)")
    let audit = try await Program.run(["vendor", "audit"], in: folder.path)
    #expect(!audit.errors.contains("assetkit.toml"), "\(audit.errors)")
  }
}
