public import SafeFiles

/// Why an audit could not be made.
public struct AuditError: Error, Hashable, Sendable {
  /// The file, option or package that it is about.
  public let location: String
  /// What is wrong; expected and actual where there are two sides.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// A failure of its parts.
  public init(_ location: String, _ problem: String, remedy: String? = nil) {
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }

  /// A failure of the file system.
  public init(_ error: FileError) {
    self.init(error.location, error.problem, remedy: error.remedy)
  }
}
