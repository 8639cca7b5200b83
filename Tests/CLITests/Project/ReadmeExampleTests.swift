import SafeFiles
import TestSupport
import Testing

/// Every example of `assetkit.toml` in README.md is a file that commands read as it is written.
struct ReadmeExampleTests {
  /// The indented blocks that are TOML, each with its line.
  private static func examples() throws -> [(line: Int, text: String)] {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let readme = String(
      decoding: try DirectoryHandle(path: root)
        .readFile(try RelativePath("README.md"), limitBytes: 1 << 20), as: UTF8.self)
    var blocks: [(line: Int, text: String)] = []
    var isInside = false
    for (number, line) in readme.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      let isCode = line.hasPrefix("    ")
      if isCode, !isInside { blocks.append((number + 1, "")) }
      isInside = isCode || isInside && line.isEmpty
      if isInside { blocks[blocks.count - 1].text += line.dropFirst(4) + "\n" }
    }
    return blocks.filter { $0.text.hasPrefix("version = ") || $0.text.hasPrefix("[") }
  }

  @Test func theyAreRead() async throws {
    let examples = try Self.examples()
    #expect(examples.count >= 6)
    for (line, text) in examples {
      let project = try await VendoredProject(["a.c": "int a;\n"])
      try project.folder.create("assetkit.toml", text)
      for command in [["vendor", "audit"], ["vendor", "sbom"], ["icons", "--list-presets"]] {
        let outcome = try await Program.run(command, in: project.path)
        #expect(outcome.status < 2, "README.md:\(line): \(outcome.errors)")
        #expect(!outcome.errors.contains("assetkit.toml:"), "README.md:\(line): \(outcome.errors)")
      }
    }
  }

  @Test func aFileWithoutAVersionIsToldHowToBegin() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"])
    try project.folder.create("assetkit.toml", "[audit]\nfail-on = \"error\"\n")
    let outcome = try await project.vendor("audit")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "assetkit: assetkit.toml: the key version is missing; begin it with the line 'version = 1'\n"
    )
  }
}
