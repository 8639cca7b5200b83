import TestSupport
import Testing

/// `assetkit cache` and `assetkit vendor mirror`, with a cache of the test's own.
struct CacheTests {
  let project: VendoredProject
  let cache: TemporaryFolder

  init() async throws {
    project = try await VendoredProject()
    cache = try TemporaryFolder()
    try await project.shell(
      "mkdir -p in/p upstream && echo code > in/p/a.c && tar -C in -czf upstream/p.tar.gz p")
    let added = try await run("vendor", "add", "packed", "upstream/p.tar.gz", "--strip", "1")
    try #require(added.status == 0, "\(added.errors)")
  }

  func run(_ arguments: String...) async throws -> Command.Outcome {
    try await Program.run(
      arguments, in: project.path, environment: ["XDG_CACHE_HOME": cache.path])
  }

  @Test func listNamesWhatIsPinned() async throws {
    let digest = try await project.shell("sha256sum upstream/p.tar.gz | cut -c1-64").prefix(64)
    let list = try await run("cache", "list")
    #expect(list.status == 0)
    #expect(list.output.hasSuffix("sha256:\(digest)  packed\n"))
    let json = try await run("cache", "list", "--json")
    #expect(json.output.contains("\"schema\": 1"))
    #expect(json.output.contains("\"key\": \"sha256:\(digest)\""))
  }

  @Test func pruneKeepsWhatTheLockPins() async throws {
    let before = try await run("cache", "list").output
    #expect(try await run("cache", "prune").output.isEmpty)
    #expect(try await run("cache", "list").output == before)
    #expect(try await run("cache", "prune", "--all", "--dry-run").output.contains("sha256:"))
    #expect(try await run("cache", "list").output == before)
    #expect(try await run("cache", "prune", "--all").output.contains("sha256:"))
    #expect(try await run("cache", "list").output.isEmpty)
  }

  /// A lock that cannot be read may pin anything: then nothing is pruned.
  @Test func pruneStopsAtABrokenLock() async throws {
    let before = try await run("cache", "list").output
    try await project.shell("cp vendor.lock kept && echo '<<<<<<< x' >> vendor.lock")
    let outcome = try await run("cache", "prune")
    #expect(outcome.status == 2)
    try await project.shell("mv kept vendor.lock")
    #expect(try await run("cache", "list").output == before)
  }

  @Test func mirrorIsEnoughToRebuild() async throws {
    // The folder that the other package came from is not there; it is not mirrored anyway.
    try await project.shell("mkdir -p upstream/demo-1.2 && cp -r Vendor/demo/. upstream/demo-1.2")
    let mirrored = try await run("vendor", "mirror", "mirror", "--offline")
    #expect(mirrored.status == 0, "\(mirrored.errors)")
    #expect(mirrored.output.hasPrefix("packed: sha256:"))
    #expect(mirrored.errors.contains("demo: is a folder"))
    let checked = try await project.shell("cd mirror && sha256sum -c SHA256SUMS")
    #expect(checked.hasSuffix(": OK\n"))
    try await project.shell("rm -r upstream/p.tar.gz Vendor/packed")
    _ = try await run("cache", "prune", "--all")
    let failed = try await run("vendor", "sync", "packed", "--offline")
    #expect(failed.status == 2)
    let synced = try await run("vendor", "sync", "packed", "--offline", "--mirror", "mirror")
    #expect(synced.status == 0, "\(synced.errors)")
    #expect(try await project.shell("cat Vendor/packed/a.c") == "code\n")
    #expect(try await run("vendor", "rebuild", "packed", "--mirror", "mirror").status == 0)
  }
}
