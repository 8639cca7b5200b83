import TextFormats

/// The configuration passed to curl on standard input: addresses never appear in the arguments,
/// where they could be read as options and seen by every user of the machine.
struct CurlConfiguration {
  /// One thing to fetch.
  struct Transfer {
    var url: String
    /// The file to write, absolute.
    var output: String
    /// Whether to resume where that file ends.
    var resumes: Bool
  }

  var transfers: [Transfer]
  var allowsHTTP: Bool
  var maxBytes: UInt64
  var retries: Int
  /// A transfer below one byte per second for this many seconds has failed.
  var stallSeconds: Int

  /// Arguments common to all transfers: ignore the user's configuration, run in parallel.
  static let arguments = ["--disable", "--parallel", "--parallel-max", "16", "--config", "-"]

  /// The text for curl's standard input.
  var text: String {
    let protocols = allowsHTTP ? "=http,https" : "=https"
    var options = CurlOptions()
    for (index, transfer) in transfers.enumerated() {
      if index > 0 { options.startNextTransfer() }
      options.set("url", to: transfer.url)
      options.set("output", to: transfer.output)
      options.set("write-out", to: CurlReport.format(index: index))
      // Brackets and braces stand for themselves.
      options.set("globoff")
      options.set("fail")
      options.set("location")
      options.set("max-redirs", to: "10")
      options.set("proto", to: protocols)
      options.set("proto-redir", to: protocols)
      options.set("proto-default", to: "https")
      options.set("max-filesize", to: String(maxBytes))
      options.set("retry", to: String(retries))
      // A server that asks for a longer pause (Retry-After) is not waited for.
      options.set("retry-max-time", to: "120")
      options.set("connect-timeout", to: "30")
      options.set("speed-limit", to: "1")
      options.set("speed-time", to: String(stallSeconds))
      options.set("netrc-optional")
      options.set("user-agent", to: "assetkit")
      if transfer.resumes { options.set("continue-at", to: "-") }
    }
    return options.text
  }
}
