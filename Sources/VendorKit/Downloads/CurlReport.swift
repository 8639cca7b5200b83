import SafeFiles

/// curl's report on one finished transfer.
struct CurlReport: Hashable {
  /// Which transfer, counted from 0.
  var index: Int
  /// curl's exit code for it; 0 is success. nil from curl before 7.75, which does not say it.
  var exitCode: Int?
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
    guard fields.count == 6, let index = Int(fields[0]), let httpStatus = Int(fields[2]),
      let redirects = Int(fields[3])
    else { return nil }
    self.index = index
    self.exitCode = Int(fields[1])
    self.httpStatus = httpStatus
    self.redirects = redirects
    self.finalURL = Printable.text(of: Array(fields[4].utf8.prefix(1000)))
    self.message = Printable.text(of: Array(fields[5].utf8.prefix(400)))
  }

  /// Whether a retry that resumes the transfer may succeed: after a lost connection, an empty
  /// answer, a stall, a reset.
  var isTransient: Bool { exitCode.map([18, 28, 52, 55, 56, 92, 95].contains) == true }

  /// Whether the server could not continue in the middle of the file.
  var cannotResume: Bool { exitCode == 33 || exitCode == 36 || httpStatus == 416 }

  /// Whether a write failed: the disk is full, or the file has reached its limit.
  var cannotWrite: Bool { exitCode == 23 }

  /// What people need not look up (RFC 9110, section 15; RFC 4918, section 11.5).
  private static let meanings = [
    401: " (it wants a login)", 403: " (forbidden)", 404: " (not found)",
    405: " (the method is not allowed)", 507: " (its storage is full)",
  ]

  /// The error to report.
  func error(for url: String, maxBytes: UInt64) -> VendorError {
    let location = redirects > 0 && finalURL != url ? "\(url) (redirected to \(finalURL))" : url
    switch exitCode {
    case 22:
      return VendorError(
        [404, 410].contains(httpStatus) ? .notFound : .network, at: location,
        "the server answered with status \(httpStatus)" + (Self.meanings[httpStatus] ?? ""),
        remedy: [401, 403].contains(httpStatus) ? "put its login into ~/.netrc" : nil)
    case 1 where redirects > 0 || httpStatus / 100 == 3:
      return VendorError(
        .network, at: location, "is redirected to an address that is not encrypted",
        remedy: "give --allow-http if you trust the network")
    case 63: return .downloadTooLarge(location, maxBytes: maxBytes)
    case 18: return VendorError(.network, at: location, "was interrupted: \(message)")
    default:
      return VendorError(
        .network, at: location,
        "cannot be fetched: \(message.isEmpty ? "" : "\(message), ")curl's exit code is "
          + (exitCode.map(String.init) ?? "unknown"))
    }
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
  /// What has arrived, rounded down to three or four digits.
  private(set) var receivedBytes: UInt64 = 0
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
    receivedBytes = Self.bytes(fields[2]) ?? receivedBytes
    finished = max(0, total - live)
    return true
  }

  /// `12345`, `794M`, `1.5G`: powers of 1024, as curl's meter writes them; nil for anything else.
  private static func bytes(_ text: String) -> UInt64? {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard let value = Double(digits) else { return nil }
    guard let unit = text.dropFirst(digits.count).first else { return UInt64(value) }
    guard let power = "kMGTP".firstIndex(of: unit) else { return nil }
    let factor = "kMGTP".distance(from: "kMGTP".startIndex, to: power) + 1
    return UInt64(value * Double(UInt64(1) << (10 * UInt64(factor))))
  }
}
