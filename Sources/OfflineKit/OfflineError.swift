/// Why a build could not be run offline, or its copies could not be made or compared.
public struct OfflineError: Error, Equatable {
  /// What kind of failure it is.
  public enum Code: Sendable {
    /// The kernel, or a policy of this machine, forbids the sandbox.
    case sandboxForbidden
    /// The command does not exist or cannot be run.
    case commandNotStarted
    /// The folder is not in a git repository with a commit.
    case noRepository
    /// A path to compare is outside the copy.
    case nothingToCompare
    /// A signal ended the run.
    case interrupted
    /// A file or folder could not be read or written.
    case fileSystem
  }

  /// What kind of failure it is.
  public let code: Code
  /// Where it went wrong: a command, a path, `sandbox`.
  public let location: String
  /// What is wrong there.
  public let problem: String
  /// What to do about it, where something can be done.
  public let remedy: String?
  /// The signal behind `interrupted`.
  private(set) var signal: Int32?

  init(_ code: Code, _ location: String, _ problem: String, remedy: String? = nil) {
    self.code = code
    self.location = location
    self.problem = problem
    self.remedy = remedy
  }

  static func interrupted(by signal: Int32) -> OfflineError {
    var error = OfflineError(.interrupted, "offline", "ended by signal \(signal)")
    error.signal = signal
    return error
  }
}
