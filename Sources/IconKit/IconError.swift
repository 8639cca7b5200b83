/// A reason why icons could not be made: where, what, and what to do about it.
public struct IconError: Error, Equatable {
  /// The kinds of failure that a caller may want to tell apart.
  public enum Code: Sendable {
    /// The master cannot be opened or read.
    case unreadable
    /// The master is not a PNG file, or is damaged or truncated.
    case notPNG, damaged
    /// The master was written to while it was read.
    case changed
    /// The master is over a limit that protects this machine.
    case tooLarge
    /// The master is smaller than a size that was asked for.
    case tooSmall
    /// The master has no drawing.
    case blank
    /// The master is not square and no fit was chosen.
    case notSquare
    /// The options contradict each other or name something unknown.
    case options
    /// The outputs cannot be written.
    case unwritable
  }

  /// The kind of failure.
  public let code: Code
  /// The file or option where it went wrong.
  public let location: String
  /// What is wrong there.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?

  /// An error from its parts.
  public init(_ code: Code, _ location: String, _ problem: String, remedy: String? = nil) {
    self.code = code
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }
}

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
