/// A process of the build at the time of an attempt.
public struct BuildProgram: Hashable, Sendable {
  /// The short name that the kernel keeps, as `ps` shows it; empty if the process had ended.
  public let name: String
  /// Its process ID as the build itself sees it; 0 when unknown.
  public let pid: Int32
  /// The full path of its executable; nil when it could not be read.
  public let executable: String?
  /// Its arguments, at most 1000 bytes of them, separated by spaces.
  public let commandLine: String

  /// A process that could not be found.
  static let unknown = BuildProgram(name: "", pid: 0, executable: nil, commandLine: "")
}

extension BuildProgram: CustomStringConvertible {
  /// `curl (pid 12, /usr/bin/curl)`.
  public var description: String {
    if name.isEmpty { return "a program that had ended" }
    return "\(name) (pid \(pid)\(executable.map { ", \($0)" } ?? ""))"
  }
}
