/// The rules for what git is given from a lock or a command line.
enum GitAddress {
  /// Checks the address of a repository.
  ///
  /// - Throws: `VendorError` with `invalidArgument` for what could be taken for an option, for a
  ///   transport that runs a program (`ext::`), and for transports without encryption unless allowed.
  static func check(url: String, allowsHTTP: Bool) throws(VendorError) {
    func refused(_ why: String, _ remedy: String? = nil) -> VendorError {
      VendorError(.invalidArgument, at: url, why, remedy: remedy)
    }
    guard !url.isEmpty, !url.hasPrefix("-") else { throw refused("is no address of a repository") }
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw refused("has a space or control character", "write it as %20")
    }
    guard !url.contains("::") || url.contains("[") else {
      throw refused("asks for a remote helper", "give an https, ssh or file address")
    }
    guard let scheme = scheme(of: url) else { return }
    guard allowed(allowsHTTP: allowsHTTP).contains(scheme) else {
      throw refused(
        "uses the transport '\(scheme)'",
        ["http", "git"].contains(scheme)
          ? "use https, or give --allow-http" : "give an https, ssh or file address")
    }
    let rest = url.dropFirst(scheme.count + 3)
    let host = rest.prefix { $0 != "/" }
    guard !host.hasPrefix("-") else { throw refused("has a host that begins with '-'") }
    guard scheme == "ssh" || !host.contains("@") else {
      throw refused("holds a user name or password", "keep those in ~/.netrc")
    }
  }

  /// Checks a branch, tag or commit, or `HEAD`; the rules that matter of git-check-ref-format(1).
  ///
  /// - Throws: `VendorError` with `invalidArgument`.
  static func check(ref: String) throws(VendorError) {
    let forbidden = Set(" ~^:?*[\\".utf8)
    let isClean = ref.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !forbidden.contains($0) }
    guard !ref.isEmpty, ref.utf8.count <= 255, isClean, !ref.hasPrefix("-"), !ref.hasPrefix("/"),
      !ref.hasSuffix("/"), !ref.hasSuffix("."), !ref.hasSuffix(".lock"), !ref.contains(".."),
      !ref.contains("//"), !ref.contains("@{"), ref != "@"
    else {
      throw VendorError(
        .invalidArgument, at: "ref '\(ref)'", "is no name of a branch or tag and no commit id",
        remedy: "give one with --ref")
    }
  }

  /// Whether `text` is a whole commit id, SHA-1 or SHA-256.
  static func isCommit(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The transports that git is told to allow.
  static func allowed(allowsHTTP: Bool) -> [String] {
    ["https", "ssh", "file"] + (allowsHTTP ? ["http", "git"] : [])
  }

  /// Whether git reaches it by ssh, which may ask for a password.
  static func usesSSH(_ url: String) -> Bool {
    guard let scheme = scheme(of: url) else {
      return url.prefix { $0 != "/" }.contains(":")
    }
    return scheme == "ssh"
  }

  /// What stands before `://`; nil for a path and for `host:path`.
  private static func scheme(of url: String) -> String? {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else { return nil }
    return url[..<colon].lowercased()
  }
}
