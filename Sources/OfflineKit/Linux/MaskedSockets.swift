/// Sockets in the file system through which a process outside could use the network for the build.
///
/// A network namespace does not confine them, because they are files. So each is masked by an empty
/// file, and a connection to it is refused.
enum MaskedSockets {
  /// Sockets of name resolvers and caches. A program that cannot reach them asks 127.0.0.1 instead,
  /// which is observed.
  ///
  /// glibc's nscd, systemd-resolved (varlink, and D-Bus before version 247), Avahi.
  static let resolvers = [
    "/run/nscd/socket", "/var/run/nscd/socket",
    "/run/systemd/resolve/io.systemd.Resolve", "/run/systemd/resolve/io.systemd.Resolve.Monitor",
    "/run/dbus/system_bus_socket", "/var/run/dbus/system_bus_socket",
    "/run/avahi-daemon/socket", "/var/run/avahi-daemon/socket",
  ]

  /// Sockets of daemons that download on request. Connecting to one counts as an attempt.
  static func fetchers(runtimeFolder: String?) -> [String] {
    let system = [
      "docker.sock", "podman/podman.sock", "containerd/containerd.sock", "buildkit/buildkitd.sock",
      "crio/crio.sock", "snapd.socket",
    ]
    return system.flatMap { ["/run/\($0)", "/var/run/\($0)"] }
      + (runtimeFolder.map { folder in system.map { "\(folder)/\($0)" } } ?? [])
  }

  /// Whether a path that is not a socket (any more) is one of ``fetchers(runtimeFolder:)``.
  static func isFetcher(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return fetchers(runtimeFolder: nil).contains { $0.hasSuffix("/\(name)") }
  }
}
