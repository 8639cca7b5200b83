/// An error from working with vendored sources.
///
/// The text reads *where: what; remedy*. What verification finds is not an error but a `Finding`.
public struct VendorError: Error, Hashable, CustomStringConvertible {
  /// What kind of failure it is, for callers that act on it.
  public enum Code: Hashable, Sendable {
    /// A `vendor.lock` that cannot be trusted.
    case invalidLock
    /// A `.sums` list that cannot be trusted.
    case invalidList
    /// There is no lock, or nothing in it.
    case nothingToCheck
    /// No package of that name.
    case unknownPackage
    /// Invalid input from the user.
    case invalidArgument
    /// An archive, or one entry of it, that is refused.
    case refusedArchive
    /// Bytes that do not have the digest they must have.
    case digestMismatch
    /// A signature that is not good, or not by the key that it must be by.
    case signature
    /// A network or server failure.
    case network
    /// A server has nothing at that address.
    case notFound
    /// An external program failed.
    case program
    /// A patch that does not apply, or is not a patch.
    case patch
    /// Continuing would destroy something that is not pinned anywhere.
    case wouldLose
    /// A limit on untrusted input was exceeded.
    case limit
    /// Reading or writing failed.
    case inputOutput
    /// Something changed while it was being read.
    case changedMeanwhile
    /// Another process holds the lock.
    case busy
  }

  /// What kind of failure it is.
  public let code: Code
  /// The location: a file, `file:line`, a package, an address.
  public let location: String
  /// The problem; with the expected and actual values where there are two.
  public let problem: String
  /// The remedy, if there is one.
  public let remedy: String?

  /// An error with all its parts; texts have no full stop at the end.
  public init(_ code: Code, at location: String, _ problem: String, remedy: String? = nil) {
    self.code = code
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }

  /// The error for a download above the limit.
  static func downloadTooLarge(_ location: String, maxBytes: UInt64) -> VendorError {
    VendorError(
      .limit, at: location, "has more than \(maxBytes) bytes",
      remedy: "raise --max-download if that is expected")
  }

  /// `LOCATION: PROBLEM; REMEDY`.
  public var description: String {
    remedy.map { "\(location): \(problem); \($0)" } ?? "\(location): \(problem)"
  }
}
