#if os(Linux)
import Glibc

/// What decides on this machine whether a program may make namespaces.
struct HostFacts {
  /// What runs the container around this process.
  enum Container {
    case docker, podman, kubernetes
  }

  /// Kernel settings by name, those that exist.
  var settings: [String: String] = [:]
  /// Whether this process has CAP_SYS_ADMIN.
  var isPrivileged = false
  /// Whether this process was started behind a seccomp filter.
  var isFiltered = false
  /// The container around this process, if it is a known one.
  var container: Container?
  /// Whether the root folder is not the root of a mount.
  var isChroot = false
  /// The path of this program.
  var executable = "/usr/bin/assetkit"

  /// The setting `user.max_user_namespaces`.
  var userNamespaceLimit: Int? { settings["user.max_user_namespaces"].flatMap { Int($0) } }
  /// Whether AppArmor takes the capabilities in a new user namespace from programs without a profile.
  var isRestrictedByAppArmor: Bool {
    settings["kernel.apparmor_restrict_unprivileged_userns"] == "1"
  }

  /// The facts of this machine.
  static var current: HostFacts {
    var facts = HostFacts()
    for name in [
      "kernel.unprivileged_userns_clone", "kernel.apparmor_restrict_unprivileged_userns",
      "user.max_user_namespaces",
    ] {
      let file = name.split(separator: ".").joined(separator: "/")
      guard let bytes = FileSystem.read("/proc/sys/\(file)", limit: 64) else { continue }
      facts.settings[name] = String(
        decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    let own = ProcessFolder(pid: getpid())
    // capabilities(7): CAP_SYS_ADMIN is number 21.
    let capabilities = own.status("CapEff").flatMap { UInt64($0, radix: 16) } ?? 0
    facts.isPrivileged = capabilities >> 21 & 1 == 1
    facts.isFiltered = own.status("Seccomp") == "2"
    facts.container = container
    facts.isChroot = isChroot
    facts.executable = own.link("exe") ?? facts.executable
    return facts
  }

  /// Docker and Podman leave a file, Kubernetes sets a variable in every container.
  private static var container: Container? {
    if BuildEnvironment.inherited["KUBERNETES_SERVICE_HOST"] != nil { return .kubernetes }
    if access("/run/.containerenv", F_OK) == 0 { return .podman }
    if access("/.dockerenv", F_OK) == 0 { return .docker }
    return nil
  }

  /// /proc/self/mountinfo lists the mounts below the root folder of the process.
  private static var isChroot: Bool {
    guard let bytes = FileSystem.read("/proc/self/mountinfo", limit: 16 << 20) else { return false }
    return !String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
      line.split(separator: " ", maxSplits: 5).dropFirst(4).first == "/"
    }
  }
}
#endif
