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
    if let host = variation?.hostname, let domain = variation?.domain {
      let hosts = text(of: "/etc/hosts") ?? "127.0.0.1 localhost\n"
      files.append((path: "/etc/hosts", text: "127.0.1.1 \(host).\(domain) \(host)\n" + hosts))
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
#endif
