#if os(Linux)
import Glibc

/// Files with different contents inside the sandbox.
enum Overlays {
  /// The overlays of a run, including those of `variation`.
  static func files(for variation: Variation?) -> [(path: String, text: String)] {
    var files = [
      // One server, one attempt, one second, no search suffixes: names are looked up as given.
      (
        path: "/etc/resolv.conf",
        text: "nameserver 127.0.0.1\nsearch .\noptions timeout:1 attempts:1\n"
      )
    ]
    if let switches = text(of: "/etc/nsswitch.conf") {
      files.append((path: "/etc/nsswitch.conf", text: withPlainHosts(switches)))
    }
    if let variation, let account = variation.account {
      let users = text(of: "/etc/passwd") ?? ""
      files.append((path: "/etc/passwd", text: account.passwd(basedOn: users)))
      let groups = text(of: "/etc/group") ?? ""
      files.append((path: "/etc/group", text: account.group(basedOn: groups)))
    }
    return files
  }

  /// Has host names looked up in files and then by DNS, without any daemon (nsswitch.conf(5)).
  static func withPlainHosts(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.drop { $0 == " " || $0 == "\t" }.hasPrefix("hosts:") ? "hosts: files dns" : line
      }
      .joined(separator: "\n")
  }

  private static func text(of path: String) -> String? {
    FileSystem.read(path, limit: 4 << 20).map { String(decoding: $0, as: UTF8.self) }
  }
}

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
#endif
