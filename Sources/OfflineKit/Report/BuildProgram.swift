/// A process of the build, as it was when it was looked at.
public struct BuildProgram: Hashable, Sendable {
  /// The short name that the kernel keeps, as `ps` shows it; empty when the process had gone.
  public let name: String
  /// Its number as the build itself sees it; 0 when unknown.
  public let pid: Int32
  /// The full path of what it runs; nil when it could not be read.
  public let executable: String?
  /// Its arguments, at most 1000 bytes of them, separated by spaces.
  public let commandLine: String

  /// Nobody could be found any more.
  static let unknown = BuildProgram(name: "", pid: 0, executable: nil, commandLine: "")
}

extension BuildProgram: CustomStringConvertible {
  /// `curl (pid 12, /usr/bin/curl)`.
  public var description: String {
    if name.isEmpty { return "a program that had ended" }
    return "\(name) (pid \(pid)\(executable.map { ", \($0)" } ?? ""))"
  }
}
