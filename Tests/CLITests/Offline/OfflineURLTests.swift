#if os(Linux)
import Foundation
import TestSupport
import Testing

/// `assetkit offline --show-urls`, with the clients that builds use.
@Suite(
  "assetkit offline --show-urls", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(10)))
struct OfflineURLTests {
  /// The URLs by the attempt that they belong to.
  private func urls(_ script: String) async throws -> [String: [String]] {
    let folder = try BuildFolder(["script": script])
    let (status, report, errors) = try await folder.report(["--show-urls"], ["sh", "script"])
    #expect(status == 1, "\(errors)")
    #expect(report.notes.contains { $0.hasPrefix("names were given made-up addresses") })
    var urls: [String: [String]] = [:]
    for attempt in report.attempts ?? [] {
      urls[attempt.name ?? attempt.address ?? attempt.kind, default: []] += attempt.urls
    }
    return urls
  }

  @Test(
    "what a client asks for is reported with its lookup",
    arguments: [
      ("curl -sS http://a.example/x.tar.gz?y", "http://a.example/x.tar.gz?y"),
      ("curl -sS https://a.example/x.tar.gz", "https://a.example/"),
      ("curl -sS https://a.example:8443/x.tar.gz", "https://a.example:8443/"),
      (
        "git clone -q http://a.example/p.git",
        "http://a.example/p.git/info/refs?service=git-upload-pack"
      ),
      ("git clone -q https://a.example/p.git", "https://a.example/"),
      ("git clone -q git://a.example/p.git", "git://a.example/p.git"),
      (
        "python3 -c 'import urllib.request as u; u.urlopen(\"http://a.example:81/x\")'",
        "http://a.example:81/x"
      ),
      (
        "python3 -c 'import urllib.request as u; u.urlopen(\"https://a.example/x\")'",
        "https://a.example/"
      ),
      // A client that waits for the server's greeting, and one that only connects.
      (
        """
        python3 -c 'import socket
        s = socket.create_connection(("a.example", 21))
        try: s.recv(1)
        except ConnectionResetError: pass'
        """, "tcp://a.example:21"
      ),
      (
        "python3 -c 'import socket; socket.create_connection((\"a.example\", 5432))'",
        "tcp://a.example:5432"
      ),
      // Byte by byte, and without waiting for the connection.
      (
        """
        python3 -c 'import socket, select
        a = socket.getaddrinfo("a.example", 80, socket.AF_INET, socket.SOCK_STREAM)[0][4]
        s = socket.socket(); s.setblocking(False)
        s.connect_ex(a); select.select([], [s], [])
        assert s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0
        for b in b"GET /slow HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n":
            s.send(bytes([b]))'
        """, "http://a.example/slow"
      ),
    ])
  func client(script: String, url: String) async throws {
    let urls = try await urls(script)
    #expect(urls == ["a.example": [url]])
  }

  @Test("an address without a name has its URLs too, in both families")
  func literals() async throws {
    let urls = try await urls(
      """
      curl -sS http://192.0.2.1:8080/a http://192.0.2.1:8080/b
      curl -sS 'http://[2001:db8::1]/c'
      curl -sS -k https://192.0.2.2/
      """)
    #expect(
      urls == [
        "192.0.2.1": ["http://192.0.2.1:8080/a", "http://192.0.2.1:8080/b"],
        "2001:db8::1": ["http://[2001:db8::1]/c"], "192.0.2.2": ["https://192.0.2.2/"],
      ])
  }

  @Test("the build's own servers, datagrams and names of this machine are as ever")
  func others() async throws {
    let folder = try BuildFolder([
      "own.py": """
      import http.server, threading, urllib.request, socket
      s = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
      threading.Thread(target=s.serve_forever, daemon=True).start()
      urllib.request.urlopen("http://localhost:%d/" % s.server_port).read()
      u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      try: u.sendto(b"", ("192.0.2.3", 9)); raise SystemExit("sent")
      except OSError: pass
      """
    ])
    let (_, report, errors) = try await folder.report(["--show-urls"], ["python3", "own.py"])
    #expect(report.exitStatus == 0, "\(errors)")
    #expect(report.attempts?.map(\.address) == ["192.0.2.3"])
    #expect(report.attempts?.map(\.urls) == [[]])
  }

  @Test("a thousand connections that send garbage, or nothing, neither hang nor are kept open")
  func many() async throws {
    let folder = try BuildFolder([
      "many.py": """
      import socket
      kept = []
      for i in range(1000):
          s = socket.create_connection(("a.example", 1000 + i % 7))
          kept.append(s)
          if i % 2:
              try: s.send(b"\\x16\\x03\\x01\\xff\\xff garbage")
              except OSError: pass
      for s in kept:
          try: s.recv(1)
          except OSError: pass
      """
    ])
    let (status, report, errors) = try await folder.report(["--show-urls"], ["python3", "many.py"])
    #expect(status == 1)
    #expect(report.exitStatus == 0, "\(errors)")
    #expect(report.attempts?.count == 1)
    #expect(
      Set(report.attempts?.first?.urls ?? []) == Set((1000..<1007).map { "tcp://a.example:\($0)" }))
  }

  @Test("the text lists the URLs under the attempt")
  func text() async throws {
    let outcome = try await BuildFolder().offline(
      ["--show-urls"], ["curl", "-s", "http://a.example/x"])
    #expect(outcome.errors.contains("\n      asked for http://a.example/x\n"))
  }
}
#endif
