#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The build cannot undo what watches it, as root or as a plain user.
@Suite(
  "assetkit offline: the guard", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(15)))
struct OfflineGuardTests {
  @Test("the guard is out of reach", arguments: Caller.here, GuardAttacks.onGuard)
  func guardProcess(caller: Caller, attack: String) async throws {
    try await attempt(attack, as: caller)
  }

  @Test("what the guard has mounted stays", arguments: Caller.here, GuardAttacks.onMounts)
  func mounts(caller: Caller, attack: String) async throws {
    try await attempt(attack, as: caller)
  }

  @Test("the network and the host name stay", arguments: Caller.here, GuardAttacks.onNetwork)
  func network(caller: Caller, attack: String) async throws {
    try await attempt(attack, as: caller)
  }

  @Test("the machine's settings and devices stay", arguments: Caller.here, GuardAttacks.onMachine)
  func machine(caller: Caller, attack: String) async throws {
    try await attempt(attack, as: caller)
  }

  /// `--twice` runs builds as another user inside, who still owns what the caller owns.
  @Test("the machine's settings stay, also with another user ID inside")
  func otherUser() async throws {
    let folder = try BuildFolder(["attack.py": GuardAttacks.source])
    try await folder.commit()
    let outcome = try await folder.offline(
      ["--twice", "--compare", "held"],
      ["sh", "-ec", "test $(id -u) != 0; python3 attack.py 'open settings'; touch held"])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
  }

  private func attempt(_ attack: String, as caller: Caller) async throws {
    let folder = try BuildFolder(["attack.py": GuardAttacks.source])
    let outcome = try await caller.offline([], ["python3", "attack.py", attack], in: folder)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
  }

  // MARK: - What builds need

  @Test("a build as root has the capabilities that builds need, and no other")
  func capabilities() async throws {
    guard geteuid() == 0 else { return }
    let outcome = try await BuildFolder().offline(
      [], ["sed", "-n", "s/^CapBnd:.//p", "/proc/self/status"])
    let set = try #require(UInt64(outcome.output.prefix { !$0.isNewline }, radix: 16))
    // capabilities(7) by number: chown, dac_override, fowner, fsetid, kill, setgid, setuid, setpcap,
    // net_bind_service, net_admin, net_raw, sys_chroot, sys_ptrace, sys_admin, mknod, audit_write,
    // setfcap.
    let expected = [0, 1, 3, 4, 5, 6, 7, 8, 10, 12, 13, 18, 19, 21, 27, 29, 31]
    #expect((0..<64).filter { set >> UInt64($0) & 1 == 1 } == expected)
  }

  @Test(
    "what root does in a build still works",
    arguments: [
      "touch f; chown 33:33 f; test $(stat -c %u:%g f) = 33:33",
      "setpriv --reuid 33 --regid 33 --clear-groups sh -c 'test $(id -u) = 33'",
      "mkdir m; mount -t tmpfs none m; touch m/x; umount m",
      "unshare -m sh -c 'mkdir m; mount --bind /usr m; test -d m/bin'",
      "unshare -Urm true",
      "unshare -n ip link set lo up",
      "chroot / true",
      "python3 -c 'import socket; socket.socket().bind((\"127.0.0.1\", 80))'",
      // An echo request and its answer (RFC 792), without CAP_NET_RAW over the network.
      """
      python3 -c 'import socket
      s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP)
      s.sendto(bytes([8, 0, 0, 0, 0, 0, 0, 1]), ("127.0.0.1", 0))
      assert s.recv(64)[0] == 0'
      """,
      "python3 -c 'import os; os.ttyname(os.openpty()[1])'",
      "echo x > /dev/null; head -c 9 /dev/urandom > /dev/full && exit 1; ls /dev/fd/0 /dev/shm",
      "test $(cat /proc/self/oom_score_adj) && echo 500 > /proc/self/oom_score_adj",
    ])
  func rootBuilds(script: String) async throws {
    guard geteuid() == 0 else { return }
    let outcome = try await BuildFolder().offline([], ["sh", "-ec", script])
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
  }

  @Test(
    "what a user does in a build still works",
    arguments: [
      "unshare -Urm sh -c 'mkdir m; mount -t tmpfs none m'",
      // Build tools with sandboxes of their own need a /proc of their own.
      "unshare -Urpfm --mount-proc sh -c 'test $$ = 1 && test -e /proc/1/exe'",
      "unshare -Urn ip link set lo up",
      "python3 -c 'import os; os.ttyname(os.openpty()[1])'",
    ])
  func userBuilds(script: String) async throws {
    let folder = try BuildFolder()
    let outcome = try await Caller.user.offline([], ["sh", "-ec", script], in: folder)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
  }
}
#endif
