/// The limits on a source, and whether symbolic links are allowed.
public struct StagingPolicy: Hashable, Sendable {
  /// The maximum number of entries, metadata headers included; 100,000 by default.
  public var maxFiles: Int
  /// The maximum unpacked bytes, headers included; nil means the larger of 512 MiB and 20 times the
  /// archive.
  public var maxBytes: UInt64?
  /// Whether symbolic links that stay inside the package are allowed.
  public var allowsSymbolicLinks: Bool

  /// The policy with these limits.
  public init(
    maxFiles: Int = 100_000, maxBytes: UInt64? = nil, allowsSymbolicLinks: Bool = false
  ) {
    self.maxFiles = maxFiles
    self.maxBytes = maxBytes
    self.allowsSymbolicLinks = allowsSymbolicLinks
  }

  /// The limit on unpacked bytes for an archive of `archiveBytes`.
  func limitBytes(forArchiveOf archiveBytes: UInt64) -> UInt64 {
    maxBytes ?? max(512 << 20, archiveBytes.multipliedReportingOverflow(by: 20).partialValue)
  }

  /// The refusal of a source that unpacks to more than `limit`.
  static func tooLarge(_ entry: [UInt8]? = nil, limit: UInt64) -> Refusal {
    Refusal(
      entry, "unpacks to more than \(limit) bytes", remedy: "raise --max-bytes if that is expected")
  }

  /// The refusal of a source with more entries than allowed.
  var tooMany: Refusal {
    Refusal("has more than \(maxFiles) entries", remedy: "raise --max-files if that is expected")
  }
}
