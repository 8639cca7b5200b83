import SafeFiles
import Subprocess
import TestSupport
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

@testable import VendorKit

/// Fetching from real repositories, over the file transport and from a real `git daemon`.
@Suite(.timeLimit(.minutes(15)))
struct GitSourceTests {
  let scratch: ScratchFolder
  let store: ArchiveStore

  init() async throws {
    scratch = try ScratchFolder()
    store = ArchiveStore(path: scratch.path + "/package/cache")
    _ = try scratch.file("package/repo/a.txt", Array("one\r\ntwo $Id$\n".utf8))
    _ = try scratch.file("package/repo/big.bin", [UInt8](repeating: 7, count: 300_000))
    _ = try scratch.file("package/repo/empty", [])
    _ = try scratch.file("package/repo/LICENSE", Array("free\n".utf8))
    _ = try scratch.file("package/repo/secret", Array("left out of archives\n".utf8))
    _ = try scratch.file(
      "package/repo/.gitattributes",
      Array("*.txt text eol=crlf ident\n*.bin filter=boom\nsecret export-ignore\n".utf8))
    _ = try scratch.file("package/repo/run.sh", Array("#!/bin/sh\n".utf8))
    try scratch.handle.setMode(0o755, of: RelativePath("package/repo/run.sh"))
    try await git("init", "-q", "-b", "main")
    try await git("config", "uploadpack.allowAnySHA1InWant", "true")
    try await git("-c", "core.autocrlf=false", "add", "-A")
    try await git(
      "update-index", "--add", "--cacheinfo", "160000,\(String(repeating: "1", count: 40)),sub")
    try await git("commit", "-q", "-m", "one")
    try await git("tag", "-a", "-m", "tag", "v1")
    try await git("branch", "both")
    try await git("tag", "both")
  }

  @discardableResult
  func git(_ arguments: String...) async throws -> String {
    let outcome = try await Command.run(
      "git",
      ["-C", scratch.path + "/package/repo", "-c", "user.name=n", "-c", "user.email=e@e"]
        + arguments,
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"])
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output.filter { !$0.isNewline }
  }

  var url: String { "file://\(scratch.path)/package/repo" }

  func fetcher(isOffline: Bool = false, mirrors: [ArchiveStore] = []) -> SourceFetcher {
    var options = FetchOptions()
    options.allowsHTTP = true
    options.isOffline = isOffline
    return SourceFetcher(cache: store, mirrors: mirrors, options: options)
  }

  func stage(_ source: FetchedSource, policy: StagingPolicy = .init()) async throws -> FileList {
    try scratch.handle.removeTree(RelativePath("package/out"))
    return try await source.stage(
      into: scratch.handle.subdirectory(RelativePath("package/out"), createIfMissing: true),
      selection: .everything, policy: policy)
  }

  static let names = [
    ".gitattributes", "LICENSE", "a.txt", "big.bin", "empty", "run.sh*", "secret",
  ]

  @Test(arguments: ["main", "HEAD", "v1", "refs/heads/both", "refs/tags/both", "commit"])
  func everyKindOfRefGivesTheBlobsAsTheyAre(_ ref: String) async throws {
    let head = try await git("rev-parse", "HEAD")
    let source = try await fetcher().fetch(
      .init(.git(url: url, ref: ref == "commit" ? head : ref)))
    #expect(source.commit == head)
    #expect(source.archiveDigest == nil)
    #expect(source.remarks.count == 1 && source.remarks[0].contains("submodule 'sub'"))
    #expect(try await stage(source).summary == Self.names)
    // A checkout would write CRLF and a commit id, and `export-ignore` would leave a file out.
    #expect(try scratch.text("package/out/a.txt") == "one\ntwo $Id$\n")
    #expect(try scratch.handle.status(of: RelativePath("package/out/big.bin")).size == 300_000)
  }

  @Test func ambiguousOrUnknownRefIsRefused() async throws {
    await #expect(throws: VendorError.self) {
      try await fetcher().fetch(.init(.git(url: url, ref: "both")))
    }
    await #expect(throws: VendorError.self) {
      try await fetcher().fetch(.init(.git(url: url, ref: "none")))
    }
  }

  /// The commit stays fetchable when the branch has moved, and offline once it was fetched.
  @Test func pinnedCommitIsFetchedByItsId() async throws {
    let first = try await git("rev-parse", "HEAD")
    _ = try scratch.file("package/repo/new", [1])
    try await git("add", "new")
    try await git("commit", "-q", "-m", "two")
    let request = SourceFetcher.Request(.git(url: url, ref: "main"), commit: first)
    await #expect(throws: VendorError.self) { try await fetcher(isOffline: true).fetch(request) }
    #expect(try await stage(fetcher().fetch(request)).summary == Self.names)
    try scratch.handle.removeTree(RelativePath("package/repo"))
    #expect(try await stage(fetcher(isOffline: true).fetch(request)).summary == Self.names)
    let work = try store.root().subdirectory(RelativePath("work")).entries()
    #expect(work.isEmpty)
  }

  /// What is in the cache needs no transport, so it does not matter that its address is not encrypted.
  @Test func unencryptedAddressIsServedFromTheCache() async throws {
    let head = try await git("rev-parse", "HEAD")
    _ = try await fetcher().fetch(.init(.git(url: url, ref: head)))
    var options = FetchOptions()
    options.isOffline = true
    let source = try await SourceFetcher(cache: store, options: options).fetch(
      .init(.git(url: "git://host.invalid/repo", ref: "v1"), commit: head))
    #expect(try await stage(source).summary == Self.names)
    options.isOffline = false
    await #expect(throws: VendorError.self) {
      try await SourceFetcher(cache: store, options: options).fetch(
        .init(.git(url: "git://host.invalid/repo", ref: "v1")))
    }
  }

  @Test func mirrorServesTheCommit() async throws {
    let head = try await git("rev-parse", "HEAD")
    let request = SourceFetcher.Request(.git(url: url, ref: "main"), commit: head)
    let mirror = ArchiveStore.mirror(path: scratch.path + "/package/mirror")
    #expect(try await fetcher().mirror([request], to: mirror) == [.kept(.commit(head))])
    try scratch.handle.removeTree(RelativePath("package/cache"))
    try scratch.handle.removeTree(RelativePath("package/repo"))
    let source = try await fetcher(isOffline: true, mirrors: [mirror]).fetch(request)
    #expect(try await stage(source).summary == Self.names)
    let checked = try await Command.shell("sha256sum -c SHA256SUMS", in: mirror.path)
    #expect(checked == "git/\(head).pack: OK\n")
  }

  @Test func damagedPackIsRemoved() async throws {
    let head = try await git("rev-parse", "HEAD")
    let request = SourceFetcher.Request(.git(url: url, ref: "main"), commit: head)
    _ = try await fetcher().fetch(request)
    let name = ArchiveStore.packName(of: head)
    var pack = try store.root().readFile(name, limitBytes: 1 << 24)
    pack[pack.count / 2] ^= 1
    try store.root().removeFile(name)
    try store.root().createFile(name, holding: pack)
    await #expect(throws: VendorError.self) { try await fetcher(isOffline: true).fetch(request) }
    #expect(try store.root().statusIfPresent(of: name) == nil)
    #expect(try await stage(fetcher().fetch(request)).summary == Self.names)
  }

  @Test func linksAreJudgedLikeAnArchives() async throws {
    try scratch.handle.createSymbolicLink(
      RelativePath("package/repo/inside"), to: Array("a.txt".utf8))
    try await git("add", "inside")
    try await git("commit", "-q", "-m", "link")
    let source = try await fetcher().fetch(.init(.git(url: url, ref: "main")))
    await #expect(throws: VendorError.self) { try await stage(source) }
    let list = try await stage(source, policy: StagingPolicy(allowsSymbolicLinks: true))
    #expect(list.summary.contains("inside -> a.txt"))
    try scratch.handle.createSymbolicLink(
      RelativePath("package/repo/outside"), to: Array("../canary".utf8))
    try await git("add", "outside")
    try await git("commit", "-q", "-m", "link out")
    let hostile = try await fetcher().fetch(.init(.git(url: url, ref: "main")))
    await #expect(throws: VendorError.self) {
      try await stage(hostile, policy: StagingPolicy(allowsSymbolicLinks: true))
    }
  }

  /// git itself refuses to commit such names; a tree object can hold them all the same.
  @Test func treeWithGitFolderIsRefused() async throws {
    let blob = try await git("hash-object", "-w", "LICENSE")
    _ = try scratch.file("package/tree", Array("100644 blob \(blob)\tconfig\n".utf8))
    try await Command.shell(
      """
      inner=$(git mktree < ../tree) &&
      tree=$(printf '040000 tree %s\\t.GIT\\n' "$inner" | git mktree) &&
      git update-ref refs/heads/bad $(git -c user.name=n -c user.email=e commit-tree -m x "$tree")
      """, in: scratch.path + "/package/repo")
    let source = try await fetcher().fetch(.init(.git(url: url, ref: "bad")))
    do {
      _ = try await stage(source)
      Issue.record("a tree with .GIT was taken")
    } catch {
      #expect("\(error)".contains("git's own folder"))
    }
  }

  @Test func daemonServes() async throws {
    let head = try await git("rev-parse", "HEAD")
    let port = try WebServer.freePort()
    let repository = scratch.path + "/package/repo"
    let fetcher = fetcher()
    _ = try await run(
      .name("git"),
      arguments: [
        "daemon", "--verbose", "--export-all", "--listen=127.0.0.1", "--port=\(port)",
        "--base-path=\(scratch.path)/package", repository,
      ], input: .none, output: .discarded, error: .sequence
    ) { execution in
      // It says so when its socket is open.
      for try await _ in execution.standardError { break }
      let source = try await fetcher.fetch(
        .init(.git(url: "git://127.0.0.1:\(port)/repo", ref: "v1")))
      #expect(source.commit == head)
      #expect(try await stage(source).summary == Self.names)
      try execution.send(signal: .terminate)
    }
  }

  @Test(
    arguments: [
      "-uploadpack=x", "ext::sh -c x", "ext::sh", "http://host/a", "git://host/a", "ftp://host/a",
      "ssh://-oProxyCommand=x/a", "https://user:word@host/a", "https://host/a b", "",
    ])
  func addressIsRefused(_ url: String) {
    #expect(throws: VendorError.self) { try SourceAddress(url, of: .git).check(allowsHTTP: false) }
  }

  @Test(arguments: [
    "-x", "a..b", "a b", "a:b", "a~1", "a^{}", "@", "a@{1}", "/a", "a/", "a.lock", "",
  ])
  func refIsRefused(_ ref: String) {
    #expect(throws: VendorError.self) { try GitRef.check(ref) }
  }
}
