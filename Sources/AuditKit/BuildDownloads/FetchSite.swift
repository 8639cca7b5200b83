/// A place in a build file that downloads something.
public struct FetchSite: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// What downloads: a program, a function, a section of a file.
  public let means: String
  /// What is downloaded, as written; nil if unknown.
  public let target: String?

  /// Creates a place from its parts.
  public init(line: Int, means: String, target: String?) {
    self.line = line
    self.means = means
    self.target = target
  }
}
