/// What went wrong with a project's files, where, and what to do about it.
public struct ProjectError: Error, Hashable, Sendable {
  /// Where: a file or an option.
  public let location: String
  /// What is wrong there.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// Creates an error from its parts.
  public init(_ location: String, _ problem: String, remedy: String? = nil) {
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }
}
