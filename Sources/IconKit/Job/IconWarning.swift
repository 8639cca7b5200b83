/// What somebody should know of a run that goes on all the same.
public struct IconWarning: Equatable, Sendable {
  /// The file that it is about.
  public let location: String
  /// What is to be said of it: the end of a sentence that begins with the file.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  init(_ location: String, _ problem: String, remedy: String? = nil) {
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }
}
