/// Sockets in the file system through which a process outside would use the network for the build.
///
/// A network namespace does not separate them, because they are files. So each is masked by an empty
/// file, and a connection to it is refused.
enum MaskedSockets {
  /// Caches and resolvers of names. A program that cannot reach them asks 127.0.0.1 instead, which is
  /// watched.
  ///
  /// glibc's nscd, systemd-resolved (varlink, and D-Bus before version 247), Avahi.
  static let resolvers = [
    "/run/nscd/socket", "/var/run/nscd/socket",
    "/run/systemd/resolve/io.systemd.Resolve", "/run/systemd/resolve/io.systemd.Resolve.Monitor",
    "/run/dbus/system_bus_socket", "/var/run/dbus/system_bus_socket",
    "/run/avahi-daemon/socket", "/var/run/avahi-daemon/socket",
  ]

  /// Daemons that fetch on request. Calling one counts as an attempt.
  static func fetchers(runtimeFolder: String?) -> [String] {
    let system = [
      "docker.sock", "podman/podman.sock", "containerd/containerd.sock", "buildkit/buildkitd.sock",
      "crio/crio.sock", "snapd.socket",
    ]
    return system.flatMap { ["/run/\($0)", "/var/run/\($0)"] }
      + (runtimeFolder.map { folder in system.map { "\(folder)/\($0)" } } ?? [])
  }

  /// Whether a path that was called and is no socket is one of ``fetchers(runtimeFolder:)``.
  static func isFetcher(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return fetchers(runtimeFolder: nil).contains { $0.hasSuffix("/\(name)") }
  }
}
