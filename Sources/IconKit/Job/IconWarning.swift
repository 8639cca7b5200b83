/// A problem that does not stop a run.
public struct IconWarning: Equatable, Sendable {
  /// The file that it is about.
  public let location: String
  /// The problem: the end of a sentence that begins with the file.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  init(_ location: String, _ problem: String, remedy: String? = nil) {
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }
}
