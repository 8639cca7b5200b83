/// The command to run, already split into arguments.
public struct BuildCommand: Sendable {
  /// The program, by name or path, and its arguments; never empty.
  public var arguments: [String]
  /// Its environment variables.
  public var environment: BuildEnvironment
  /// The absolute path of the folder it starts in.
  public var directory: String

  /// Creates a command.
  ///
  /// - Precondition: `arguments` is not empty.
  public init(_ arguments: [String], environment: BuildEnvironment, directory: String) {
    precondition(!arguments.isEmpty, "a command has at least the program's name")
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// The paths at which the program may be, in the order in which they are tried. It is execvp's
  /// search, done here because it allocates memory, which must not happen between clone and exec.
  var candidates: [String] {
    let name = arguments[0]
    if name.utf8.contains(UInt8(ascii: "/")) { return [name] }
    let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
  }
}
