import TextFormats

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
