#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Where namespaces are forbidden, the error has the line that allows them.
@Suite("assetkit offline: refusals", .enabled { try await Namespaces.areAllowed() })
struct OfflineRefusalTests {
  /// Runs the program behind a filter like the default one of container runtimes: clone with
  /// CLONE_NEWUSER and unshare fail with EPERM.
  private static let confine = """
    import ctypes, os, platform, struct, sys
    clone, unshare = {"x86_64": (56, 272), "aarch64": (220, 97), "riscv64": (220, 97)}[platform.machine()]
    LOAD, EQUAL, HAS, RETURN = 0x20, 0x15, 0x45, 0x06
    ALLOW, REFUSE = 0x7fff0000, 0x00050001
    program = [
        (LOAD, 0, 0, 0), (EQUAL, 0, 3, clone), (LOAD, 0, 0, 16), (HAS, 0, 3, 0x10000000),
        (RETURN, 0, 0, REFUSE), (EQUAL, 0, 1, unshare), (RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW),
    ]
    text = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    class Program(ctypes.Structure): _fields_ = [("count", ctypes.c_ushort), ("lines", ctypes.c_void_p)]
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    filter = Program(len(program), ctypes.addressof(text))
    assert libc.prctl(22, 2, ctypes.byref(filter), 0, 0) == 0
    os.execv(os.environ["ASSETKIT"], ["assetkit", "offline", "--", "touch", "ran"])
    """

  @Test("the default seccomp profile of a container runtime", arguments: Caller.here)
  func seccomp(caller: Caller) async throws {
    let folder = try BuildFolder(["confine.py": Self.confine])
    let pod = try await caller.run(
      ["env", "KUBERNETES_SERVICE_HOST=192.0.2.1", "python3", "confine.py"], in: folder)
    #expect(pod.status == 2)
    #expect(
      pod.errors.contains(
        "cannot create a user and network namespace: Operation not permitted (forbidden by the "
          + "policy of the container); set in the container's securityContext: seccompProfile: "
          + "{type: Unconfined}"))

    let other = try await caller.run(["python3", "confine.py"], in: folder)
    #expect(other.status == 2)
    // Which remedy depends on whether these tests run in a container themselves.
    #expect(
      other.errors.contains(" --security-opt ") || other.errors.contains("RestrictNamespaces=no"))
    #expect(try !folder.folder.exists("ran"))
  }

  @Test("a limit of no user namespaces, or of too few for the second", arguments: [0, 1])
  func limit(number: Int) async throws {
    let folder = try BuildFolder()
    let outcome = try await folder.shell(
      """
      unshare -Ur sh -c 'echo \(number) > /proc/sys/user/max_user_namespaces
        exec "$ASSETKIT" offline -- touch ran'
      """)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("sudo sysctl -w user.max_user_namespaces=15000"))
    #expect(try !folder.folder.exists("ran"))
  }
}
#endif
