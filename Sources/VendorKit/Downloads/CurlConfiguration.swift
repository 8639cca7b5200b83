/// What curl is told on its standard input: addresses never stand among the arguments, where they
/// could be taken for options and every user of the machine could read them.
struct CurlConfiguration {
  /// One thing to fetch.
  struct Transfer {
    var url: String
    /// The file to write, absolute.
    var output: String
    /// Whether to go on where that file ends.
    var resumes: Bool
  }

  var transfers: [Transfer]
  var allowsHTTP: Bool
  var maxBytes: UInt64
  var retries: Int
  /// A transfer that gets less than a byte a second for so long has failed.
  var stallSeconds: Int

  /// Arguments that are the same for all transfers: no user's configuration, all side by side.
  static let arguments = ["--disable", "--parallel", "--parallel-max", "16", "--config", "-"]

  /// The text for curl's standard input.
  var text: String {
    let protocols = allowsHTTP ? "=http,https" : "=https"
    return transfers.enumerated().map { index, transfer in
      let settings: [(String, String?)] = [
        ("url", transfer.url), ("output", transfer.output),
        ("write-out", CurlReport.format(index: index)),
        // Brackets and braces stand for themselves.
        ("globoff", nil), ("fail", nil), ("location", nil), ("max-redirs", "10"),
        ("proto", protocols), ("proto-redir", protocols), ("proto-default", "https"),
        ("max-filesize", String(maxBytes)), ("retry", String(retries)), ("connect-timeout", "30"),
        ("speed-limit", "1"), ("speed-time", String(stallSeconds)), ("netrc-optional", nil),
        ("user-agent", "assetkit"),
      ]
      let resume: [(String, String?)] = transfer.resumes ? [("continue-at", "-")] : []
      return (settings + resume).map { name, value in
        value.map { "\(name) = \(Self.quoted($0))\n" } ?? "\(name)\n"
      }.joined()
    }.joined(separator: "next\n")
  }

  /// A value as curl(1), "--config", wants it quoted.
  static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Checks an address before anything is asked.
  ///
  /// - Throws: `VendorError` with `invalidArgument`.
  static func check(url: String, allowsHTTP: Bool) throws(VendorError) {
    func refused(_ why: String, _ remedy: String? = nil) -> VendorError {
      VendorError(.invalidArgument, at: url, why, remedy: remedy)
    }
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), url.utf8.count <= 8192 else {
      throw refused("is no address", "write other characters than plain ASCII as %XX")
    }
    let lowered = url.lowercased()
    let isHTTP = lowered.hasPrefix("http://")
    guard isHTTP || lowered.hasPrefix("https://") else {
      throw refused("is neither an https nor an http address")
    }
    guard !isHTTP || allowsHTTP else {
      throw refused("is not encrypted", "use https, or give --allow-http")
    }
    let host = url.dropFirst(isHTTP ? 7 : 8).prefix { !"/?#".contains($0) }
    guard !host.isEmpty else { throw refused("names no host") }
    guard !host.contains("@") else {
      throw refused("holds a user name or password", "keep those in ~/.netrc")
    }
  }
}
