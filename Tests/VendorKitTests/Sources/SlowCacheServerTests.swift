import SafeFiles
import Synchronization
import TestSupport
import Testing

@testable import VendorKit

/// A cache server that takes the connection and then keeps people waiting.
@Suite(.timeLimit(.minutes(15)))
struct SlowCacheServerTests {
  /// It sends what `ANSWER` says and no more.
  static func script(_ answer: String) -> String {
    """
    import socket
    server = socket.create_server(('127.0.0.1', 0))
    print(server.getsockname()[1])
    clients = []
    while True:
        client, _ = server.accept()
        client.recv(65536)
        client.sendall(b'\(answer)')
        clients.append(client)
    """
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\\r\\nContent-Length: 9000\\r\\n\\r\\nbegin"])
  func isGivenUpForTheOrigin(_ answer: String) async throws {
    let folder = try TemporaryFolder()
    let origin = try await WebServer()
    let content = DownloaderTests.bytes(9000)
    try origin.serve("a", content)
    let digest = SHA256.digest(of: content)
    let store = ArchiveStore(path: folder.path + "/cache")
    let warnings = Mutex<[VendorError]>([])
    let source = try await PythonServer.run(Self.script(answer), in: folder) { port in
      var options = FetchOptions()
      options.allowsHTTP = true
      options.cacheServer = try CacheServer(
        "http://127.0.0.1:\(port)", uploads: false, allowsPlainLogin: false, from: "test")
      var fetcher = SourceFetcher(
        cache: store, options: options, warn: { error in warnings.withLock { $0.append(error) } })
      fetcher.cachePatience = CurlPatience(
        retries: 0, connectSeconds: 5, stallSeconds: 1, stallBytes: 1000)
      return try await fetcher.fetch(
        .init(.download(url: origin.url("a")), archiveDigest: digest))
    }
    #expect(source.archiveDigest == digest)
    let problems = warnings.withLock { $0.map(\.problem) }
    #expect(problems.count == 1)
    #expect(problems.first?.contains("from the origin") == true, "\(problems)")
    #expect(try store.items().count == 1)
    await origin.stop()
  }

  @Test(arguments: [
    ("https://h/a", false, true), ("http://h/a", false, false), ("http://h/a", true, true),
    ("http://127.0.0.1:8080/a/", false, true), ("http://localhost", false, true),
    ("http://localhost.example", false, false), ("http://127.example", false, false),
  ])
  func aLoginIsSentWhereNobodyListens(_ url: String, _ allowed: Bool, _ sends: Bool) throws {
    let server = try CacheServer(url, uploads: false, allowsPlainLogin: allowed, from: "test")
    let transfer = CurlConfiguration.Transfer(url: "\(url)/x", action: .ask)
    let text = server.configuration([transfer], patience: .brief).text
    #expect(text.contains("netrc-optional") == sends)
    #expect(!server.address(of: SHA256Digest()).contains("//cas"))
  }
}
