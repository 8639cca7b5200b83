#if os(Linux)
import TestSupport
import Testing

/// What the program does on a machine without the libraries that it opens when it needs them.
struct MissingLibraryTests {
  /// A folder with files in the place of libarchive and libcrypto that are no libraries.
  private func brokenLibraries() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let text = Array("no library\n".utf8)
    try folder.reset(to: ["libarchive.so.13": text, "libcrypto.so.3": text])
    return folder
  }

  private func run(_ arguments: [String], in project: VendoredProject) async throws
    -> Command.Outcome
  {
    let libraries = try brokenLibraries()
    return try await Program.run(
      arguments, in: project.path, environment: ["LD_LIBRARY_PATH": libraries.path])
  }

  @Test(arguments: [["--version"], ["--help"], ["vendor", "list"], ["icons", "--list-presets"]])
  func whatNeedsNoLibraryRunsWithoutIt(arguments: [String]) async throws {
    let outcome = try await run(arguments, in: VendoredProject())
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
  }

  @Test func aDigestNeedsLibcrypto() async throws {
    let outcome = try await run(["vendor", "verify"], in: VendoredProject())
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: libcrypto: cannot be opened: "))
    #expect(
      outcome.errors.hasSuffix("; install OpenSSL 3 (Debian and Ubuntu: the package libssl3)\n"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func anArchiveNeedsLibarchive() async throws {
    let project = try await VendoredProject()
    try await project.shell("tar -czf up.tar.gz Vendor/demo")
    let libraries = try TemporaryFolder()
    try libraries.reset(to: ["libarchive.so.13": Array("no library\n".utf8)])
    let outcome = try await Program.run(
      ["vendor", "add", "up", "up.tar.gz", "--version", "1"], in: project.path,
      environment: ["LD_LIBRARY_PATH": libraries.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("assetkit: libarchive: cannot be opened: "))
    #expect(
      outcome.errors.contains(
        "; install libarchive 3 (Debian and Ubuntu: the package libarchive13)\n"))
    #expect(try await project.shell("git status --porcelain") == "?? up.tar.gz\n")
  }
}
#endif
