/// A repository's address, normalised: without scheme, user, `.git` and case.
struct Repository: Hashable, Sendable {
  /// `HOST/PATH`.
  let address: String

  init(_ url: String) {
    var rest = Substring(url.lowercased())
    if rest.hasPrefix("git+") { rest = rest.dropFirst(4) }
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    if let at = rest.firstIndex(of: "@"), !rest[..<at].contains("/") {
      rest = rest[rest.index(after: at)...]
    }
    var text = String(rest)
    // scp-like: host:owner/name
    if let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/") {
      let tail = text[text.index(after: colon)...]
      if tail.first.map({ !$0.isNumber }) ?? false {
        text.replaceSubrange(colon...colon, with: "/")
      }
    }
    if text.hasPrefix("www.") { text.removeFirst(4) }
    while text.hasSuffix("/") { text.removeLast() }
    if text.hasSuffix(".git") { text.removeLast(4) }
    address = text
  }

  /// The last part of the path.
  var name: Substring { address.split(separator: "/").last ?? "" }
}
