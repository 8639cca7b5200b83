/// A place where a build would ask another machine for something.
public struct FetchSite: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// What fetches: a program, a function, a section of a file.
  public let means: String
  /// What is fetched, as written, where that can be told.
  public let target: String?

  /// A place from its parts.
  public init(line: Int, means: String, target: String?) {
    self.line = line
    self.means = means
    self.target = target
  }
}
