#if os(Linux)
import CSandbox
import Glibc

/// Errors for a sandbox that cannot be set up, with what forbids it.
enum Refusal {
  /// The namespaces could not be made.
  static func ofNamespaces(_ error: Int32) -> OfflineError {
    forbidden("cannot create a user and network namespace", error)
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
    case CSANDBOX_STAGE_FILTER where error == EINVAL || error == ENOSYS:
      return OfflineError(
        .sandboxForbidden, "sandbox",
        "cannot install a seccomp filter with notifications: \(text(error))",
        remedy: "run it on Linux 5.6 or later; in a container that gVisor runs, use runc instead "
          + "(docker run --runtime=runc)")
    case CSANDBOX_STAGE_FILTER where error == EBUSY:
      return OfflineError(
        .sandboxForbidden, "sandbox", "this process already runs in one",
        remedy: "run `assetkit offline` outside that sandbox")
    case let stage: return forbidden(name(stage), error)
    }
  }

  private static func forbidden(_ problem: String, _ error: Int32) -> OfflineError {
    let ban = NamespaceBan(of: error, on: .current)
    let reason = ban.reason.isEmpty ? "" : " (\(ban.reason))"
    return OfflineError(
      .sandboxForbidden, "sandbox", "\(problem): \(text(error))\(reason)",
      remedy: "\(ban.remedy); or add --without-namespaces, which is weaker")
  }

  private static func name(_ stage: csandbox_stage) -> String {
    switch stage {
    case CSANDBOX_STAGE_MOUNTS: "cannot make its own mounts"
    case CSANDBOX_STAGE_LOOPBACK: "cannot bring up its loopback interface"
    case CSANDBOX_STAGE_RESOLVER: "cannot listen on port 53 of its loopback"
    case CSANDBOX_STAGE_OVERLAY: "cannot mount over /etc/resolv.conf"
    case CSANDBOX_STAGE_RESTRICTION: "cannot make the kernel's settings read-only"
    case CSANDBOX_STAGE_INNER: "cannot create the command's own user namespace"
    case CSANDBOX_STAGE_HOSTNAME: "cannot set its host name"
    case CSANDBOX_STAGE_FILTER: "cannot install a seccomp filter"
    default: "cannot get the listener of its seccomp filter (needs Linux 5.6)"
    }
  }

  private static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}
#endif
