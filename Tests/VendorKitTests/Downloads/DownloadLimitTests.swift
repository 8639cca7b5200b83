import SafeFiles
import TestSupport
import Testing

@testable import VendorKit

/// What `--max-download` allows is all that is ever written, whatever the server says about the size.
@Suite(.timeLimit(.minutes(15)))
struct DownloadLimitTests {
  let folder: TemporaryFolder
  let store: ArchiveStore
  static let limit: UInt64 = 100_000

  init() throws {
    folder = try TemporaryFolder()
    store = ArchiveStore(path: folder.path + "/cache")
  }

  func downloader(retries: Int = 0) -> Downloader {
    var options = FetchOptions()
    options.allowsHTTP = true
    options.maxDownloadBytes = Self.limit
    return Downloader(
      store: store, options: options, progress: nil, patience: CurlPatience(retries: retries))
  }

  static func message(_ result: Result<Downloader.Download, any Error>) -> String {
    switch result {
    case .success: "accepted"
    case .failure(let error): "\(error)"
    }
  }

  /// With a length, chunked, to the end of the connection, after a redirect, encoded.
  @Test(arguments: ["a", "chunked/a", "unframed/a", "encoded/a", "moved-chunked"])
  func aLargeFileIsStoppedAndNothingStays(_ path: String) async throws {
    let server = try await WebServer()
    try server.serve("a", DownloaderTests.bytes(9_000_000))
    try server.serve("small", [1, 2, 3])
    for digest in [nil, SHA256.digest(of: [7])] {
      let results = await downloader().fetch([
        .init(url: server.url(path), digest: digest), .init(url: server.url("small")),
      ])
      let message = Self.message(results[0])
      #expect(message.contains("has more than \(Self.limit) bytes"), "\(message)")
      #expect(message.contains("--max-download"))
      // The others arrive all the same.
      #expect(try results[1].get().digest == SHA256.digest(of: [1, 2, 3]))
      let work = try store.root().subdirectory(RelativePath("work")).entries()
      #expect(work.allSatisfy { $0.description.hasSuffix(".lock") }, "\(work)")
      #expect(try store.items().count == 1)
    }
    await server.stop()
  }

  @Test(arguments: ["a", "chunked/a", "unframed/a"])
  func aFileOfExactlyTheLimitArrives(_ path: String) async throws {
    let server = try await WebServer()
    let bytes = DownloaderTests.bytes(Int(Self.limit))
    try server.serve("a", bytes)
    let result = await downloader().fetch([.init(url: server.url(path))])[0]
    #expect(try result.get().digest == SHA256.digest(of: bytes))
    try server.serve("a", bytes + [0])
    let message = Self.message(await downloader().fetch([.init(url: server.url(path))])[0])
    #expect(message.contains("has more than"), "\(message)")
    await server.stop()
  }

  /// curl reads what comes with a redirect, though it writes it nowhere.
  @Test func aRedirectWithoutAnEndIsStopped() async throws {
    let script = """
      import socket
      server = socket.create_server(('127.0.0.1', 0))
      print(server.getsockname()[1])
      while True:
          client, _ = server.accept()
          client.recv(65536)
          try:
              client.sendall(b'HTTP/1.1 302 Found\\r\\nLocation: /b\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n')
              while True: client.sendall(b'10000\\r\\n' + b'x' * 65536 + b'\\r\\n')
          except OSError: pass
      """
    let results = try await PythonServer.run(script, in: folder) { port in
      await downloader().fetch([.init(url: "http://127.0.0.1:\(port)/a")])
    }
    let message = Self.message(results[0])
    #expect(message.contains("has more than"), "\(message)")
  }

  @Test(arguments: [64, 60, 51] as [UInt64])
  func aLimitAboveEveryDiskLimitsNothing(_ bits: UInt64) async throws {
    let server = try await WebServer()
    try server.serve("a", [1, 2, 3])
    var downloader = downloader()
    downloader.options.maxDownloadBytes = UInt64.max >> (64 - bits)
    let result = await downloader.fetch([.init(url: server.url("a"))])[0]
    #expect(try result.get().digest == SHA256.digest(of: [1, 2, 3]))
    await server.stop()
  }

  @Test func aRepositoryIsStopped() async throws {
    try folder.create("repo/big", DownloaderTests.bytes(600_000))
    try await Command.shell(
      "git init -q && git add . && git -c user.name=n -c user.email=e commit -q -m m",
      in: folder.path + "/repo")
    let fetcher = SourceFetcher(cache: store, options: downloader().options)
    let source = Source.git(url: "file://\(folder.path)/repo", ref: "HEAD")
    do {
      _ = try await fetcher.fetch(.init(source))
      Issue.record("a pack above the limit was kept")
    } catch {
      #expect("\(error)".contains("has more than \(Self.limit) bytes"), "\(error)")
    }
    #expect(try store.items().isEmpty)
    #expect(try store.root().subdirectory(RelativePath("work")).entries().isEmpty)
  }
}
