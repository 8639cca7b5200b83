import SafeFiles

/// curl's report on one finished transfer.
struct CurlReport: Hashable {
  /// Which transfer, counted from 0.
  var index: Int
  /// curl's exit code for it; 0 is success.
  var exitCode: Int
  /// The last answer's status; 0 when there was none.
  var httpStatus: Int
  var redirects: Int
  /// The final address, after redirects.
  var finalURL: String
  var message: String

  /// The text for curl's `write-out`: one line, tabs between the fields.
  static func format(index: Int) -> String {
    "\(index)\t%{exitcode}\t%{http_code}\t%{num_redirects}\t%{url_effective}\t%{errormsg}\n"
  }

  /// Parses one line; nil when it is not such a report.
  init?(_ line: some StringProtocol) {
    let fields = line.split(separator: "\t", maxSplits: 5, omittingEmptySubsequences: false)
    guard fields.count == 6, let index = Int(fields[0]), let exitCode = Int(fields[1]),
      let httpStatus = Int(fields[2]), let redirects = Int(fields[3])
    else { return nil }
    self.index = index
    self.exitCode = exitCode
    self.httpStatus = httpStatus
    self.redirects = redirects
    self.finalURL = Printable.text(of: Array(fields[4].utf8.prefix(1000)))
    self.message = Printable.text(of: Array(fields[5].utf8.prefix(400)))
  }

  /// Whether a retry that resumes the transfer may succeed: after a lost connection, an empty
  /// answer, a stall, a reset.
  var isTransient: Bool { [18, 28, 52, 55, 56, 92, 95].contains(exitCode) }

  /// Whether the server could not continue in the middle of the file.
  var cannotResume: Bool { [33, 36].contains(exitCode) || httpStatus == 416 }

  /// The error to report.
  func error(for url: String, maxBytes: UInt64) -> VendorError {
    let location = redirects > 0 && finalURL != url ? "\(url) (redirected to \(finalURL))" : url
    switch exitCode {
    case 22:
      return VendorError(.network, at: location, "the server answered with status \(httpStatus)")
    case 1 where redirects > 0 || httpStatus / 100 == 3:
      return VendorError(
        .network, at: location, "is redirected to an address that is not encrypted",
        remedy: "give --allow-http if you trust the network")
    case 63: return Self.tooLarge(location, maxBytes: maxBytes)
    case 18: return VendorError(.network, at: location, "was interrupted: \(message)")
    default:
      return VendorError(
        .network, at: location, "cannot be fetched: \(message) (curl's code \(exitCode))")
    }
  }

  /// The error for a download above the limit.
  static func tooLarge(_ location: String, maxBytes: UInt64) -> VendorError {
    VendorError(
      .limit, at: location, "has more than \(maxBytes) bytes",
      remedy: "raise --max-download if that is expected")
  }
}

/// Parses curl's progress meter for parallel transfers.
///
/// A line is `DL% UL% Dled Uled Xfers Live Total Current Left Speed`, each ended by a carriage
/// return. The values are only displayed; nothing depends on them.
struct CurlMeter {
  /// How much of the known sizes has arrived; nil when curl knows no size.
  private(set) var percent: Int?
  /// Transfers that have ended.
  private(set) var finished = 0
  private var line: [UInt8] = []

  /// Reads the next piece.
  ///
  /// - Returns: whether a line of the meter was completed.
  mutating func consume(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isTick = false
    for byte in bytes {
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        if readLine() { isTick = true }
        line.removeAll(keepingCapacity: true)
      } else if line.count < 512 {
        line.append(byte)
      }
    }
    return isTick
  }

  private mutating func readLine() -> Bool {
    let fields = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count >= 6, let total = Int(fields[4]), let live = Int(fields[5]) else {
      return false
    }
    percent = Int(fields[0])
    finished = max(0, total - live)
    return true
  }
}
