import SafeFiles
import Synchronization
import TestSupport
import Testing

@testable import VendorKit

/// Downloads by a real curl from a real nginx.
@Suite(.timeLimit(.minutes(15)))
struct DownloaderTests {
  let server: WebServer
  let scratch: ScratchFolder
  let store: ArchiveStore

  init() async throws {
    server = try await WebServer()
    scratch = try ScratchFolder()
    store = ArchiveStore(path: scratch.path + "/package/cache")
  }

  static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SplitMix(state: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  func downloader(
    maxBytes: UInt64 = 1 << 30, retries: Int = 0, progress: DownloadProgress.Handler? = nil
  ) -> Downloader {
    var options = FetchOptions()
    options.allowsHTTP = true
    options.maxDownloadBytes = maxBytes
    return Downloader(
      store: store, options: options, progress: progress, patience: CurlPatience(retries: retries))
  }

  /// Fetches one path of the server.
  func fetch(
    _ path: String, digest: SHA256Digest? = nil, _ downloader: Downloader? = nil
  ) async throws -> Downloader.Download {
    let request = Downloader.Request(url: server.url(path), digest: digest)
    return try #require(await (downloader ?? self.downloader()).fetch([request]).first).get()
  }

  /// The message that fetching a path fails with.
  func failure(
    _ path: String, digest: SHA256Digest? = nil, _ downloader: Downloader? = nil
  ) async -> String {
    do {
      _ = try await fetch(path, digest: digest, downloader)
      return ""
    } catch {
      return "\(error)"
    }
  }

  func workIsEmpty() throws -> Bool {
    try store.root().subdirectory(RelativePath("work")).entries().isEmpty
  }

  @Test func manyAtOnceAndEqualOnesOnce() async throws {
    var requests: [Downloader.Request] = []
    for index in 0..<40 {
      try server.serve("f\(index)", Self.bytes(1000 + index, seed: UInt64(index)))
      requests.append(.init(url: server.url("f\(index)")))
    }
    requests += requests
    requests.insert(.init(url: server.url("none")), at: 7)
    let results = await downloader().fetch(requests)
    #expect(results.count == 81)
    for (request, result) in zip(requests, results) where !request.url.hasSuffix("none") {
      let index = try #require(Int(request.url.drop { $0 != "f" }.dropFirst()))
      let expected = SHA256.digest(of: Self.bytes(1000 + index, seed: UInt64(index)))
      #expect(try result.get().digest == expected)
    }
    #expect(throws: VendorError.self) { try results[7].get() }
    #expect(try server.requests().count == 41)
    #expect(try workIsEmpty())
    await server.stop()
  }

  @Test func redirectsAreFollowedAndReported() async throws {
    try server.serve("a", [1, 2, 3])
    let download = try await fetch("moved")
    #expect(download.digest == SHA256.digest(of: [1, 2, 3]))
    #expect(download.remarks == ["\(server.url("moved")) is redirected to \(server.url("a"))"])
    #expect(await failure("loop").contains("redirect"))
    #expect(await failure("outside").contains("redirected"))
    #expect(try workIsEmpty())
    await server.stop()
  }

  @Test func failuresSayWhatTheServerSaid() async throws {
    #expect(await failure("none").contains("status 404"))
    #expect(await failure("forbidden").contains("status 403"))
    try server.serve("empty", [])
    #expect(await failure("empty").contains("is empty"))
    #expect(try workIsEmpty())
    server.cut()
    // The server needs a moment to let go of the port; either way nothing arrives.
    #expect(await !failure("none").isEmpty)
  }

  @Test func busyServerIsRetried() async throws {
    #expect(await failure("busy", downloader(retries: 1)).contains("status 503"))
    #expect(try server.requests().count == 2)
    await server.stop()
  }

  @Test func aServerThatAsksForALongPauseIsNotWaitedFor() async throws {
    #expect(await failure("tomorrow", downloader(retries: 3)).contains("status 503"))
    #expect(try server.requests().count == 1)
    await server.stop()
  }

  /// What was cut off goes on where it ended when the digest says what it must become.
  @Test func cutTransferIsResumed() async throws {
    let content = Self.bytes(600_000)
    try server.serve("big", content)
    let digest = SHA256.digest(of: content)
    let server = server
    let cutter = downloader { if $0.receivedBytes > 0 { server.cut() } }
    #expect(await !failure("stuck/big", digest: digest, cutter).isEmpty)
    let partial = try RelativePath("work/\(digest.hex).partial")
    let arrived = try store.root().status(of: partial).size
    #expect(arrived > 0 && arrived < content.count)
    try await server.restart()
    #expect(try await fetch("big", digest: digest).digest == digest)
    #expect(try server.requests().last == "206 /big bytes=\(arrived)-")
    #expect(try workIsEmpty())
    await server.stop()
  }

  /// A partial file that is no beginning of the right one costs a second transfer, nothing else.
  @Test(arguments: ["a", "whole/a"])
  func wrongPartialFileIsThrownAway(_ path: String) async throws {
    let content = Self.bytes(5000)
    try server.serve("a", content)
    let digest = SHA256.digest(of: content)
    _ = try store.newWorkName("x")
    try store.root().createFile(
      RelativePath("work/\(digest.hex).partial"), holding: Self.bytes(1000, seed: 9))
    #expect(try await fetch(path, digest: digest, downloader(retries: 1)).digest == digest)
    #expect(try server.requests().count == 2)
    await server.stop()
  }

  @Test func downloadWithAnotherDigestIsRefused() async throws {
    try server.serve("a", [1, 2, 3])
    let expected = SHA256.digest(of: [4])
    let message = await failure("a", digest: expected)
    #expect(message.contains("\(SHA256.digest(of: [1, 2, 3])), expected \(expected)"))
    #expect(try store.items().isEmpty && workIsEmpty())
    await server.stop()
  }

  @Test func slowBodyArrives() async throws {
    let content = Self.bytes(120_000)
    try server.serve("a", content)
    let ticks = Mutex<[DownloadProgress]>([])
    let download = try await fetch(
      "slow/a", downloader { tick in ticks.withLock { $0.append(tick) } })
    #expect(download.digest == SHA256.digest(of: content))
    let seen = ticks.withLock { $0 }
    #expect(seen.contains { $0.receivedBytes > 0 && $0.total == 1 })
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.receivedBytes <= $1.receivedBytes })
    #expect(seen.last == DownloadProgress(finished: 1, total: 1, receivedBytes: 120_000))
    await server.stop()
  }

  @Test(arguments: ["a", "endless/a"])
  func tooLargeIsStopped(_ path: String) async throws {
    try server.serve("a", Self.bytes(2_000_000))
    let message = await failure(path, downloader(maxBytes: 100_000))
    #expect(message.contains("more than 100000 bytes"), "\(message)")
    #expect(try store.items().isEmpty)
    await server.stop()
  }

  @Test func cancellingEndsCurl() async throws {
    try server.serve("a", Self.bytes(2_000_000))
    let downloader = downloader()
    let request = Downloader.Request(url: server.url("stuck/a"))
    let (arrived, arrival) = AsyncStream<Void>.makeStream()
    var watched = downloader
    watched = Downloader(store: store, options: downloader.options) { _ in arrival.yield() }
    let task = Task { [watched] in await watched.fetch([request]) }
    for await _ in arrived { break }
    task.cancel()
    let results = await task.value
    #expect(throws: (any Error).self) { try results[0].get() }
    await server.stop()
  }
}

/// Addresses are checked before anything is asked, and nothing in one can become an option.
struct CurlConfigurationTests {
  @Test(
    arguments: [
      "ftp://host/a", "file:///etc/passwd", "-o/etc/passwd", "https://", "https:///a",
      "https://user:word@host/a", "https://host/a b", "https://host/a\nurl = b", "http://host/a",
      "https://host/\u{E9}", "",
    ])
  func refuses(_ url: String) {
    #expect(throws: VendorError.self) {
      try Downloader.Request(url: url, digest: nil).check(allowsHTTP: false)
    }
  }

  @Test func allowsOnlyEncryptedAddressesUnlessAsked() throws {
    let transfer = CurlConfiguration.Transfer(
      url: "https://h/a", action: .fetch(to: "/x", resumes: false))
    var configuration = CurlConfiguration(
      transfers: [transfer, transfer], allowsHTTP: false, maxBytes: 7)
    let lines = configuration.text.split(separator: "\n")
    #expect(lines.filter { $0 == "proto = \"=https\"" }.count == 2)
    #expect(lines.filter { $0 == "proto-redir = \"=https\"" }.count == 2)
    #expect(lines.filter { $0 == "max-filesize = \"7\"" }.count == 2)
    #expect(!configuration.text.contains("continue-at"))
    configuration.allowsHTTP = true
    #expect(configuration.text.contains("=http,https"))
    try Downloader.Request(url: "http://host/a", digest: nil).check(allowsHTTP: true)
  }
}

/// Steele, Lea and Flood's generator: the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
