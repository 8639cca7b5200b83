import SafeFiles
import TestSupport
import Testing
import TextFormats

/// Packaging/renovate.json: what Renovate's regular expressions find in a lock that assetkit wrote, and
/// that the command which it runs afterwards makes the pins right. Renovate itself is not run here.
@Suite(.timeLimit(.minutes(15)))
struct RenovateTests {
  private static let sources = [
    (
      "archive",
      "https://github.com/example/archive/releases/download/v{version}/a-{version}.tar.gz"
    ),
    ("elsewhere", "https://example.org/github.com/x/y/{version}.tar.gz"),
    ("lab", "https://gitlab.com/group/sub/lab/-/archive/v{version}/lab-v{version}.tar.gz"),
    ("z-tags", "https://github.com/example/z.tags/archive/refs/tags/{version}.tar.gz"),
  ]

  private func project() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder(["a/a.c": "int a;\n"])
    try await Command.shell("tar czf a.tgz a; mkdir project", in: folder.path)
    for (name, source) in Self.sources {
      let outcome = try await Program.run(
        ["vendor", "add", name, source, "--version", "1.3.1", "--strip", "1"]
          + ["--from", "../a.tgz"], in: "\(folder.path)/project")
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    return folder
  }

  /// What RE2, the engine of Renovate, finds with each manager.
  private func matches(in folder: TemporaryFolder) async throws -> JSON? {
    guard let programs = try await Checkout.fetched(by: "fetch-service-checkers") else {
      return nil
    }
    try folder.write(
      "find",
      """
      import json, sys
      import re2
      tags = ["v1.3.2", "curl-8.5.0", "v2.0-rc1", "nightly", "v1.0;x", "1.0$(x)", "v1.0 --all"]
      found = []
      for manager in json.load(open(sys.argv[1]))["customManagers"]:
          version = re2.compile(manager["extractVersionTemplate"])
          found.append({
              "datasource": manager["datasourceTemplate"],
              "packages": [match.groupdict() for text in manager["matchStrings"]
                           for match in re2.compile(text).finditer(open(sys.argv[2]).read())],
              "versions": [match and match.group("version") for match in map(version.search, tags)],
          })
      print(json.dumps(found))
      """)
    let outcome = try await Command.run(
      "\(programs)/python",
      [
        "\(folder.path)/find", "\(Checkout.path)/Packaging/renovate.json",
        "\(folder.path)/project/vendor.lock",
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return JSON(Array(outcome.output.utf8))
  }

  @Test func packagesOfALockAreFound() async throws {
    guard let found = try await matches(in: project())?.elements else { return }
    func package(_ name: String, _ address: String) -> JSON {
      ["depName": .string(name), "currentValue": "1.3.1", "packageName": .string(address)]
    }
    #expect(found.map { $0["datasource"] } == ["github-tags", "gitlab-tags"])
    #expect(
      found.map { $0["packages"] } == [
        [package("archive", "example/archive"), package("z-tags", "example/z.tags")],
        [package("lab", "group/sub/lab")],
      ])
    // Tags that are no versions, or would be more than an argument, are not taken.
    for manager in found {
      #expect(manager["versions"] == ["1.3.2", "8.5.0", "2.0-rc1", .null, .null, .null, .null])
    }
  }

  /// Renovate replaces the version in the lock, then runs the command.
  @Test func theCommandMakesThePinsRight() async throws {
    let folder = try TemporaryFolder(["a-1.3.1/a.c": "int a;\n", "a-1.3.2/a.c": "int b;\n"])
    let server = try await WebServer()
    for name in ["a-1.3.1", "a-1.3.2"] {
      try await Command.shell("tar czf a.tgz \(name); mkdir -p project", in: folder.path)
      try server.serve("\(name).tar.gz", try folder.bytes(of: "a.tgz"))
    }
    func vendor(_ arguments: [String]) async throws -> Command.Outcome {
      try await Program.run(arguments, in: "\(folder.path)/project")
    }
    let added = try await vendor(
      [
        "vendor", "add", "a", server.url("a-{version}.tar.gz"), "--version", "1.3.1", "--strip",
        "1",
      ]
        + ["--allow-http"])
    try #require(added.status == 0, "\(added.errors)")
    let file = try DirectoryHandle(path: Checkout.path)
      .readFile(RelativePath("Packaging/renovate.json"), limitBytes: 1 << 16)
    let tasks = JSON(file)?["packageRules"]?.elements?.first?["postUpgradeTasks"]
    let command = try #require(tasks?["commands"]?.elements?.first?.text)
      .replacing("{{{depName}}}", with: "a").replacing("{{{newVersion}}}", with: "1.3.2")
    let lock = try folder.text("project/vendor.lock")
    try folder.write("project/vendor.lock", lock.replacing("\"1.3.1\"", with: "\"1.3.2\""))
    let words = command.split(separator: " ").map(String.init)
    #expect(words.first == "assetkit")
    let updated = try await vendor(words.dropFirst() + ["--allow-http"])
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(try folder.text("project/Vendor/a/a.c") == "int b;\n")
    let verified = try await vendor(["vendor", "verify"])
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    #expect(try folder.text("project/vendor.lock").contains("version = \"1.3.2\""))
    await server.stop()
  }

  @Test func theConfigurationFitsRenovatesSchema() async throws {
    guard let programs = try await Checkout.fetched(by: "fetch-service-checkers") else { return }
    let outcome = try await Command.run(
      "\(programs)/check-jsonschema",
      ["--builtin-schema", "vendor.renovate", "Packaging/renovate.json"], in: Checkout.path)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
