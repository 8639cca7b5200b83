import SafeFiles
import Testing

@testable import VendorKit

/// Folders and archive files on this machine, and what cache and mirror give offline.
struct LocalSourceTests {
  let scratch: ScratchFolder
  let store: ArchiveStore

  init() throws {
    scratch = try ScratchFolder()
    store = ArchiveStore(path: scratch.path + "/package/cache")
  }

  func fetcher(isOffline: Bool = false, mirrors: [ArchiveStore] = []) -> SourceFetcher {
    var options = FetchOptions()
    options.isOffline = isOffline
    return SourceFetcher(cache: store, mirrors: mirrors, options: options)
  }

  func stage(_ source: FetchedSource, policy: StagingPolicy = .init()) async throws -> FileList {
    try await source.stage(
      into: scratch.handle.subdirectory(RelativePath("package/out"), createIfMissing: true),
      selection: .everything, policy: policy)
  }

  @Test func folderIsCopiedWithoutGitsData() async throws {
    _ = try scratch.file("package/in/a", [1])
    _ = try scratch.file("package/in/b/c", [2])
    _ = try scratch.file("package/in/.git/config", [3])
    try scratch.handle.setMode(0o755, of: RelativePath("package/in/a"))
    let source = try await fetcher().fetch(.init(.directory(path: scratch.path + "/package/in")))
    #expect(try await stage(source).summary == ["a*", "b/c"])
    #expect(source.archiveDigest == nil && source.commit == nil)
  }

  @Test func folderIsJudgedLikeAnArchive() async throws {
    _ = try scratch.file("package/in/a", [1])
    try scratch.handle.createSymbolicLink(
      RelativePath("package/in/l"), to: Array("../../canary".utf8))
    let source = try await fetcher().fetch(.init(.directory(path: scratch.path + "/package/in")))
    await #expect(throws: VendorError.self) {
      try await stage(source, policy: StagingPolicy(allowsSymbolicLinks: true))
    }
  }

  /// The digest decides before a single byte is parsed.
  @Test func archiveWithAnotherDigestIsNotParsed() async throws {
    let path = try scratch.file("archive", Array("not even an archive".utf8))
    let request = SourceFetcher.Request(
      .archive(path: path), archiveDigest: SHA256.digest(of: [1]))
    do {
      _ = try await fetcher().fetch(request)
      Issue.record("another archive was taken")
    } catch let error as VendorError {
      #expect(error.code == .digestMismatch)
    }
  }

  @Test func archiveComesFromCacheAndMirror() async throws {
    let tar = TarBytes.of { $0.add("a", "x") }
    let digest = SHA256.digest(of: tar)
    let path = try scratch.file("archive", tar)
    let source = try await fetcher().fetch(.init(.archive(path: path)))
    #expect(source.archiveDigest == digest)
    try scratch.handle.removeFile(RelativePath("archive"))
    let pinned = SourceFetcher.Request(
      .download(url: "https://host.invalid/a"), archiveDigest: digest)
    #expect(try await stage(fetcher(isOffline: true).fetch(pinned)).summary == ["a"])

    let mirror = ArchiveStore.mirror(path: scratch.path + "/package/mirror")
    #expect(
      try await fetcher(isOffline: true).mirror([pinned], to: mirror) == [.kept(.archive(digest))])
    #expect(
      try scratch.text("package/mirror/SHA256SUMS")
        == "\(digest)  sha256/\(digest.hex.prefix(2))/\(digest)\n")
    try scratch.handle.removeTree(RelativePath("package/out"))
    try scratch.handle.removeTree(RelativePath("package/cache"))
    await #expect(throws: VendorError.self) { try await fetcher(isOffline: true).fetch(pinned) }
    let mirrored = try await fetcher(isOffline: true, mirrors: [mirror]).fetch(pinned)
    #expect(try await stage(mirrored).summary == ["a"])
  }

  @Test func oneFailureDoesNotStopTheOthers() async throws {
    _ = try scratch.file("package/in/a", [1])
    let results = await fetcher(isOffline: true).fetch([
      .init(.download(url: "https://host.invalid/a")),
      .init(.directory(path: scratch.path + "/package/in")),
      .init(.archive(path: "/no/such/file")),
    ])
    #expect(throws: VendorError.self) { try results[0].get() }
    _ = try results[1].get()
    #expect(throws: VendorError.self) { try results[2].get() }
  }
}
