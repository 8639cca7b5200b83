#if os(Linux)
import Foundation
import TestSupport
import Testing

/// `assetkit offline -- COMMAND…`; every address is one for documentation and lives in the sandbox.
@Suite(
  "assetkit offline", .enabled { try await Namespaces.areAllowed() }, .timeLimit(.minutes(15)))
struct OfflineTests {
  // MARK: - Three builds

  @Test("a clean build passes, and says so")
  func clean() async throws {
    let folder = try BuildFolder(["Makefile": "all:\n\t@echo built > product; echo built\n"])
    let outcome = try await folder.offline([], ["make"])
    #expect(outcome.status == 0)
    #expect(outcome.output == "built\n")
    #expect(outcome.errors.contains("assetkit: make: succeeded in "))
    #expect(outcome.errors.contains(" without a network attempt"))
    #expect(try folder.folder.exists("product"))

    let quiet = try await folder.offline(["--quiet"], ["make"])
    #expect(quiet.status == 0)
    #expect(quiet.errors.isEmpty)
  }

  @Test("a build that downloads is caught, by name and by address, whether it fails or not")
  func download() async throws {
    let folder = try BuildFolder([
      "Makefile": """
      all:
      \t-curl -sS -o a http://downloads.example/source.tar.gz
      \t-curl -sS -o b http://192.0.2.1:8080/source.tar.gz
      \t-curl -sS -o b http://192.0.2.1:8080/source.tar.gz
      strict:
      \tcurl -sS -o a https://[2001:db8::1]/source.tar.gz

      """
    ])
    let (status, report, errors) = try await folder.report([], ["make"])
    #expect(status == 1)
    #expect(report.schema == 2)
    #expect(report.verdict == "asked")
    #expect(report.exitStatus == 0)
    let attempts = try #require(report.attempts)
    try #require(attempts.count == 2, "\(errors)")

    #expect(attempts[0].name == "downloads.example")
    #expect(attempts[0].recordTypes?.sorted() == ["A", "AAAA"])
    #expect(attempts[0].count == 1)
    #expect(attempts[1].address == "192.0.2.1")
    #expect(attempts[1].port == 8080)
    #expect(attempts[1].transport == "tcp")
    #expect(attempts[1].count == 2)
    for attempt in attempts {
      #expect(attempt.program.name == "curl")
      #expect(attempt.program.pid > 1)
      #expect(attempt.program.executable?.hasSuffix("/curl") == true)
      #expect(attempt.program.commandLine.hasPrefix("curl -sS -o "))
      #expect(attempt.firstSeconds <= attempt.lastSeconds)
      #expect(attempt.lastSeconds <= (report.seconds ?? 0))
    }

    #expect(
      report.findings.map(\.message) == [
        "curl looked up downloads.example", "curl tried to reach 192.0.2.1:8080 (tcp)",
      ])
    #expect(report.findings.allSatisfy { $0.remedy.hasPrefix("vendor what the build fetches") })

    let failing = try await folder.offline([], ["make", "strict"])
    #expect(failing.errors.contains("\n  remedy: vendor what the build fetches"))
    #expect(failing.status == 1)
    #expect(failing.errors.contains("assetkit: make: made 1 network attempt\n"))
    #expect(failing.errors.contains(" s  [2001:db8::1]:443 (tcp), by curl (pid "))
    #expect(failing.errors.contains("assetkit: make: ended with status 2 after "))
  }

  @Test(
    "a build that only resolves a name is caught",
    arguments: [
      "getent hosts name.example",
      "getent ahostsv6 name.example",
      "python3 -c 'import socket; socket.gethostbyname(\"name.example\")'",
      // Without an address beyond 127.0.0.1 these three would not even ask.
      Self.configured("AF_INET"), Self.configured("AF_INET6"), Self.configured("AF_UNSPEC"),
      // A resolver that does not read resolv.conf's options and speaks TCP.
      """
      python3 -c 'import socket
      s = socket.create_connection(("127.0.0.1", 53))
      q = bytes.fromhex("abcd01000001000000000000046e616d65076578616d706c650000010001")
      s.sendall(len(q).to_bytes(2, "big") + q)
      a = s.recv(512)
      assert a[2:4] == bytes.fromhex("abcd") and a[5] & 15 == 2, a.hex()'
      """,
    ])
  func nameOnly(script: String) async throws {
    let folder = try BuildFolder(["script": script])
    let (status, report, errors) = try await folder.report([], ["sh", "script"])
    #expect(status == 1)
    let attempts = try #require(report.attempts)
    #expect(attempts.map(\.name) == ["name.example"], "\(errors)")
    #expect(attempts.first?.program.executable != nil)
  }

  private static func configured(_ family: String) -> String {
    """
    python3 -c 'import socket
    socket.getaddrinfo("name.example", 80, socket.\(family), 1, 0, socket.AI_ADDRCONFIG)'
    """
  }

  // MARK: - Other ways out

  @Test("system calls made without a library are caught, each of its kind")
  func bareCalls() async throws {
    let folder = try BuildFolder(["calls.c": BareCalls.source])
    let compiled = try await folder.shell("clang -w -static -o calls calls.c")
    try #require(compiled.status == 0, "\(compiled.errors)")
    let (status, report, errors) = try await folder.report([], ["./calls"])
    #expect(status == 1)
    // The program's own status says which calls did not fail as they must.
    #expect(report.exitStatus == 0, "\(errors)")
    let found = try #require(report.attempts).map { attempt in
      attempt.service ?? "\(attempt.address ?? "?") \(attempt.port ?? 0) \(attempt.transport ?? "")"
    }
    #expect(Set(found) == BareCalls.expected)
    #expect(report.attempts?.first { $0.service?.contains("request_key") == true }?.count == 1)
    #expect(report.attempts?.allSatisfy { $0.program.name == "calls" } == true)
  }

  @Test("proxy variables do not reach the build, and are named")
  func proxies() async throws {
    let folder = try BuildFolder()
    let outcome = try await folder.offline(
      [], ["sh", "-c", "test -z \"$http_proxy$HTTPS_PROXY\" && test \"$no_proxy\" = x"],
      environment: [
        "http_proxy": "http://127.0.0.1:3128", "HTTPS_PROXY": "http://127.0.0.1:3128",
        "no_proxy": "x",
      ])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("note: removed from the environment: "))
    #expect(outcome.errors.contains("http_proxy"))
    #expect(outcome.errors.contains("HTTPS_PROXY"))
  }

  // MARK: - What is not an attempt

  @Test("the build's own servers, local sockets and the machine's own names are no attempts")
  func local() async throws {
    let folder = try BuildFolder([
      "local.py": """
      import os, socket, threading
      def serve(server):
          connection, _ = server.accept()
          connection.sendall(connection.recv(5))
      for family, address in (
          (socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_INET6, ("::1", 0)),
          (socket.AF_INET, ("127.9.9.9", 0)), (socket.AF_UNIX, "local.sock"),
          (socket.AF_UNIX, "\\0abstract")):
          server = socket.socket(family)
          server.bind(address)
          server.listen()
          threading.Thread(target=serve, args=(server,)).start()
          client = socket.socket(family)
          client.connect(server.getsockname())
          client.sendall(b"hello")
          assert client.recv(5) == b"hello"
      for name in ("localhost", "any.localhost", socket.gethostname()):
          assert socket.gethostbyname(name).startswith("127."), name
      socket.getfqdn()
      """
    ])
    let (status, report, errors) = try await folder.report([], ["python3", "local.py"])
    #expect(status == 0, "\(errors)")
    #expect(report.attempts?.count == 0)
    #expect(report.notes.isEmpty)
  }

  // MARK: - The end

  @Test(
    "a command that fails by itself, or does not exist, is status 2",
    arguments: [
      (["sh", "-c", "exit 3"], "assetkit: sh: ended with status 3 after "),
      (["sh", "-c", "kill -9 $$"], "assetkit: sh: ended with signal 9 after "),
      (["./not-there"], "assetkit: ./not-there: cannot be run: No such file or directory"),
      (["no-such-program-anywhere"], "cannot be run: No such file or directory"),
      (["/"], "assetkit: /: cannot be run: Permission denied"),
    ])
  func failure(command: [String], message: String) async throws {
    let outcome = try await BuildFolder().offline([], command)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message))
  }

  @Test(
    "wrong usage is status 64",
    arguments: [
      [], ["make"], ["--twice", "--", "make"], ["--compare", "x", "--", "make"],
      ["--keep", "x", "--", "make"], ["--pass-status", "--twice", "--compare", "x", "--", "make"],
      ["--show-urls", "--fail-fast", "--", "make"],
    ])
  func usage(arguments: [String]) async throws {
    // Not in this repository, whose [build] has a command.
    let folder = try BuildFolder()
    #expect(try await Program.run(["offline"] + arguments, in: folder.path).status == 64)
  }

  /// Would hang if the grandchildren lived on: they hold the pipes that this test reads to the end.
  @Test("the command inherits the signal handling that this program was started with")
  func signalsAreAsAtTheStart() async throws {
    // The signals that have names; above them is the C library's own.
    let ignored = "sed -n 's/^SigIgn:.*\\(.\\{8\\}\\)$/\\1/p' /proc/self/status"
    func named(_ mask: String) -> UInt32? {
      UInt32(mask.prefix { !$0.isNewline }, radix: 16).map { $0 & 0x3FFF_FFFF }
    }
    let bare = named(try await Command.shell(ignored, in: "/"))
    let wrapped = try await Program.run(["offline", "--", "sh", "-c", ignored])
    #expect(wrapped.status == 0)
    #expect(bare != nil && named(wrapped.output) == bare)
  }

  @Test("what the command leaves running ends with it")
  func leftovers() async throws {
    let (status, report, _) = try await BuildFolder().report(
      [],
      [
        "sh", "-c",
        "sleep 100000 & (trap '' HUP TERM; setsid sleep 100000) & echo $! > began; exit 0",
      ])
    #expect(status == 0)
    #expect(report.leftRunning?.isEmpty == false)
  }

  @Test("a signal goes to the command, ends its whole tree, and is passed to the caller")
  func signals() async throws {
    let outcome = try await BuildFolder().shell(
      """
      mkfifo ready
      "$ASSETKIT" offline -- sh -c 'sleep 100000 & echo began > ready; wait; echo survived' &
      read line < ready
      kill -TERM $!
      wait $!
      echo $?
      """)
    #expect(outcome.output == "143\n")
    #expect(outcome.errors.contains("ended with signal 15 after "))
  }

  @Test("a command that ignores signals is ended by the third")
  func insistence() async throws {
    let folder = try BuildFolder([
      "deaf.py": """
      import signal
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
      # A pipe for each turn: one that is not yet closed would be heard again as the next.
      for turn in ["first", "second", "third"]:
          with open(turn, "w") as ready: ready.write("heard\\n")
          signal.sigwait([signal.SIGTERM])
      """
    ])
    let outcome = try await folder.shell(
      """
      mkfifo first second third
      "$ASSETKIT" offline -- python3 deaf.py &
      build=$!
      for turn in first second third; do
        read line < $turn
        kill -TERM $build
      done
      wait $build
      echo $?
      """)
    #expect(outcome.output == "143\n")
  }

  @Test("a sandbox inside another is refused")
  func nested() async throws {
    let outcome = try await BuildFolder().shell(
      "\"$ASSETKIT\" offline -- \"$ASSETKIT\" offline -- true")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("sandbox: this process already runs in one"))
  }

  // MARK: - The report

  @Test("--report writes the document and leaves standard output to the command")
  func reportFile() async throws {
    let folder = try BuildFolder()
    let outcome = try await folder.offline(
      ["--report", "report.json", "--sarif", "r.sarif"],
      ["sh", "-c", "echo mine; getent hosts name.example; true"])
    #expect(outcome.status == 1)
    #expect(outcome.output == "mine\n")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/report.json"))
    let report = try Report(reading: bytes)
    #expect(report.attempts?.map(\.name) == ["name.example"])

    let sarif = try String(contentsOfFile: folder.path + "/r.sarif", encoding: .utf8)
    #expect(sarif.contains("looked up name.example"))
    #expect(sarif.contains("\"ruleId\": \"offline-name\""))

    let refused = try await folder.offline(
      ["--report", "."], ["touch", "ran"])
    #expect(refused.status == 2)
    #expect(try !folder.folder.exists("ran"))
  }

  @Test("a thousand names are a thousand attempts, in order, and one asked often is one")
  func many() async throws {
    let folder = try BuildFolder([
      "ask.py": """
      import socket
      def ask(name):
          try: socket.gethostbyname(name)
          except OSError: pass
      for i in range(1000): ask("n%d.example" % i)
      s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      for i in range(500):
          try: s.sendto(b"", ("203.0.113.1", 9))
          except OSError: pass
      """
    ])
    let (status, report, _) = try await folder.report([], ["python3", "ask.py"])
    #expect(status == 1)
    let attempts = try #require(report.attempts)
    #expect(attempts.count == 1001)
    #expect(attempts.dropLast().map(\.name) == (0..<1000).map { "n\($0).example" })
    #expect(attempts.last?.count == 500)
    #expect(attempts.last?.transport == "udp")
  }
}
#endif
