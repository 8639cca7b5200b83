/// A sandbox without network access that records the network attempts of a build.
public struct Sandbox: Sendable {
  /// The environment that the build sees; nil keeps the caller's.
  public var variation: Variation?
  /// The descriptor that becomes the command's standard output.
  public var output: Int32

  /// Creates a sandbox; nothing happens before a command runs.
  public init(variation: Variation? = nil, output: Int32 = 1) {
    self.variation = variation
    self.output = output
  }

  /// Runs `command` to its end without network access and records its network attempts.
  ///
  /// Standard input and error are the caller's own. Signals that are sent to this process are
  /// passed on to the command; processes that it leaves running are killed. Blocks the calling
  /// thread.
  ///
  /// - Throws: `OfflineError` when the sandbox cannot be set up or the command cannot be started.
  public func run(_ command: BuildCommand) throws(OfflineError) -> Outcome {
    var command = command
    variation?.apply(to: &command.environment)
    var notes: [String] = []
    let proxies = command.environment.removeProxies()
    if !proxies.isEmpty {
      notes.append("removed from the environment: \(proxies.joined(separator: ", "))")
    }
    #if os(Linux)
    return try LinuxRun(command, variation: variation, output: output, notes: notes).outcome()
    #else
    return try DarwinRun(command, variation: variation, output: output, notes: notes).outcome()
    #endif
  }
}
