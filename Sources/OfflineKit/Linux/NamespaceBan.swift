#if os(Linux)
import Glibc

/// What keeps this program from making its namespaces here, and the line that allows it.
struct NamespaceBan: Equatable {
  /// The cause, for parentheses after the kernel's error; empty when unknown.
  let reason: String
  /// What to run or change.
  let remedy: String

  /// Finds the cause of `error`, which clone or a mount in the new namespaces gave.
  init(of error: Int32, on facts: HostFacts) {
    (reason, remedy) = Self.cause(of: error, on: facts) ?? ("", Self.generalRemedy)
  }

  private static let generalRemedy =
    "run it where user namespaces are allowed (in a container: with a seccomp profile and "
    + "capabilities that allow creating them)"

  private static func cause(of error: Int32, on facts: HostFacts) -> (String, String)? {
    if error == ENOSPC || error == EUSERS || facts.userNamespaceLimit == 0 {
      return limit(facts)
    }
    if error == EINVAL || error == ENOSYS {
      return (
        "not supported by this kernel",
        "run it on Linux 5.6 or later, built with CONFIG_USER_NS, CONFIG_NET_NS and CONFIG_PID_NS"
      )
    }
    guard error == EPERM || error == EACCES else { return nil }
    if !facts.isPrivileged, facts.settings["kernel.unprivileged_userns_clone"] == "0" {
      return setting("kernel.unprivileged_userns_clone", is: "0", allowedBy: "1")
    }
    if let container = facts.container {
      return ("forbidden by the policy of the container", container.remedy(facts))
    }
    if !facts.isPrivileged, facts.isRestrictedByAppArmor {
      return (
        "kernel.apparmor_restrict_unprivileged_userns is 1",
        "allow it to this program: \(appArmorProfile(for: facts.executable)); or to every program "
          + "until the next start: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
      )
    }
    if facts.isChroot {
      return (
        "a process in a chroot may not create one",
        "enter the folder with 'bwrap --dev-bind FOLDER / COMMAND' instead of chroot"
      )
    }
    if facts.isFiltered {
      return (
        "forbidden by a seccomp filter that this process was started with",
        "for a systemd service set RestrictNamespaces=no; any other sandbox around it has to allow "
          + "clone with CLONE_NEWUSER"
      )
    }
    return ("forbidden by a security policy", generalRemedy)
  }

  private static func limit(_ facts: HostFacts) -> (String, String) {
    let limit = facts.userNamespaceLimit ?? 0
    let allowing = max(15000, limit.multipliedReportingOverflow(by: 2).partialValue)
    return (
      limit == 0
        ? "user.max_user_namespaces is 0"
        : "user.max_user_namespaces, which is \(limit), or the limit of nested ones is reached",
      "allow it: sudo sysctl -w user.max_user_namespaces=\(allowing)"
    )
  }

  private static func setting(
    _ name: String, is value: String, allowedBy allowing: String
  ) -> (String, String) {
    ("\(name) is \(value)", "allow it: sudo sysctl -w \(name)=\(allowing)")
  }

  /// A command that installs a profile for the program alone (apparmor.d(5); Ubuntu's release notes
  /// of 24.04, "unprivileged user namespace restrictions").
  private static func appArmorProfile(for executable: String) -> String {
    let quoted =
      "'"
      + executable.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
    return
      "printf 'abi <abi/4.0>,\\nprofile assetkit \"%s\" flags=(unconfined) {\\n  userns,\\n}\\n' "
      + "\(quoted) | sudo tee /etc/apparmor.d/assetkit && "
      + "sudo apparmor_parser -r /etc/apparmor.d/assetkit"
  }
}

extension HostFacts.Container {
  /// Each runtime's default seccomp profile forbids clone with CLONE_NEWUSER to processes without
  /// CAP_SYS_ADMIN, and its AppArmor profile forbids mounts.
  fileprivate func remedy(_ facts: HostFacts) -> String {
    let options = "--security-opt seccomp=unconfined --security-opt apparmor=unconfined"
    // Without a profile, the host's own restriction applies to all but administrators.
    let capability = facts.isRestrictedByAppArmor ? " --cap-add SYS_ADMIN" : ""
    switch self {
    case .docker: return "start the container with: docker run \(options)\(capability)"
    case .podman:
      return "start the container with: podman run \(options)\(capability)"
    case .kubernetes:
      return "set in the container's securityContext: seccompProfile: {type: Unconfined}, "
        + "appArmorProfile: {type: Unconfined}"
        + (capability.isEmpty ? "" : ", capabilities: {add: [SYS_ADMIN]}")
    }
  }
}
#endif
