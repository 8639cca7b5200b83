public import SafeFiles

/// Why an audit failed.
public struct AuditError: Error, Hashable, Sendable {
  /// The file, option or package that it concerns.
  public let location: String
  /// What is wrong, with what was expected and found.
  public let problem: String
  /// What to do about it, if anything can be done.
  public let remedy: String?

  /// Creates an error from its parts.
  public init(_ location: String, _ problem: String, remedy: String? = nil) {
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }

  /// Creates an error from a file system error.
  public init(_ error: FileError) {
    self.init(error.location, error.problem, remedy: error.remedy)
  }
}
