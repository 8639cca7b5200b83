import Subprocess
import TestSupport
import Testing

#if os(Linux)
/// A signal to the program alone, while what it has started waits for a server: the programs that it
/// started end, and of the run nothing is left.
struct VendorTerminatedTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Behind the server's address.
    let path: String
    let options: [String]
  }

  static let commands = [
    Case(testDescription: "download", path: "foo-1.0.tar", options: []),
    Case(testDescription: "ls-remote", path: "foo.git", options: ["--ref", "main"]),
    Case(
      testDescription: "fetch", path: "foo.git",
      options: ["--ref", String(repeating: "1", count: 40)]),
  ]

  @Test(arguments: commands, [Signal.terminate, .interrupt, .terminalClosed])
  func nothingSurvives(_ command: Case, _ signal: Signal) async throws {
    let (project, cache) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try await shell("git init -q .; echo >vendor.lock 'version = 1'; git add .", in: project)
    try await StallingServer.run { server in
      let arguments =
        ["vendor", "add", "foo", "http://127.0.0.1:\(server.port)/\(command.path)", "--allow-http"]
        + command.options
      let status = try await LivingProgram.run(
        arguments, in: project.path, signal: signal,
        // Handed on to curl and git, whose children have it too.
        environment: ["XDG_CACHE_HOME": cache.path, "TMPDIR": cache.path]
      ) { program in
        let line = try await server.line()
        #expect(line == "asked")
        let held = try await shell(lock, in: project)
        #expect(held == "held\n")
      }
      #expect(status == 128 + signal.rawValue)
      // It is the client's end that closes the connection.
      let line = try await server.line()
      #expect(line == "gone")
    }
    let alive = try await shell(living, in: cache)
    #expect(alive == "")
    let status = try await shell("git status --porcelain --ignored", in: project)
    #expect(status == "A  vendor.lock\n")
    let left = try cache.contents().keys.filter { !$0.hasSuffix("/") }
    #expect(left.isEmpty, "\(left)")
  }

  @Test func aRunThatWaitsForAnotherGivesUp() async throws {
    let project = try TemporaryFolder()
    let lines = try await shell(
      """
      echo >vendor.lock 'version = 1'; mkdir Vendor
      exec 9>Vendor/.assetkit-lock; flock 9
      strace -f -qqq -o trace -e trace=flock "$PROGRAM" vendor add a b.tar 9>&- &
      until grep -qs EAGAIN trace; do :; done
      kill -TERM $(sed -n '1s/ .*//p' trace)
      wait $! || echo $?
      """, in: project)
    #expect(lines == "143\n")
  }

  private let lock = "test -e Vendor/.assetkit-lock && echo held"
  /// Processes that were started with the folder for their temporary files.
  private let living = #"grep -lszx "TMPDIR=$PWD" /proc/[0-9]*/environ || true"#

  private func shell(_ script: String, in folder: TemporaryFolder) async throws -> String {
    try await Command.shell(
      script, in: folder.path, environment: ["PROGRAM": Program.executable])
  }
}

/// A web server that begins to answer and never ends; a line of what happens at a time.
private struct StallingServer: ~Copyable {
  private(set) var port = ""
  private var lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator

  private static let script = """
    import socket
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    while True:
        connection, _ = server.accept()
        request = b""
        while b"\\r\\n\\r\\n" not in request: request += connection.recv(4096)
        if b".tar" in request:
            connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 9999\\r\\n\\r\\nbegun")
        print("asked", flush=True)
        try:
            while connection.recv(4096): pass
        except ConnectionError: pass
        print("gone", flush=True)
    """

  static func run(_ body: (inout StallingServer) async throws -> Void) async throws {
    _ = try await Subprocess.run(
      .name("python3"), arguments: ["-c", script], input: .none, output: .sequence,
      error: .discarded
    ) { execution in
      var server = StallingServer(lines: execution.standardOutput.strings().makeAsyncIterator())
      server.port = try #require(try await server.line())
      try await body(&server)
      try execution.send(signal: .kill)
    }
  }

  mutating func line() async throws -> String? {
    try await lines.next()?.filter { !$0.isNewline }
  }
}
#endif
