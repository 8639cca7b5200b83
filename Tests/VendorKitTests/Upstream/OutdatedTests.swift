import SafeFiles
import TestSupport
import Testing

@testable import VendorKit

/// Asking a real nginx, real repositories and folders.
@Suite(.timeLimit(.minutes(15)))
struct OutdatedTests {
  let scratch: ScratchFolder

  init() async throws {
    scratch = try ScratchFolder()
    _ = try scratch.file("root/upstream/demo-1.0.tar", [1])
    _ = try scratch.file("root/upstream/demo-1.1.tar", [2])
    try await shell(
      """
      git init -q -b main repo && cd repo
      git commit -q --allow-empty -m one && git tag v1.0
      git commit -q --allow-empty -m two && git tag -a -m two v1.2 && git tag v2.0-rc1
      """)
  }

  @discardableResult func shell(_ script: String) async throws -> String {
    try await Command.shell(
      script, in: "\(scratch.path)/root",
      environment: [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "e", "GIT_COMMITTER_NAME": "n",
        "GIT_COMMITTER_EMAIL": "e",
      ]
    ).filter { !$0.isNewline }
  }

  func standings(_ packages: [Lock.Package]) async throws -> [String: Vendoring.Standing] {
    _ = try scratch.file("root/vendor.lock", Lock(packages).text)
    var options = FetchOptions()
    options.allowsHTTP = true
    let store = ArchiveStore(path: scratch.path + "/cache")
    let root = try scratch.handle.subdirectory(RelativePath("root"))
    let vendoring = Vendoring(root: root, fetcher: SourceFetcher(cache: store, options: options))
    let standings = try await vendoring.outdated()
    // Nothing that was asked stays behind, neither in the cache nor in the project.
    #expect(try store.items().isEmpty)
    #expect(try await shell("ls ../cache/work 2>/dev/null || true").isEmpty)
    return Dictionary(uniqueKeysWithValues: standings.map { ($0.package.name, $0) })
  }

  func package(
    _ name: String, _ source: String, _ type: SourceType, version: String? = nil,
    ref: String? = nil, commit: String? = nil, archive: [UInt8] = [9]
  ) throws -> Lock.Package {
    let none = SHA256.digest(of: [UInt8]())
    var package = try Lock.Package(
      name: name, source: source, type: type, pristine: none, tree: none)
    package.version = version
    package.ref = ref
    package.commit = type == .git ? commit : nil
    if type == .archive { package.archiveDigest = SHA256.digest(of: archive) }
    return package
  }

  @Test func serverListingGivesTheNewest() async throws {
    let server = try await WebServer()
    // The listing is nginx's own.
    for name in ["demo-1.0.tgz", "demo-1.4.tgz", "demo-1.4.tgz.asc", "other-7.tgz"] {
      try server.serve("list/\(name)", [0])
    }
    try server.serve("fixed.tgz", [1, 2, 3])
    let all = try await standings([
      package("behind", server.url("list/demo-{version}.tgz"), .archive, version: "1.0"),
      package("current", server.url("list/demo-{version}.tgz"), .archive, version: "1.4"),
      package("gone", server.url("none/demo-{version}.tgz"), .archive, version: "1.0"),
      package("same", server.url("fixed.tgz"), .archive, archive: [1, 2, 3]),
      package("replaced", server.url("fixed.tgz"), .archive, archive: [1, 2]),
    ])
    #expect(try all["behind"]?.news.get() == [.newer(version: "1.4")])
    #expect(try all["current"]?.news.get() == [])
    #expect(try all["same"]?.news.get() == [])
    #expect(
      try all["replaced"]?.news.get() == [.replaced(SHA256.digest(of: [1, 2, 3] as [UInt8]))])
    #expect(throws: VendorError.self) { try all["gone"]?.news.get() }
    // Two packages of one folder: one transfer.
    #expect(try server.requests().count { $0.contains("/list/ ") || $0.hasSuffix("/list/") } <= 1)
    await server.stop()
  }

  @Test func repositoryIsAskedForTagsAndBranches() async throws {
    let url = "repo"
    let first = try await shell("git -C repo rev-parse v1.0^{commit}")
    let second = try await shell("git -C repo rev-parse main")
    let all = try await standings([
      package("tag", url, .git, version: "1.0", ref: "v1.0", commit: first),
      package("newest", url, .git, version: "1.2", ref: "v1.2", commit: second),
      package("retagged", url, .git, ref: "v1.2", commit: first),
      package("branch", url, .git, ref: "main", commit: first),
      package("head", url, .git, commit: second),
      package("commit", url, .git, ref: first, commit: first),
      package("lost", url, .git, ref: "v0.9", commit: first),
    ])
    #expect(try all["tag"]?.news.get() == [.newer(version: "1.2")])
    #expect(try all["newest"]?.news.get() == [])
    #expect(try all["retagged"]?.news.get() == [.retagged(commit: second)])
    #expect(try all["branch"]?.news.get() == [.moved(commit: second)])
    #expect(try all["head"]?.news.get() == [])
    #expect(all["commit"]?.asked == nil)
    let error = #expect(throws: VendorError.self) { try all["lost"]?.news.get() }
    #expect(error?.problem.contains("no longer exists") == true)
  }

  @Test func folderGivesTheNewest() async throws {
    let all = try await standings([
      package("demo", "upstream/demo-{version}.tar", .archive, version: "1.0"),
      package("folder", "upstream", .directory),
    ])
    #expect(try all["demo"]?.news.get() == [.newer(version: "1.1")])
    #expect(all["folder"]?.asked == nil)
  }

  @Test(
    "code hosts are asked as repositories",
    arguments: [
      "https://host.example/owner/name/archive/refs/tags/v{version}.tar.gz",
      "https://host.example/owner/name/archive/v{version}.zip",
      "https://host.example/owner/name/-/archive/v{version}/name-v{version}.tar.bz2",
      "https://host.example/owner/name/releases/download/v{version}/name-{version}.tar.gz",
    ])
  func codeHosts(source: String) throws {
    let package = try package("name", source, .archive, version: "1.0")
    let question = try #require(
      UpstreamQuestion(of: package, at: .download(url: package.resolvedSource)))
    guard case .repository(let url) = question.place else {
      Issue.record("\(question.place)")
      return
    }
    #expect(url.hasSuffix("/owner/name"))
    #expect(question.pattern?.version(in: "v2.0") == "2.0")
  }

  @Test func pythonIndexIsAskedByPackageURL() throws {
    var package = try package(
      "demo", "https://files.pythonhosted.org/packages/aa/bb/demo-{version}.tar.gz", .archive,
      version: "1.0")
    package.purl = "pkg:pypi/demo@1.0"
    let question = UpstreamQuestion(of: package, at: .download(url: package.resolvedSource))
    #expect(question?.label == "https://pypi.org/simple/demo/")
    #expect(question?.pattern?.version(in: "demo-1.1.tar.gz") == "1.1")
  }
}
