import TestSupport
import Testing

/// The keys of `[[icons]]` are the options of `assetkit icons`.
struct IconKeysTests {
  /// Keys that say what an entry is called, what its master is, and whose build makes its icons.
  static let ownKeys: Set = ["name", "like", "master", "drawn-from", "drawn-from-sha256", "target"]
  /// Options that say what a run does; 'draw' writes the master that 'drawn-from' is about.
  static let runOptions: Set = [
    "draw",
    "only", "target", "list-inputs", "input", "list-presets", "check", "lint", "json", "sarif",
    "dry-run", "prune", "watch",
    "preview",
    "jobs",
    "max-pixels", "max-memory", "quiet", "help", "version",
  ]

  @Test func everyKeyIsAnOptionAndEveryOptionAKey() async throws {
    // The name of the set; an entry has a name of its own.
    var keys = try await Self.keys().subtracting(Self.ownKeys)
    #expect(keys.remove("set") != nil)
    keys.insert("name")
    #expect(try await Self.options().subtracting(Self.runOptions) == keys)
  }

  /// Every key that an entry may have, as the message for another says.
  static func keys() async throws -> Set<String> {
    let project = try ProjectFolder("[[icons]]\nthe-key-of-nobody = 1")
    let outcome = try await project.icons()
    let list = try #require(outcome.errors.split(separator: "expected one of ").last)
    return Set(list.split(separator: "\n")[0].split(separator: ", ").map(String.init))
  }

  /// Every option, as the parser itself lists them.
  private static func options() async throws -> Set<String> {
    let help = try await Program.run(["icons", "--experimental-dump-help"])
    let script = """
      import json, sys
      for argument in json.load(sys.stdin)["command"]["arguments"]:
          for name in argument.get("names") or []:
              if name["kind"] == "long" and not name["name"].startswith("no-"):
                  print(name["name"])
      """
    let names = try await Command.run("python3", ["-c", script], input: help.output)
    #expect(names.status == 0, "\(names.errors)")
    return Set(names.output.split(separator: "\n").map(String.init))
  }
}
