#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Unix sockets: those of the outside are refused and count, those of the build work.
@Suite(
  "offline and Unix sockets", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(15)))
struct UnixSocketTests {
  /// Who runs the build: this user, and if that is root, another one too.
  static let callers =
    [""]
    + (geteuid() == 0
      ? [
        "setpriv --reuid 65534 --regid 65534 --clear-groups env PATH=/usr/local/bin:/usr/bin:/bin HOME=."
      ] : [])

  /// Servers outside, in the folder `sockets`: of streams, of datagrams, and one that nobody is bound
  /// to. Runs `assetkit offline` on a command and then says what arrived.
  static let outside = """
    import os, socket, subprocess, sys
    os.umask(0)
    os.makedirs("sockets", exist_ok=True)
    stream = socket.socket(socket.AF_UNIX)
    stream.bind("sockets/docker.sock")
    stream.listen()
    datagram = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    datagram.bind("sockets/log")
    left = socket.socket(socket.AF_UNIX)
    left.bind("sockets/left")
    left.close()
    status = subprocess.call([os.environ["ASSETKIT"], "offline"] + sys.argv[1:])
    for server in (stream, datagram):
        server.setblocking(False)
        try:
            print("reached", server.accept() if server is stream else server.recv(99))
        except BlockingIOError:
            pass
    sys.exit(status)
    """

  private func run(
    _ script: String, options: String = "", caller: String, files: [String: String] = [:]
  ) async throws -> Command.Outcome {
    let folder = try BuildFolder(
      files.merging(["outside.py": Self.outside, "build.py": script]) { $1 })
    return try await folder.shell(
      """
      mkdir inside && { test ! -f race.c || clang -w -pthread -o race race.c; } && chmod -R a+rwX .
      \(caller) test -x "$ASSETKIT" || { cp "$ASSETKIT" program && export ASSETKIT=./program; }
      \(caller) python3 outside.py \(options) -- python3 build.py
      """)
  }

  @Test(
    "a socket outside is refused and counts, by whatever path it is reached", arguments: callers,
    [
      // Another base name than that of any daemon.
      "os.symlink('../sockets/docker.sock', 'inside/plain'); connect('inside/plain')",
      "connect(os.path.abspath('sockets/docker.sock'))",
      "os.chdir('inside'); connect('../sockets/./docker.sock')",
      "folder = os.open('sockets', os.O_PATH); connect('/proc/self/fd/%d/docker.sock' % folder)",
      "connect('/proc/%d/cwd/sockets/docker.sock' % os.getpid())",
      // A socket of the same name, bound inside.
      """
      server = socket.socket(socket.AF_UNIX); server.bind('inside/docker.sock'); server.listen()
      connect('inside/docker.sock'); connect('sockets/docker.sock')
      """,
      // Moved over one that was bound inside.
      """
      server = socket.socket(socket.AF_UNIX); server.bind('inside/s'); server.listen()
      os.link('sockets/docker.sock', 'inside/t'); os.rename('inside/t', 'inside/s')
      connect('inside/s')
      """,
    ])
  func refused(caller: String, script: String) async throws {
    let outcome = try await run(
      """
      import os, socket
      def connect(path):
          try: socket.socket(socket.AF_UNIX).connect(path)
          except ConnectionRefusedError: pass
      \(script)
      """, options: "-q", caller: caller)
    #expect(outcome.status == 1, "\(outcome.errors)")
    // The name that the file has now, links resolved.
    let isNamed = ["/sockets/docker.sock", "/inside/s"]
      .contains { outcome.errors.contains("\($0), by python3 (pid ") }
    #expect(isNamed, "\(outcome.errors)")
    #expect(outcome.errors.contains("made 1 network attempt\n"), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  @Test("a datagram to a socket outside is not sent, and counts", arguments: callers)
  func datagrams(caller: String) async throws {
    let outcome = try await run(
      """
      import ctypes, os, socket
      client = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0]
      for send in (
          lambda: client.sendto(b"x", "sockets/log"), lambda: pair.sendto(b"x", "sockets/log"),
          lambda: client.sendmsg([b"x"], [], 0, "sockets/log"),
          lambda: client.connect("sockets/log")):
          try: send()
          except ConnectionRefusedError: continue
          raise SystemExit("sent")
      """, caller: caller)
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("/sockets/log, 4 times until "), "\(outcome.errors)")
    #expect(outcome.output == "")
  }

  /// Each of the two threads alone does nothing wrong: one connects to a server of the build, the other
  /// changes the path, the descriptor, or the link on the way there.
  @Test(
    "a path that changes while it is looked at leads nowhere else", arguments: callers,
    ["path", "link", "descriptor"])
  func race(caller: String, what: String) async throws {
    let outcome = try await run(
      "import subprocess, sys; sys.exit(subprocess.call(['./race', '\(what)']))", caller: caller,
      files: ["race.c": Self.racing])
    #expect(outcome.output == "", "\(outcome.errors)")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("/sockets/docker.sock, "), "\(outcome.errors)")
  }

  /// 400 connects while another thread swaps what they refer to.
  static let racing = #"""
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <pthread.h>
    #include <stdatomic.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/socket.h>
    #include <sys/un.h>
    #include <netinet/in.h>
    #include <unistd.h>
    static const char *const paths[2] = {"inside/s", "sockets/docker.sock"};
    static struct sockaddr_un name = {.sun_family = AF_UNIX};
    static const char *what;
    static atomic_int done;
    static int spare[2];
    enum { descriptor = 100 };
    static void *swap(void *unused) {
      for (int turn = 0; !done; turn ^= 1) {
        if (what[0] == 'p') strcpy(name.sun_path, paths[turn]);
        if (what[0] == 'l') { symlink(turn ? "../sockets/docker.sock" : "s", "inside/new"); rename("inside/new", "inside/l"); }
        if (what[0] == 'd') {
          /* An internet socket with its address, then a Unix socket with a path. */
          struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
          if (turn) { strcpy(name.sun_path, paths[1]); name.sun_family = AF_UNIX; }
          else memcpy(&name, &four, sizeof four);
          dup2(spare[turn], descriptor);
        }
      }
      return unused;
    }
    int main(int count, char **words) {
      what = words[1];
      int server = socket(AF_UNIX, SOCK_STREAM, 0);
      strcpy(name.sun_path, paths[0]);
      if (bind(server, (void *)&name, sizeof name) != 0 || listen(server, 1000) != 0) return 9;
      if (what[0] == 'l') { symlink("s", "inside/l"); strcpy(name.sun_path, "inside/l"); }
      pthread_t thread;
      spare[0] = socket(AF_INET, SOCK_STREAM, 0);
      spare[1] = socket(AF_UNIX, SOCK_STREAM, 0);
      pthread_create(&thread, NULL, swap, NULL);
      for (int i = 0; i < 400; i++) {
        int client = what[0] == 'd' ? descriptor : socket(AF_UNIX, SOCK_STREAM, 0);
        connect(client, (void *)&name, sizeof name);
        if (what[0] != 'd') close(client);
        else { spare[1] = socket(AF_UNIX, SOCK_STREAM, 0); if (spare[1] > 900) return 0; }
      }
      done = 1;
      pthread_join(thread, NULL);
      /* So that the test can tell that the paths are what it means. */
      strcpy(name.sun_path, paths[1]);
      name.sun_family = AF_UNIX;
      return connect(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name, sizeof name) == 0 ? 9 : 0;
    }
    """#

  @Test("no TCP socket comes in through a Unix socket outside", arguments: callers)
  func passedSocket(caller: String) async throws {
    let outcome = try await run(
      """
      import socket
      client = socket.socket(socket.AF_UNIX)
      try: client.connect("sockets/docker.sock")
      except ConnectionRefusedError: raise SystemExit(0)
      print(socket.recv_fds(client, 10, 4))
      """, caller: caller)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
  }

  @Test("--allow-socket lets one socket through, by what it is, and says so", arguments: callers)
  func allowed(caller: String) async throws {
    let script = """
      import os, socket
      socket.socket(socket.AF_UNIX).connect("sockets/docker.sock")
      socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", "sockets/log")
      """
    let both = "--allow-socket sockets/docker.sock --allow-socket sockets/log"
    let outcome = try await run(script, options: both, caller: caller)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("reached (<socket"))
    #expect(outcome.output.contains("reached b'x'"))
    for path in ["sockets/docker.sock", "sockets/log"] {
      #expect(outcome.errors.contains("note: the build could use \(path), of a process outside"))
    }
    let json = try await run(script, options: both + " --json", caller: caller)
    #expect(json.output.contains("the build could use sockets/log, of a process outside"))

    // One of the two is not the other, whatever it is called.
    let other = try await run(
      """
      import os, socket
      os.rename("sockets/log", "sockets/old"); os.link("sockets/docker.sock", "sockets/log")
      try: socket.socket(socket.AF_UNIX).connect("sockets/log")
      except ConnectionRefusedError: pass
      """, options: "--allow-socket sockets/log", caller: caller)
    #expect(other.status == 1)
    #expect(other.output == "")

    let missing = try await run(script, options: "--allow-socket nowhere", caller: caller)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("nowhere: cannot be found: No such file or directory"))
    let file = try await run(script, options: "--allow-socket build.py", caller: caller)
    #expect(file.status == 2)
    #expect(file.errors.contains("build.py: is not a Unix socket"))
  }

  /// What a path, an error, a peer or a datagram is like must not differ from what it is outside.
  @Test("the build's own sockets work as they do outside", arguments: callers)
  func inside(caller: String) async throws {
    let outcome = try await run(
      """
      import array, errno, os, socket, struct, subprocess, sys, threading
      def client(path, kind=socket.SOCK_STREAM):
          it = socket.socket(socket.AF_UNIX, kind); it.connect(path); return it
      def error(path, kind=socket.SOCK_STREAM):
          return socket.socket(socket.AF_UNIX, kind).connect_ex(path)
      os.chdir("inside")
      server = socket.socket(socket.AF_UNIX); server.bind("s"); server.listen()
      folder = os.open(".", os.O_PATH)
      os.symlink("/proc/self/fd/%d/s" % folder, "l"); os.symlink("l", "m")
      for path in ("s", os.path.abspath("s"), "../inside/s", "/proc/self/cwd/s", "m", "/../proc/self/cwd/s",
                   "/proc/thread-self/cwd/s", "/proc/self/fd/%d/s" % folder, "/proc/self/root" + os.path.abspath("s")):
          one = client(path); other, _ = server.accept()
          one.sendall(b"hello"); assert other.recv(5) == b"hello", path
          pid, uid, gid = struct.unpack("3i", other.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
          assert pid > 0 and (uid, gid) == (os.getuid(), os.getgid()), (pid, uid, gid)
          pid, _, _ = struct.unpack("3i", one.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
          assert pid == os.getpid() and one.getpeername() == "s"
      open("file", "w").close()
      os.symlink("loop", "loop")
      server.close()
      stale = error("s")
      assert stale == errno.ECONNREFUSED, stale
      assert error("../sockets/left") == errno.ECONNREFUSED
      assert error("file") == errno.ECONNREFUSED
      assert error("none") == errno.ENOENT and error("file/x") == errno.ENOTDIR
      assert error("loop") == errno.ELOOP and error(b"") in (errno.EINVAL, errno.ECONNREFUSED)
      if os.getuid() != 0:
          os.mkdir("closed"); hidden = socket.socket(socket.AF_UNIX); hidden.bind("closed/s"); hidden.listen()
          os.chmod("closed", 0); assert error("closed/s") == errno.EACCES; os.chmod("closed", 0o700)
          os.chmod("closed/s", 0); assert error("closed/s") == errno.EACCES

      # A full queue: a blocking client waits and holds up nobody else; another is told.
      full = socket.socket(socket.AF_UNIX); full.bind("f"); full.listen(0)
      first = client("f")
      impatient = socket.socket(socket.AF_UNIX); impatient.setblocking(False)
      assert impatient.connect_ex("f") == errno.EAGAIN
      waiting = threading.Thread(target=client, args=("f",)); waiting.start()
      quick = socket.socket(socket.AF_UNIX); quick.bind("q"); quick.listen(); client("q")
      full.accept(); waiting.join()

      # Datagrams, with descriptors, and replies to who sent them.
      receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); receiver.bind("d")
      assert error("d") == errno.EPROTOTYPE
      sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); sender.bind("e")
      assert sender.sendto(b"one", "d") == 3 and receiver.recvfrom(9) == (b"one", "e")
      assert receiver.sendto(b"two", "e") == 3 and sender.recvfrom(9) == (b"two", "d")
      ends = os.pipe()
      sender.sendmsg([b"a", b"bc"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [ends[1]]))], 0, "d")
      data, passed, _, _ = socket.recv_fds(receiver, 9, 3)
      os.write(passed[0], b"z"); assert data == b"abc" and os.read(ends[0], 1) == b"z"
      big = b"x" * 100000; assert sender.sendto(big, "d") == len(big) and receiver.recv(200000) == big
      sender.connect("d"); assert sender.send(b"three") == 5 and sender.sendmsg([b"four"]) == 4
      assert receiver.recv(9) == b"three" and receiver.recv(9) == b"four"

      abstract = socket.socket(socket.AF_UNIX); abstract.bind("\\0name"); abstract.listen(); client("\\0name")
      packets = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); packets.bind("p"); packets.listen()
      client("p", socket.SOCK_SEQPACKET)

      # Across a network and a user namespace of the build's own, in both directions.
      outer = socket.socket(socket.AF_UNIX); outer.bind("o"); outer.listen()
      nested = subprocess.Popen(["unshare", "-Urn", sys.executable, "-c", '''if 1:
          import socket
          socket.socket(socket.AF_UNIX).connect("o")
          server = socket.socket(socket.AF_UNIX); server.bind("n"); server.listen()
          print("ready", flush=True); server.accept()'''], stdout=subprocess.PIPE)
      assert nested.stdout.readline() == b"ready\\n"
      client("n"); assert nested.wait() == 0
      """, caller: caller)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("without a network attempt"), "\(outcome.errors)")
  }

  @Test("an abstract socket of the outside cannot be reached")
  func abstract() async throws {
    let folder = try BuildFolder([
      "outside.py": """
      import os, socket, subprocess, sys
      server = socket.socket(socket.AF_UNIX); name = "\\0assetkit-test-%d" % os.getpid()
      server.bind(name); server.listen()
      sys.exit(subprocess.call([os.environ["ASSETKIT"], "offline", "--", sys.executable, "-c",
          "import socket, sys; sys.exit(socket.socket(socket.AF_UNIX).connect_ex('\\\\0' + sys.argv[1]))", name[1:]]))
      """
    ])
    let outcome = try await folder.shell("python3 outside.py")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("ended with status 111 after"))
  }

  @Test("what the C library turns to by itself is refused without counting")
  func habits() async throws {
    let folder = try BuildFolder([
      "build.py": """
      import pwd, socket, syslog
      syslog.syslog("a line"); pwd.getpwuid(0)
      # Where /dev is another inside, /dev/log is not there.
      try: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).connect("/run/systemd/journal/dev-log")
      except ConnectionRefusedError: pass
      try: pwd.getpwnam("nobody-of-this-name")
      except KeyError: pass
      """,
      // /dev/log and nscd's socket of this machine, made by us in a mount namespace of our own.
      "outside.py": """
      import os, socket, subprocess, sys
      subprocess.check_call(["mount", "-t", "tmpfs", "none", "/run"])
      os.makedirs("/run/nscd"); os.makedirs("/run/systemd/journal")
      servers = []
      for path, kind in (("/run/nscd/socket", socket.SOCK_STREAM), ("/run/systemd/journal/dev-log", socket.SOCK_DGRAM)):
          server = socket.socket(socket.AF_UNIX, kind); server.bind(path); servers.append(server)
      servers[0].listen()
      try: os.unlink("/dev/log")
      except FileNotFoundError: pass
      os.symlink("/run/systemd/journal/dev-log", "/dev/log")
      sys.exit(subprocess.call([os.environ["ASSETKIT"], "offline", "--", sys.executable, "build.py"]))
      """,
    ])
    let outcome = try await folder.shell(
      "unshare -Urm sh -c 'mount -t tmpfs none /dev && exec python3 outside.py'")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("without a network attempt"))
    #expect(outcome.errors.contains("note: python3"), "\(outcome.errors)")
    #expect(outcome.errors.contains("/run/systemd/journal/dev-log"))
  }
}
#endif
