import TextFormats

/// How long curl waits, and how often it tries again.
struct CurlPatience: Hashable, Sendable {
  /// How often curl itself tries again after an answer such as 503.
  var retries = 3
  var connectSeconds = 30
  /// A transfer below `stallBytes` per second for this many seconds has failed.
  var stallSeconds = 60
  var stallBytes = 1

  /// For a server that need not answer, because there is another one to ask.
  static let brief = CurlPatience(
    retries: 0, connectSeconds: 5, stallSeconds: 10, stallBytes: 1000)
}

/// The configuration passed to curl on standard input: addresses never appear in the arguments,
/// where they could be read as options and seen by every user of the machine.
struct CurlConfiguration {
  /// One thing to ask a server for.
  struct Transfer {
    /// What to ask for; paths are absolute.
    enum Action {
      /// To write a file, resuming where it ends if that is asked.
      case fetch(to: String, resumes: Bool)
      /// To say whether it is there.
      case ask
      /// To store a file.
      case store(from: String)
    }

    var url: String
    var action: Action
  }

  var transfers: [Transfer]
  var allowsHTTP: Bool
  var maxBytes: UInt64
  var patience = CurlPatience()
  /// Whether the logins in `~/.netrc` are used.
  var sendsLogin = true

  /// Arguments common to all transfers: ignore the user's configuration, run in parallel.
  static let arguments = ["--disable", "--parallel", "--parallel-max", "16", "--config", "-"]

  /// The text for curl's standard input.
  var text: String {
    let protocols = allowsHTTP ? "=http,https" : "=https"
    var options = CurlOptions()
    for (index, transfer) in transfers.enumerated() {
      if index > 0 { options.startNextTransfer() }
      options.set("url", to: transfer.url)
      switch transfer.action {
      case .fetch(let path, let resumes):
        options.set("output", to: path)
        if resumes { options.set("continue-at", to: "-") }
      case .ask:
        options.set("head")
        options.set("output", to: "/dev/null")
      case .store(let path):
        options.set("upload-file", to: path)
        options.set("output", to: "/dev/null")
      }
      options.set("write-out", to: CurlReport.format(index: index))
      // Brackets and braces stand for themselves.
      options.set("globoff")
      options.set("fail")
      options.set("location")
      options.set("max-redirs", to: "10")
      options.set("proto", to: protocols)
      options.set("proto-redir", to: protocols)
      options.set("proto-default", to: "https")
      options.set("max-filesize", to: String(min(maxBytes, UInt64(Int64.max))))
      options.set("retry", to: String(patience.retries))
      // A server that asks for a longer pause (Retry-After) is not waited for.
      options.set("retry-max-time", to: "120")
      options.set("connect-timeout", to: String(patience.connectSeconds))
      options.set("speed-limit", to: String(patience.stallBytes))
      options.set("speed-time", to: String(patience.stallSeconds))
      if sendsLogin { options.set("netrc-optional") }
      options.set("user-agent", to: "assetkit")
    }
    return options.text
  }
}
