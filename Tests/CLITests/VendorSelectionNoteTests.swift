import SafeFiles
import TestSupport
import Testing

/// What `add` says about a selection that is probably not the intended one.
struct VendorSelectionNoteTests {
  let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder(["demo-1.0/a.c": "int a;\n", "demo-1.0/t/b.c": "int b;\n"])
    try await Command.shell(
      "mkdir project && tar czf project/one.tgz demo-1.0 && cd demo-1.0 && tar czf ../project/two.tgz .",
      in: folder.path)
  }

  func vendor(_ arguments: String...) async throws -> Command.Outcome {
    try await Program.run(
      ["vendor"] + arguments, in: folder.path + "/project",
      environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
  }

  /// The command that it proposes does what it says.
  @Test func theOneTopFolderIsProposedToBeStripped() async throws {
    let added = try await vendor("add", "demo", "one.tgz")
    #expect(added.status == 0)
    #expect(try folder.exists("project/Vendor/demo/demo-1.0/a.c"))
    let marker = "to vendor what is in it: assetkit "
    let line = try #require(added.errors.split(separator: "\n").first { $0.contains(marker) })
    let start = try #require(line.firstRange(of: marker)).upperBound
    let command = line[start...].split(separator: " ").map(String.init)
    #expect(command == ["vendor", "update", "demo", "--strip", "1"])
    let updated = try await Program.run(
      command, in: folder.path + "/project",
      environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(try folder.exists("project/Vendor/demo/a.c"))
    #expect(try await vendor("verify").status == 0)
  }

  @Test func nothingIsProposedWhereNothingIsToBeStripped() async throws {
    for (name, arguments) in [
      ("a", ["two.tgz"]), ("b", ["one.tgz", "--strip", "1"]),
      ("c", ["one.tgz", "--include", "demo-1.0/*.c"]),
    ] {
      let added = try await Program.run(
        ["vendor", "add", name] + arguments, in: folder.path + "/project",
        environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
      #expect(added.status == 0 && !added.errors.contains("--strip"), "\(added.errors)")
    }
  }

  @Test func aPatternThatMatchesNothingIsNamed() async throws {
    let added = try await vendor(
      "add", "demo", "two.tgz", "--exclude", "t/**", "--exclude", "test/**")
    #expect(added.status == 0)
    #expect(added.errors.contains("exclude 'test/**' matches no file"), "\(added.errors)")
    #expect(!added.errors.contains("'t/**'"))
    let included = try await vendor("add", "other", "two.tgz", "--include", "src/**")
    #expect(included.status == 2 && included.errors.contains("include 'src/**'"))
  }
}
