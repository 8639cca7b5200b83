import SafeFiles

/// A parsed source address: a path, a URL, or ssh's `user@host:path`.
///
/// Addresses are passed to programs as arguments, so none may read as an option or a command:
/// CVE-2017-1000117 (`ssh://-o…`), git's `ext::`.
public struct SourceAddress: Hashable, Sendable {
  /// The kinds of address.
  public enum Place: Hashable, Sendable {
    /// A path on this machine.
    case path
    /// The scheme in lower case, and the host with its port, which is empty only for `file`.
    case url(scheme: String, host: String)
    /// `user@host:path`, git only.
    case shell(host: String)
  }

  /// The address as it was written.
  public let text: String
  /// The kind of address.
  public let place: Place

  /// Whether it is a path on this machine.
  public var isPath: Bool { place == .path }

  /// Whether it is on this machine: a path, or the same as a URL.
  var isOnThisMachine: Bool {
    switch place {
    case .path, .url(scheme: "file", _): true
    case .url, .shell: false
    }
  }

  /// Whether git reaches it by ssh, which may ask for a password.
  public var usesSSH: Bool {
    switch place {
    case .path: false
    case .url(let scheme, _): scheme == "ssh"
    case .shell: true
    }
  }

  /// Parses `text` as the address of a source of that type.
  ///
  /// - Throws: `VendorError` with `invalidArgument` for anything that is none of the three, and for
  ///   a user name or password in a URL, which does not belong in a lock.
  public init(_ text: String, of type: SourceType) throws(VendorError) {
    do {
      place = try Self.place(of: text, type)
    } catch {
      throw VendorError(
        .invalidArgument, at: Printable.text(of: Array(text.utf8)), error.text,
        remedy: error.remedy)
    }
    self.text = text
  }

  /// Refuses an address without encryption unless that is allowed.
  ///
  /// - Throws: `VendorError` with `invalidArgument`.
  func check(allowsHTTP: Bool) throws(VendorError) {
    guard !allowsHTTP, case .url(let scheme, _) = place,
      SourceType.unencryptedSchemes.contains(scheme)
    else { return }
    throw VendorError(
      .invalidArgument, at: text, "is not encrypted", remedy: "use https, or give --allow-http")
  }

  // MARK: - Parsing

  /// The problem; reads as the end of a sentence that starts with the address.
  private struct Problem: Error {
    var text: String
    var remedy: String?

    init(_ text: String, remedy: String? = nil) {
      self.text = text
      self.remedy = remedy
    }
  }

  private static func place(of text: String, _ type: SourceType) throws(Problem) -> Place {
    guard let first = text.utf8.first else { throw Problem("is empty") }
    guard first != UInt8(ascii: "-") else { throw Problem("begins with '-'") }
    // Characters are slow to search, and most paths have no colon.
    let hasColon = text.utf8.contains(UInt8(ascii: ":"))
    if hasColon, let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound] }),
      !scheme.isEmpty, scheme.utf8.allSatisfy(isSchemeByte)
    {
      let rest = text[text.index(scheme.endIndex, offsetBy: 3)...]
      return try url(scheme: scheme.lowercased(), rest, type)
    }
    let start = Array(text.utf8.prefix(3))
    if start.count == 3, start[1] == UInt8(ascii: ":"), "/\\".utf8.contains(start[2]) {
      throw Problem(
        "begins with a drive letter", remedy: "give a path relative to the root, with '/'")
    }
    if type == .git, let shell = try shell(text) { return shell }
    // git's `ext::COMMAND` and the like.
    if hasColon, text.contains("::") { throw Problem("names a transport program") }
    return .path
  }

  private static func url(
    scheme: String, _ rest: Substring, _ type: SourceType
  ) throws(Problem) -> Place {
    guard type.schemes.contains(scheme) else {
      let expected = type.schemes.map { "\($0), " }.joined()
      throw Problem(
        "has the scheme '\(scheme)', expected "
          + (expected.isEmpty ? "a path" : "\(expected.dropLast(2)) or a path"))
    }
    guard !rest.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw Problem("contains a space or control character", remedy: "write it as %20")
    }
    guard type != .archive || rest.utf8.allSatisfy({ $0 < 0x7F }) else {
      throw Problem("contains non-ASCII characters", remedy: "write other characters as %XX")
    }
    guard rest.utf8.count <= 8192 else { throw Problem("is longer than 8192 bytes") }
    let authority = rest.prefix { !"/?#".contains($0) }
    let at = authority.lastIndex(of: "@")
    let host = at.map { authority[authority.index(after: $0)...] } ?? authority
    if let at {
      guard scheme == "ssh", !authority[..<at].contains(":") else {
        throw Problem("contains a user name or password", remedy: "keep those in ~/.netrc")
      }
    }
    guard !authority.hasPrefix("-"), isHost(host) || host.isEmpty && scheme == "file" else {
      throw Problem(authority.isEmpty ? "has no host" : "has an invalid host: '\(authority)'")
    }
    return .url(scheme: scheme, host: String(host))
  }

  /// `user@host:path` as git takes it: the colon comes before any slash, brackets hold an IPv6 host.
  private static func shell(_ text: String) throws(Problem) -> Place? {
    let authority = text.prefix { $0 != "/" }
    guard let at = authority.firstIndex(of: "@"), !authority[..<at].contains(":") else {
      return nil
    }
    let rest = text[text.index(after: at)...]
    let hostEnd =
      rest.hasPrefix("[")
      ? rest.firstIndex(of: "]").map(rest.index(after:)) : rest.firstIndex(of: ":")
    guard let hostEnd, hostEnd < rest.endIndex, rest[hostEnd] == ":", hostEnd <= authority.endIndex
    else { return nil }
    let (user, host) = (authority[..<at], rest[..<hostEnd])
    let path = rest[hostEnd...].dropFirst()
    guard !user.isEmpty, user.utf8.allSatisfy(isNameByte), !host.hasPrefix("-"), isHost(host) else {
      throw Problem("has an invalid host: '\(user)@\(host)'")
    }
    guard !path.isEmpty, !path.hasPrefix("-"), !path.hasPrefix(":") else {
      throw Problem("has no path after the host")
    }
    guard !path.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
      throw Problem("contains a space or control character")
    }
    return .shell(host: String(host))
  }

  /// A name or an address, in brackets if it is IPv6, and perhaps a port.
  private static func isHost(_ text: Substring) -> Bool {
    var name = text[...]
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return false }
      let inside = text[..<end].dropFirst()
      guard inside.contains(":"),
        inside.utf8.allSatisfy({ isNameByte($0) || ":%".utf8.contains($0) })
      else { return false }
      let port = text[text.index(after: end)...]
      return port.isEmpty || isPort(port)
    }
    if let colon = text.firstIndex(of: ":") {
      guard isPort(text[colon...]) else { return false }
      name = text[..<colon]
    }
    // It may contain `{version}`.
    return !name.isEmpty && !name.hasPrefix("-")
      && name.utf8.allSatisfy { isNameByte($0) || $0 >= 0x80 || "%{}".utf8.contains($0) }
  }

  /// A colon and digits; without digits it means the scheme's default port.
  private static func isPort(_ text: Substring) -> Bool {
    text.hasPrefix(":") && text.utf8.count <= 6
      && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) && byte != UInt8(ascii: "_") || byte == UInt8(ascii: "+")
  }

  /// Whether `byte` is an ASCII letter or digit, `.`, `_` or `-`.
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
