/// What fetching may do.
public struct FetchOptions: Sendable {
  /// Whether only cache and mirrors may be used, and paths on this machine.
  public var isOffline = false
  /// Whether `http:` and `git:` are allowed beside `https:` and `ssh:`.
  public var allowsHTTP = false
  /// The most bytes one download may have.
  public var maxDownloadBytes: UInt64 = 1 << 30

  /// The usual: network allowed, https only, 1 GiB.
  public init() {}
}
