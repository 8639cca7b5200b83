#if os(Linux)
import CSandbox
import Glibc

/// Why there is no sandbox, in words that say who forbids it.
enum Refusal {
  /// The namespaces could not be made.
  static func ofNamespaces(_ error: Int32) -> OfflineError {
    OfflineError(
      .sandboxForbidden, "sandbox",
      "no user and network namespace: \(text(error))\(reason(error))", remedy: remedy)
  }

  /// The namespaces are there and `stage` of setting them up failed.
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
        .sandboxForbidden, "sandbox", "another one is around this process already",
        remedy: "run `assetkit offline` outside of it; one is enough")
    case let stage:
      return OfflineError(
        .sandboxForbidden, "sandbox",
        "\(name(stage)): \(text(error))\(reason(error))", remedy: remedy)
    }
  }

  private static let remedy =
    "run it where unprivileged user namespaces are allowed (in a container: with a seccomp profile "
    + "and capabilities that let it make its own)"

  private static func name(_ stage: csandbox_stage) -> String {
    switch stage {
    case CSANDBOX_STAGE_MOUNTS: "no mounts of its own"
    case CSANDBOX_STAGE_LOOPBACK: "no loopback of its own"
    case CSANDBOX_STAGE_RESOLVER: "no port 53 on its loopback"
    case CSANDBOX_STAGE_OVERLAY: "/etc/resolv.conf cannot be covered"
    case CSANDBOX_STAGE_HOSTNAME: "no host name of its own"
    case CSANDBOX_STAGE_FILTER: "no seccomp filter that asks (Linux 5.5)"
    default: "the filter's listener cannot be fetched (Linux 5.6)"
    }
  }

  /// The switches by which systems forbid user namespaces.
  private static func reason(_ error: Int32) -> String {
    if setting("kernel/unprivileged_userns_clone") == "0" {
      return " (kernel.unprivileged_userns_clone is 0)"
    }
    if setting("kernel/apparmor_restrict_unprivileged_userns") == "1" {
      return " (kernel.apparmor_restrict_unprivileged_userns is 1)"
    }
    if setting("user/max_user_namespaces") == "0" { return " (user.max_user_namespaces is 0)" }
    switch error {
    case ENOSPC: return " (user.max_user_namespaces, or the limit of nested ones, is reached)"
    case EPERM, EACCES: return " (a seccomp or security policy around this process forbids it)"
    case EINVAL, ENOSYS: return " (this kernel was built without it)"
    default: return ""
    }
  }

  private static func setting(_ name: String) -> String? {
    guard let bytes = WholeFile.read("/proc/sys/\(name)", limit: 64) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}
#endif
