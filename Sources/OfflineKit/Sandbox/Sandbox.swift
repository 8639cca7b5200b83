/// A place without a network in which a build can be watched.
public struct Sandbox: Sendable {
  /// Who and where the build believes it is; nil leaves all of that as it is.
  public var variation: Variation?
  /// The descriptor that becomes the command's standard output.
  public var output: Int32

  /// Creates a sandbox; nothing happens before a command runs.
  public init(variation: Variation? = nil, output: Int32 = 1) {
    self.variation = variation
    self.output = output
  }

  /// Runs `command` to its end with no network and notes everything that it asks of one.
  ///
  /// Standard input, output and error are the caller's own. Signals that are sent to this process
  /// go on to the command; whatever it leaves running ends with it. Blocks the calling thread.
  ///
  /// - Throws: `OfflineError` when the sandbox cannot be made or the command not be started.
  public func run(_ command: BuildCommand) throws(OfflineError) -> Outcome {
    var command = command
    variation?.apply(to: &command.environment)
    var notes: [String] = []
    let proxies = command.environment.removeProxies()
    if !proxies.isEmpty {
      notes.append("the build ran without \(proxies.joined(separator: ", "))")
    }
    #if os(Linux)
    return try LinuxRun(command, variation: variation, output: output, notes: notes).outcome()
    #else
    return try DarwinRun(command, variation: variation, output: output, notes: notes).outcome()
    #endif
  }
}
