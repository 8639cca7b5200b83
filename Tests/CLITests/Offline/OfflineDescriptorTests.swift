#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Descriptors that the caller has open: none of them leads out of the sandbox.
@Suite(
  "assetkit offline: descriptors", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(15)))
struct OfflineDescriptorTests {
  /// Each script is the caller of `assetkit offline`, and ends with 0 when all is as it must be.
  private func drive(_ script: String, as caller: Caller) async throws {
    let folder = try BuildFolder(["drive.py": Self.prelude + script])
    let outcome = try await caller.run(["python3", "drive.py"], in: folder)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
  }

  private static let prelude = """
    import ctypes, os, select, socket, subprocess, sys, threading
    offline = [os.environ["ASSETKIT"], "offline", "--"]
    def start(script, **streams): return subprocess.Popen(offline + ["sh", "-c", script], **streams)
    def everything(end):
        parts = []
        while part := end.recv(65536): parts.append(part)
        return b"".join(parts)

    """

  @Test("what could lead out is closed, and what cannot is inherited", arguments: Caller.here)
  func inherited(caller: Caller) async throws {
    try await drive(
      """
      # Listing the folder would open another descriptor.
      libc = ctypes.CDLL(None)
      parameters = ctypes.create_string_buffer(256)
      pipe, terminal, pair = os.pipe(), os.openpty(), socket.socketpair()
      listener, events = socket.socket(socket.AF_INET), select.epoll()
      kept = {
          "file": os.open("drive.py", os.O_RDONLY), "pipe": pipe[0], "jobs": pipe[1],
          "memory": os.memfd_create("m", 0), "terminal": terminal[1], "event": os.eventfd(0, 0),
          "null": os.open("/dev/null", os.O_RDWR),
      }
      closed = {
          "process": os.pidfd_open(os.getpid()), "folder": os.open("/proc", os.O_RDONLY),
          "path": os.open("/", os.O_PATH), "socket": pair[0].fileno(), "internet": listener.fileno(),
          "settings": os.open("/proc/sys/kernel/core_pattern", os.O_RDONLY),
          "namespace": os.open("/proc/self/ns/net", os.O_RDONLY), "keyboard": terminal[0],
          "events": events.fileno(),
      }
      ring = libc.syscall(425, 4, parameters)
      if ring >= 0: closed["ring"] = ring
      for number in [*kept.values(), *closed.values()]: os.set_inheritable(number, True)
      build = start("for n in $(seq 3 99); do test -L /proc/$$/fd/$n && echo $n; done; cat /proc/self/fd/%d" % kept["file"], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, close_fds=False)
      output, errors = build.communicate()
      open_inside = {int(line) for line in output.decode().split("import")[0].split()}
      assert b"def everything" in output
      for name, number in kept.items(): assert number in open_inside, (name, number, open_inside)
      for name, number in closed.items(): assert number not in open_inside, (name, number)
      assert b"note: closed for the command: descriptors" in errors, errors
      assert build.returncode == 0
      """, as: caller)
  }

  @Test("sockets as standard streams are replaced, and no byte is lost", arguments: Caller.here)
  func relay(caller: Caller) async throws {
    try await drive(
      """
      data = os.urandom(3_000_000)
      (give, input), (output, take), (errors, complain) = [socket.socketpair() for _ in range(3)]
      build = start("tee /dev/stderr; test -p /dev/stdin && test -p /dev/stdout",
                    stdin=input, stdout=take, stderr=complain)
      for end in (input, take, complain): end.close()
      def feed():
          give.sendall(data)
          give.shutdown(socket.SHUT_WR)
      threading.Thread(target=feed).start()
      said = []
      listening = threading.Thread(target=lambda: said.append(everything(errors)))
      listening.start()
      assert everything(output) == data
      listening.join()
      assert said[0].startswith(data)
      for name in (b"input", b"output", b"error"):
          assert b"note: standard " + name + b" is a socket; the command got a pipe" in said[0][len(data):]
      assert build.wait() == 0
      """, as: caller)
  }

  @Test("a reader that stalls holds up nothing else, and gets everything in the end")
  func stall() async throws {
    try await drive(
      """
      (output, take), (errors, complain) = socket.socketpair(), socket.socketpair()
      build = start("head -c 2000000 /dev/zero & head -c 2000000 /dev/zero >&2; wait",
                    stdin=subprocess.DEVNULL, stdout=take, stderr=complain)
      for end in (take, complain): end.close()
      rest = 2000000
      while rest: rest -= len(errors.recv(min(rest, 65536)))
      assert everything(output) == bytes(2000000)
      assert build.wait() == 0
      """, as: .user)
  }

  @Test("input that the command does not read stays in the socket")
  func unreadInput() async throws {
    try await drive(
      """
      give, input = socket.socketpair()
      give.sendall(b"first\\nsecond\\nthird\\n")
      build = start("read line; echo $line", stdin=input, stdout=subprocess.PIPE)
      assert build.communicate()[0] == b"first\\n"
      give.close()
      assert everything(input) == b"second\\nthird\\n"
      """, as: .user)
  }

  @Test("one socket as output and error gets both in order")
  func order() async throws {
    try await drive(
      """
      output, take = socket.socketpair()
      build = start("for i in $(seq 1000); do echo $i; echo $i >&2; done",
                    stdin=subprocess.DEVNULL, stdout=take, stderr=take)
      take.close()
      lines = everything(output).decode().split("\\n")
      assert lines[:2000] == [str(i) for i in range(1, 1001) for _ in range(2)], lines[:20]
      """, as: .user)
  }

  @Test("nothing can be sent through a TCP socket that is standard input", arguments: Caller.here)
  func connection(caller: Caller) async throws {
    try await drive(
      """
      listener = socket.create_server(("127.0.0.1", 0))
      client = socket.create_connection(listener.getsockname())
      server, _ = listener.accept()
      server.sendall(b"input\\n")
      server.shutdown(socket.SHUT_WR)
      send = "python3 -c 'import socket; socket.socket(fileno=0).sendall(b\\"out\\")'"
      build = start("read line; echo $line; " + send + "; echo out >&0; true", stdin=client,
                    stdout=subprocess.PIPE)
      assert build.communicate()[0] == b"input\\n"
      client.close()
      assert everything(server) == b""
      """, as: caller)
  }

  @Test("a folder or another object as standard input is replaced by nothing")
  func folder() async throws {
    try await drive(
      """
      for number in (os.open("/proc", os.O_RDONLY), os.pidfd_open(os.getpid()),
                     socket.socket(socket.AF_INET, socket.SOCK_DGRAM).detach()):
          build = start("cat; test -c /dev/stdin", stdin=number, stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
          output, errors = build.communicate()
          assert build.returncode == 0 and output == b"", errors
          assert b"standard input is not a file, pipe or terminal; the command got /dev/null" in errors
      """, as: .user)
  }
}
#endif
