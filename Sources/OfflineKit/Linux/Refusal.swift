#if os(Linux)
import CSandbox
import Glibc

/// Errors for a sandbox that cannot be set up, with what forbids it.
enum Refusal {
  /// The namespaces could not be made.
  static func ofNamespaces(_ error: Int32) -> OfflineError {
    OfflineError(
      .sandboxForbidden, "sandbox",
      "cannot create a user and network namespace: \(text(error))\(reason(error))", remedy: remedy)
  }

  /// The namespaces were created but `stage` of setting them up failed.
  static func ofStage(_ stage: Int32, _ error: Int32, command: BuildCommand) -> OfflineError {
    switch csandbox_stage(UInt32(bitPattern: stage)) {
    case CSANDBOX_STAGE_EXEC:
      return OfflineError(
        .commandNotStarted, command.arguments[0], "cannot be run: \(text(error))",
        remedy: error == ENOENT ? "name a program after --" : nil)
    case CSANDBOX_STAGE_DIRECTORY:
      return OfflineError(
        .commandNotStarted, command.directory, "cannot be entered: \(text(error))")
    case CSANDBOX_STAGE_FILTER where error == EBUSY:
      return OfflineError(
        .sandboxForbidden, "sandbox", "this process already runs in one",
        remedy: "run `assetkit offline` outside that sandbox")
    case let stage:
      return OfflineError(
        .sandboxForbidden, "sandbox",
        "\(name(stage)): \(text(error))\(reason(error))", remedy: remedy)
    }
  }

  private static let remedy =
    "run it where unprivileged user namespaces are allowed (in a container: with a seccomp profile "
    + "and capabilities that allow creating them)"

  private static func name(_ stage: csandbox_stage) -> String {
    switch stage {
    case CSANDBOX_STAGE_MOUNTS: "cannot make its own mounts"
    case CSANDBOX_STAGE_LOOPBACK: "cannot bring up its loopback interface"
    case CSANDBOX_STAGE_RESOLVER: "cannot listen on port 53 of its loopback"
    case CSANDBOX_STAGE_OVERLAY: "cannot mount over /etc/resolv.conf"
    case CSANDBOX_STAGE_RESTRICTION: "cannot make the kernel's settings read-only"
    case CSANDBOX_STAGE_INNER: "cannot create the command's own user namespace"
    case CSANDBOX_STAGE_HOSTNAME: "cannot set its host name"
    case CSANDBOX_STAGE_FILTER:
      "cannot install a seccomp filter with notifications (needs Linux 5.5)"
    default: "cannot get the listener of its seccomp filter (needs Linux 5.6)"
    }
  }

  /// The reason, from the settings by which systems forbid user namespaces.
  private static func reason(_ error: Int32) -> String {
    if setting("kernel/unprivileged_userns_clone") == "0" {
      return " (kernel.unprivileged_userns_clone is 0)"
    }
    if setting("kernel/apparmor_restrict_unprivileged_userns") == "1" {
      return " (kernel.apparmor_restrict_unprivileged_userns is 1)"
    }
    if setting("user/max_user_namespaces") == "0" { return " (user.max_user_namespaces is 0)" }
    switch error {
    case ENOSPC: return " (user.max_user_namespaces or the nesting limit is reached)"
    case EPERM, EACCES: return " (forbidden by a seccomp or security policy)"
    case EINVAL, ENOSYS: return " (not supported by this kernel)"
    default: return ""
    }
  }

  private static func setting(_ name: String) -> String? {
    guard let bytes = FileSystem.read("/proc/sys/\(name)", limit: 64) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}
#endif
