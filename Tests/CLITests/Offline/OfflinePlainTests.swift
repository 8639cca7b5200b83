#if os(Linux)
import Foundation
import TestSupport
import Testing

/// `assetkit offline --without-namespaces`, where namespaces are forbidden as in a container.
@Suite("assetkit offline --without-namespaces", .timeLimit(.minutes(10)))
struct OfflinePlainTests {
  /// A folder in which everyone may build, with the confining program.
  private func folder(_ files: [String: String] = [:]) async throws -> BuildFolder {
    let folder = try BuildFolder(files.merging(["confine.c": Confinement.source]) { $1 })
    let compiled = try await folder.shell("clang -w -o confine confine.c")
    try #require(compiled.status == 0, "\(compiled.errors)")
    return folder
  }

  /// Runs the command as `caller` in this mode.
  private func plain(
    _ options: [String] = [], _ command: [String], as caller: Caller, in folder: BuildFolder
  ) async throws -> Command.Outcome {
    try await caller.run(
      ["./confine", Program.executable, "offline", "--without-namespaces"] + options + ["--"]
        + command, in: folder)
  }

  private func report(
    _ command: [String], as caller: Caller, in folder: BuildFolder
  ) async throws -> (report: Report, outcome: Command.Outcome) {
    let outcome = try await plain(["--json"], command, as: caller, in: folder)
    return (try Report(reading: Data(outcome.output.utf8)), outcome)
  }

  // MARK: - The mode

  @Test("is never taken silently, and named where namespaces are refused", arguments: Caller.here)
  func named(caller: Caller) async throws {
    let folder = try await folder()
    let refused = try await caller.run(
      ["./confine", Program.executable, "offline", "--", "touch", "ran"], in: folder)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--without-namespaces"), "\(refused.errors)")
    #expect(try !folder.folder.exists("ran"))
  }

  @Test("a clean build passes, and the verdict says what it does not cover", arguments: Caller.here)
  func clean(caller: Caller) async throws {
    let folder = try await folder(["Makefile": "all:\n\t@echo built > product; echo built\n"])
    let outcome = try await plain(["--report", "r.json"], ["make"], as: caller, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "built\n")
    #expect(outcome.errors.contains(" s without a network attempt that the weaker mode can see\n"))
    #expect(
      outcome.errors.contains("without namespaces (--without-namespaces) this is not covered:\n"))
    #expect(
      outcome.errors.contains(
        "\n  a server that the build starts can be reached from other machines\n"))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.json"))
    let report = try Report(reading: file)
    #expect(report.namespaces == false)
    #expect((report.limits?.count ?? 0) >= 5)
    #expect(report.limits?.contains { $0.contains("as root") } == (caller == .root))
    // With namespaces nothing of that is said.
    if try await Namespaces.areAllowed() {
      let (_, report, errors) = try await BuildFolder().report([], ["true"])
      #expect(report.namespaces == true && report.limits == [])
      #expect(!errors.contains("not covered"))
    }
  }

  @Test("the status and signals of the command are reported as ever", arguments: Caller.here)
  func status(caller: Caller) async throws {
    let folder = try await folder()
    let status = try await plain(["--pass-status"], ["sh", "-c", "exit 3"], as: caller, in: folder)
    #expect(status.status == 3)
    let absent = try await plain([], ["./not-there"], as: caller, in: folder)
    #expect(absent.status == 2)
    #expect(absent.errors.contains("./not-there: cannot be run: No such file or directory"))
    let fast = try await plain(
      ["--fail-fast"], ["sh", "-c", "curl -s http://192.0.2.1/; touch after"], as: caller,
      in: folder)
    #expect(fast.status == 1)
    #expect(try !folder.folder.exists("after"))
  }

  @Test(
    "what needs namespaces is wrong usage",
    arguments: [["--twice", "--compare", "x"], ["--show-urls"]])
  func usage(options: [String]) async throws {
    let arguments = ["offline", "--without-namespaces"] + options + ["--", "make"]
    #expect(try await Program.run(arguments).status == 64)
  }

  // MARK: - Held and heard

  @Test("every way to ask is refused and heard", arguments: Caller.here)
  func asked(caller: Caller) async throws {
    let folder = try await folder(["ask.py": Self.asking])
    // Servers of the outside, which must hear nothing.
    let (report, outcome) = try await withServers(in: folder) { port in
      try await self.report(["python3", "ask.py", port], as: caller, in: folder)
    }
    #expect(outcome.status == 1)
    #expect(report.exitStatus == 0, "\(outcome.errors)")
    let found = Set(
      (report.attempts ?? []).map { attempt in
        attempt.name ?? attempt.service
          ?? "\(attempt.address ?? "?") \(attempt.port ?? 0) \(attempt.transport ?? "")"
      })
    let expected: Set<String> = [
      "libc.example", "plain.example", "192.0.2.1 80 tcp", "2001:db8::1 80 tcp", "192.0.2.2 9 udp",
      "192.0.2.3 9 udp", "2001:db8::2 9 udp", "192.0.2.4 80 tcp", "198.51.100.1 53 udp",
      "198.51.100.3 53 udp", "192.0.2.5 9 udp",
      "127.0.0.1 PORT tcp", "PATH/outside.sock", "the socket @PATH/name", "a vsock socket",
      "a raw socket",
    ]
    let named = found.map { found in
      found.replacingOccurrences(of: folder.path, with: "PATH")
        .replacing(/^127\.0\.0\.1 \d+ tcp$/) { _ in "127.0.0.1 PORT tcp" }
    }
    #expect(Set(named) == expected)
  }

  /// Starts servers outside and fails the test if one of them is reached.
  private func withServers<Value>(
    in folder: BuildFolder, _ body: (String) async throws -> Value
  ) async throws -> Value {
    let servers = try BuildFolder([
      "serve.py": """
      import os, select, socket, sys
      path = sys.argv[1]
      tcp = socket.create_server(("127.0.0.1", 0))
      file = socket.socket(socket.AF_UNIX); file.bind(path + "/outside.sock"); file.listen()
      os.chmod(path + "/outside.sock", 0o777)
      name = socket.socket(socket.AF_UNIX); name.bind("\\0" + path + "/name"); name.listen()
      print(tcp.getsockname()[1], flush=True)
      end = sys.stdin
      while True:
          ready = select.select([tcp, file, name, end], [], [])[0]
          if end in ready: break
          for s in ready: s.accept(); print("REACHED", s, flush=True)
      """
    ])
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", servers.path + "/serve.py", folder.path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = line.trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(UInt16(port) != nil)
    let value = try await body(port)
    try input.fileHandleForWriting.close()
    let rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(rest.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty, "\(rest)")
    return value
  }

  private static let asking = """
    import ctypes, os, socket, struct, sys
    port = int(sys.argv[1])
    here = os.getcwd()
    def refused(what, call):
        try: call()
        except OSError: return
        raise SystemExit(what + " was not refused")
    def tcp(family, address): socket.socket(family, socket.SOCK_STREAM).connect(address)
    refused("libc", lambda: socket.getaddrinfo("libc.example", 80))
    # A resolver of its own, on a socket that is not connected.
    q = bytes.fromhex("abcd01000001000000000000") + b"\\5plain\\7example\\0\\0\\1\\0\\1"
    u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.settimeout(20)
    u.sendto(q, ("198.51.100.2", 53))
    assert u.recv(512)[3] & 15 == 2
    # One that connects and sends what is no question.
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(("198.51.100.1", 53)); s.send(b"?")
    assert s.getsockname()[0] == "127.0.0.1" and s.getpeername() == ("198.51.100.1", 53)
    s.close()
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"?", ("198.51.100.3", 53))
    # No family, which is AF_INET in a send.
    bare = struct.pack("=H", 0) + struct.pack(">H", 9) + socket.inet_aton("192.0.2.5") + bytes(8)
    n = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    assert ctypes.CDLL(None).sendto(n.fileno(), b"x", 1, 0, bare, 16) == -1
    refused("tcp", lambda: tcp(socket.AF_INET, ("192.0.2.1", 80)))
    refused("tcp6", lambda: tcp(socket.AF_INET6, ("2001:db8::1", 80)))
    refused("sendto", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.2", 9)))
    refused("sendmsg", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b"x"], [], 0, ("192.0.2.3", 9)))
    refused("udp6", lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).connect(("2001:db8::2", 9)))
    refused("fastopen", lambda: socket.socket().sendto(b"x", 0x20000000, ("192.0.2.4", 80)))
    refused("a port of the outside", lambda: tcp(socket.AF_INET, ("127.0.0.1", port)))
    decoy = socket.socket(); decoy.bind(("127.0.0.2", port)); decoy.listen()
    refused("behind a decoy", lambda: tcp(socket.AF_INET, ("127.0.0.1", port)))
    refused("a file of the outside", lambda: socket.socket(socket.AF_UNIX).connect(here + "/outside.sock"))
    refused("a name of the outside", lambda: socket.socket(socket.AF_UNIX).connect("\\0" + here + "/name"))
    refused("vsock", lambda: socket.socket(40, socket.SOCK_STREAM))
    refused("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
    refused("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
    refused("sctp", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 132))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.syscall(425, 1, ctypes.create_string_buffer(256)) == -1, "io_uring"
    # A connection that is ended may not begin another one.
    l = socket.socket(); l.bind(("127.0.0.1", 0)); l.listen()
    c = socket.create_connection(l.getsockname()); a = l.accept()[0]
    for used in c, a:
        libc.connect(used.fileno(), struct.pack("HH12x", 0, 0), 16)
        refused("a used socket", lambda: used.connect(("127.0.0.1", port)))
    """

  /// One thread connects, another exchanges the address and the descriptor all the time.
  @Test("no race of threads leads outside", arguments: Caller.here)
  func race(caller: Caller) async throws {
    let folder = try await folder([
      "race.c": """
      #include <arpa/inet.h>
      #include <pthread.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/socket.h>
      #include <sys/un.h>
      #include <unistd.h>
      static union { struct sockaddr any; struct sockaddr_in in; struct sockaddr_un un; } name;
      static struct sockaddr_in own, outside;
      static struct sockaddr_un path;
      static volatile int end, tcp, local;
      static void *exchange(void *none) {
        while (!end) {
          memcpy(&name, &own, sizeof own); memcpy(&name, &outside, sizeof own);
          memcpy(&name, &path, sizeof path); dup2(tcp, 100); dup2(local, 100);
        }
        return none;
      }
      int main(int count, char **arguments) {
        int server = socket(AF_INET, SOCK_STREAM, 0);
        socklen_t size = sizeof own;
        listen(server, 4096);
        getsockname(server, (void *)&own, &size);
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        outside = own; outside.sin_port = htons(atoi(arguments[1]));
        path.sun_family = AF_UNIX; strcpy(path.sun_path, "own.sock");
        int listener = socket(AF_UNIX, SOCK_STREAM, 0);
        bind(listener, (void *)&path, sizeof path); listen(listener, 4096);
        pthread_t thread;
        tcp = socket(AF_INET, SOCK_STREAM, 0); local = socket(AF_UNIX, SOCK_STREAM, 0);
        pthread_create(&thread, NULL, exchange, NULL);
        for (int i = 0; i < 3000; i++) {
          int a = socket(AF_INET, SOCK_STREAM, 0), b = socket(AF_UNIX, SOCK_STREAM, 0);
          int c = tcp, d = local; tcp = a; local = b; close(c); close(d);
          connect(100, &name.any, sizeof name.in);
          connect(a, &name.any, sizeof name.in);
          sendto(a, "x", 1, 0x20000000, &name.any, sizeof name.in);
        }
        end = 1;
        pthread_join(thread, NULL);
        return 0;
      }
      """
    ])
    let compiled = try await folder.shell("clang -w -pthread -o race race.c")
    try #require(compiled.status == 0, "\(compiled.errors)")
    let outcome = try await withServers(in: folder) { port in
      try await plain([], ["./race", port], as: caller, in: folder)
    }
    #expect(outcome.errors.contains("assetkit: ./race: succeeded"), "\(outcome.errors)")
  }

  @Test("the build's own servers can be reached, and are not reported", arguments: Caller.here)
  func own(caller: Caller) async throws {
    let folder = try await folder([
      "own.py": """
      import multiprocessing, os, socket, urllib.request, http.server, threading
      # A port is found, let go and used, as test suites do.
      probe = socket.socket(); probe.bind(("127.0.0.1", 0)); port = probe.getsockname()[1]; probe.close()
      s = http.server.HTTPServer(("127.0.0.1", port), http.server.SimpleHTTPRequestHandler)
      threading.Thread(target=s.serve_forever, daemon=True).start()
      for i in range(50): urllib.request.urlopen("http://localhost:%d/" % port).read()
      for address in ["own.sock", os.getcwd() + "/other.sock", "\\0own%d" % os.getpid()]:
          l = socket.socket(socket.AF_UNIX); l.bind(address); l.listen()
          c = socket.socket(socket.AF_UNIX); c.connect(address)
          a = l.accept()[0]; a.sendall(b"x"); assert c.recv(1) == b"x"
      a, b = socket.socketpair(); a.sendmsg([b"x"]); assert b.recv(1) == b"x"
      with multiprocessing.Manager() as m: assert list(m.list([1])) == [1]
      l = socket.socket(); l.bind(("127.0.0.1", 0)); l.listen()
      c = socket.socket(); c.setblocking(False); c.connect_ex(l.getsockname()); l.accept()
      """
    ])
    let outcome = try await plain([], ["python3", "own.py"], as: caller, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "processes outside cannot be signalled, traced or robbed of descriptors", arguments: Caller.here
  )
  func others(caller: Caller) async throws {
    let folder = try await folder([
      "others.py": """
      import ctypes, os, sys
      libc = ctypes.CDLL(None, use_errno=True)
      guard = os.getppid()
      with open("/proc/%d/stat" % guard) as stat: supervisor = int(stat.read().rsplit(")")[1].split()[1])
      for outside in guard, supervisor:
          try: os.kill(outside, 0); raise SystemExit("signal")
          except PermissionError: pass
          assert libc.ptrace(16, outside, 0, 0) == -1, "ptrace"
          handle = libc.syscall(434, outside, 0)
          assert libc.syscall(438, handle, 0, 0) == -1, "pidfd_getfd"
          try: open("/proc/%d/mem" % outside, "rb"); raise SystemExit("mem")
          except OSError: pass
      """
    ])
    let outcome = try await caller.run(
      [Program.executable, "offline", "--without-namespaces", "--", "python3", "others.py"],
      in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  // MARK: - The end

  @Test(
    "what the command leaves running ends with it, also after a SIGKILL of assetkit",
    arguments: Caller.here)
  func leftovers(caller: Caller) async throws {
    let folder = try await folder([
      "leave.sh": """
      (trap '' HUP TERM; setsid sh -c 'exec 4> alive; sleep 100000' &)
      setsid sleep 100000 &
      exec 4> alive
      echo began >&4
      $1
      """
    ])
    for (end, kill) in [("exit 0", ":"), ("sleep 100000", "kill -KILL $!")] {
      let outcome = try await caller.run(
        [
          "sh", "-c",
          """
          rm -f alive; mkfifo alive
          ./confine "$ASSETKIT" offline --without-namespaces --report r.json -- sh leave.sh '\(end)' &
          exec 5< alive
          read line <&5
          \(kill)
          # Ends when no process of the build holds the pipe any more.
          cat <&5
          wait $!
          echo ended
          """,
        ], in: folder)
      #expect(outcome.output == "ended\n", "\(outcome.errors)")
    }
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/r.json"))
    #expect(try Report(reading: file).finished == false)
  }
}
#endif
