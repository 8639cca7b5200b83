/// Why something about vendored sources could not be done.
///
/// The text reads *where: what; remedy*. What verification finds is no error but a ``Finding``.
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
    /// Input from a person that makes no sense here.
    case invalidArgument
    /// An archive, or one entry of it, that is refused.
    case refusedArchive
    /// Bytes that do not have the digest they must have.
    case digestMismatch
    /// The network, or who is behind it, did not deliver.
    case network
    /// A program that was asked for help failed.
    case program
    /// A patch that does not fit, or is none.
    case patch
    /// Going on would destroy something that is not pinned anywhere.
    case wouldLose
    /// A limit on untrusted input was passed.
    case limit
    /// Reading or writing failed.
    case inputOutput
    /// Something changed while it was being read.
    case changedMeanwhile
    /// Someone else is at work.
    case busy
  }

  /// What kind of failure it is.
  public let code: Code
  /// Where it went wrong: a file, `file:line`, a package, an address.
  public let location: String
  /// What is wrong there; expected and actual where there are two sides.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// An error with all its parts; texts have no full stop at the end.
  public init(_ code: Code, at location: String, _ problem: String, remedy: String? = nil) {
    self.code = code
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }

  /// `LOCATION: PROBLEM; REMEDY`.
  public var description: String {
    remedy.map { "\(location): \(problem); \($0)" } ?? "\(location): \(problem)"
  }
}
