#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The loopback: what the build serves there itself is its own; everything else counts.
@Suite(
  "offline and the loopback", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(15)))
struct LoopbackTests {
  /// Every attempt as one line.
  private func attempts(
    _ script: String, options: [String] = []
  ) async throws -> (status: Int32, attempts: [String], errors: String) {
    let folder = try BuildFolder(["build.py": script])
    let (status, report, errors) = try await folder.report(options, ["python3", "build.py"])
    let lines = (report.attempts ?? []).map { attempt in
      attempt.name ?? attempt.service
        ?? "\(attempt.address ?? "?") \(attempt.port ?? 0) \(attempt.transport ?? "?")"
    }
    return (status, lines, errors)
  }

  @Test("a server that only the host has counts: a proxy, a registry, a daemon of datagrams")
  func absentServer() async throws {
    let (status, attempts, errors) = try await attempts(
      """
      import socket
      for family, kind, address in (
          (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 3128)),
          (socket.AF_INET6, socket.SOCK_STREAM, ("::1", 5000)),
          (socket.AF_INET6, socket.SOCK_STREAM, ("::ffff:127.0.0.1", 5001)),
          (socket.AF_INET, socket.SOCK_STREAM, ("0.0.0.0", 5002)),
          (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 8125))):
          client = socket.socket(family, kind)
          client.connect_ex(address)
          if kind == socket.SOCK_DGRAM: client.send(b"x")
      socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
      client = socket.socket(); client.setblocking(False); client.connect_ex(("127.0.0.1", 5003))
      """)
    #expect(status == 1)
    #expect(
      attempts == [
        "127.0.0.1 3128 tcp", "::1 5000 tcp", "127.0.0.1 5001 tcp", "0.0.0.0 5002 tcp",
        "127.0.0.1 8125 udp", "127.0.0.1 9 udp", "127.0.0.1 5003 tcp",
      ], "\(errors)")

    let quiet = try await BuildFolder().offline(
      ["-q"], ["curl", "-sS", "http://127.0.0.1:8081/"])
    #expect(quiet.status == 1)
    #expect(quiet.errors.contains(" s  127.0.0.1:8081 (tcp), by curl (pid "))
  }

  @Test("a port that the build serves at some time is its own, before and after")
  func ownServers() async throws {
    let (status, attempts, errors) = try await attempts(
      """
      import errno, socket, subprocess, sys
      def connect(address, family=socket.AF_INET):
          return socket.socket(family).connect_ex(address)
      # Polled before it listens, and asked once more after its end.
      address = ("127.0.0.1", 7070)
      assert connect(address) == errno.ECONNREFUSED
      server = socket.socket(); server.bind(address); server.listen()
      assert connect(address) == 0
      server.close()
      assert connect(address) == errno.ECONNREFUSED
      # A port that was given out: by bind, by listen alone.
      server = socket.socket(socket.AF_INET6); server.bind(("::", 0)); server.listen()
      port = server.getsockname()[1]; server.close()
      assert connect(("127.0.0.1", port)) == errno.ECONNREFUSED
      server = socket.socket(); server.listen()
      port = server.getsockname()[1]; assert connect(("127.0.0.1", port)) == 0; server.close()
      assert connect(("127.0.0.1", port)) == errno.ECONNREFUSED
      # A server of datagrams, with a client that is gone before the reply.
      server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); server.bind(("127.0.0.1", 0))
      client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      client.sendto(b"x", server.getsockname()); _, name = server.recvfrom(9)
      server.sendto(b"y", name); assert client.recv(9) == b"y"
      client.close(); server.sendto(b"z", name)
      # Options that listen and bind must still respect.
      server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen(0); server.listen(5)
      assert server.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
      try: socket.socket().bind(server.getsockname()); raise SystemExit("bound twice")
      except OSError as error: assert error.errno == errno.EADDRINUSE
      # In a network of the build's own.
      subprocess.check_call(["unshare", "-Urn", sys.executable, "-c", '''if 1:
          import fcntl, socket, struct
          fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 0x41))
          server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen()
          socket.create_connection(server.getsockname())'''])
      """)
    #expect(status == 0, "\(errors)")
    #expect(attempts == [])
  }

  @Test(
    "to connect a socket for datagrams sends nothing, and getaddrinfo does it to sort addresses")
  func sortedAddresses() async throws {
    let (status, attempts, errors) = try await attempts(
      """
      import socket
      socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("127.0.0.1", 4000))
      socket.getaddrinfo("localhost", 4001)
      """)
    #expect(status == 0, "\(errors)")
    #expect(attempts == [])
  }

  @Test("a server that accepts nobody holds up its own clients and no others")
  func fullQueue() async throws {
    let (status, attempts, errors) = try await attempts(
      """
      import socket, threading
      server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen(0)
      other = socket.socket(); other.bind(("127.0.0.1", 0)); other.listen()
      clients = []
      def connect():
          client = socket.socket(); client.connect(server.getsockname()); clients.append(client)
      waiting = [threading.Thread(target=connect) for _ in range(5)]
      for thread in waiting: thread.start()
      # With the supervisor held up, this would not return before a client gives up.
      for _ in range(50): socket.create_connection(other.getsockname()).close()
      assert len(clients) < 5
      # Ends with calls that are still being performed.
      import os; os._exit(0)
      """)
    #expect(status == 0, "\(errors)")
    #expect(attempts == [])
  }

  private static let ask = """
    import socket, subprocess, sys
    def ask(address, name, family=socket.AF_INET, connects=False, kind=socket.SOCK_DGRAM):
        labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
        query = bytes.fromhex("abcd01000001000000000000") + labels + bytes.fromhex("0000010001")
        client = socket.socket(family, kind)
        if kind == socket.SOCK_STREAM:
            client.connect((address, 53)); client.sendall(len(query).to_bytes(2, "big") + query)
            return client.recv(512)[5] & 15
        if connects: client.connect((address, 53)); client.send(query)
        else: client.sendto(query, (address, 53))
        answer, source = client.recvfrom(512)
        assert source[0] in (address, "127.0.0.1"), source
        return answer[3] & 15

    """

  @Test("a name asked of any address of the loopback is heard, and gets an answer from it")
  func nameServers() async throws {
    let (status, attempts, errors) = try await attempts(
      Self.ask + """
        assert ask("127.0.0.53", "a.example") == 2
        assert ask("127.0.0.54", "b.example", connects=True) == 2
        assert ask("127.0.0.55", "c.example", kind=socket.SOCK_STREAM) == 2
        assert ask("127.0.0.2", "d.example") == 2
        assert ask("::1", "e.example", socket.AF_INET6) == 2
        assert ask("::ffff:127.0.0.56", "f.example", socket.AF_INET6) == 2
        assert ask("0.0.0.0", "g.example", connects=True) == 2
        """)
    #expect(status == 1)
    #expect(attempts == "abcdefg".map { "\($0).example" }, "\(errors)")
  }

  @Test("a name server of the build's own keeps its address")
  func ownNameServer() async throws {
    let (status, attempts, errors) = try await attempts(
      Self.ask + """
        import os
        try:
            server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); server.bind(("127.0.0.99", 53))
        except PermissionError:
            raise SystemExit(0)
        client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        client.sendto(b"mine", ("127.0.0.99", 53))
        assert server.recv(9) == b"mine"
        """)
    #expect(status == 0, "\(errors)")
    #expect(attempts == [])
  }

  @Test(
    "a name asked in a network of the build's own is heard, with who asks",
    arguments: [
      "curl -sS http://name.example/", "getent hosts name.example",
      "python3 -c 'import socket; socket.gethostbyname(\"name.example\")'",
    ])
  func nestedNames(command: String) async throws {
    let folder = try BuildFolder(["script": "unshare -Urn \(command)"])
    let (status, report, errors) = try await folder.report([], ["sh", "script"])
    #expect(status == 1)
    #expect(report.attempts?.map(\.name) == ["name.example"], "\(errors)")
    let program = command.prefix { $0 != " " }
    #expect(report.attempts?.first?.program.name == String(program))
  }

  @Test("every destination of a sendmmsg is heard, to the last that the kernel takes")
  func manyMessages() async throws {
    let folder = try BuildFolder([
      "send.c": """
      #define _GNU_SOURCE
      #include <arpa/inet.h>
      #include <netinet/in.h>
      #include <sys/socket.h>
      int main(void) {
        static struct sockaddr_in names[1024];
        static struct mmsghdr messages[1024];
        static struct iovec text = {"x", 1};
        for (int i = 0; i < 1024; i++) {
          names[i].sin_family = AF_INET;
          names[i].sin_port = htons(1000 + i);
          /* All but the last arrive nowhere in particular on the loopback. */
          names[i].sin_addr.s_addr = htonl(i < 17 ? INADDR_LOOPBACK : 0xc0000207);
          messages[i].msg_hdr.msg_name = &names[i];
          messages[i].msg_hdr.msg_namelen = sizeof names[i];
          messages[i].msg_hdr.msg_iov = &text;
          messages[i].msg_hdr.msg_iovlen = 1;
        }
        return sendmmsg(socket(AF_INET, SOCK_DGRAM, 0), messages, 1024, 0) < 0;
      }
      """
    ])
    let compiled = try await folder.shell("clang -w -o send send.c")
    try #require(compiled.status == 0, "\(compiled.errors)")
    let (status, report, _) = try await folder.report([], ["./send"])
    #expect(status == 1)
    #expect(report.attempts?.compactMap(\.port).sorted() == Array(1000..<2024))
  }
}
#endif
