/// Options for fetching.
public struct FetchOptions: Sendable {
  /// Whether to use only the cache, mirrors and local paths.
  public var isOffline = false
  /// Whether `http:` and `git:` are allowed as well as `https:` and `ssh:`.
  public var allowsHTTP = false
  /// The maximum size of one download in bytes.
  public var maxDownloadBytes: UInt64 = 1 << 30

  /// The defaults: network allowed, encrypted addresses only, 1 GiB.
  public init() {}
}
