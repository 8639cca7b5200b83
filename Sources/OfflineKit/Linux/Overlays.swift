#if os(Linux)
import Glibc

/// Files that show another text inside the sandbox.
enum Overlays {
  /// The overlays of a run, by path; those of `variation` among them.
  static func files(for variation: Variation?) -> [(path: String, text: String)] {
    var files = [
      // One server, one try, one second, no suffixes: a name is asked for as it was written.
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

  /// Names go to the files and then to the server, past any daemon (nsswitch.conf(5)).
  static func withPlainHosts(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.drop { $0 == " " || $0 == "\t" }.hasPrefix("hosts:") ? "hosts: files dns" : line
      }
      .joined(separator: "\n")
  }

  private static func text(of path: String) -> String? {
    WholeFile.read(path, limit: 4 << 20).map { String(decoding: $0, as: UTF8.self) }
  }
}
#endif
