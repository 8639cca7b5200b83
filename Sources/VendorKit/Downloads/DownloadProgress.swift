/// The progress of one run's downloads.
public struct DownloadProgress: Hashable, Sendable {
  /// A callback that receives the progress a few times a second.
  public typealias Handler = @Sendable (DownloadProgress) -> Void

  /// Addresses that are finished, successful or not.
  public var finished: Int
  /// Addresses that were requested.
  public var total: Int
  /// Bytes that have arrived, of all addresses together.
  public var receivedBytes: UInt64
  /// How much of the known sizes has arrived, 0 to 100; nil when no size is known.
  public var percent: Int?

  /// A state of the downloads.
  public init(finished: Int, total: Int, receivedBytes: UInt64, percent: Int? = nil) {
    self.finished = finished
    self.total = total
    self.receivedBytes = receivedBytes
    self.percent = percent
  }
}
