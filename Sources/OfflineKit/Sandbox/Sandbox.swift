import CSandbox

/// A sandbox without network access that records the network attempts of a build.
public struct Sandbox: Sendable {
  /// The environment that the build sees; nil keeps the caller's.
  public var variation: Variation?
  /// The descriptor that becomes the command's standard output.
  public var output: Int32
  /// Whether the first network attempt ends the command, which then gets no answer to it.
  public var endsAtFirstAttempt = false
  /// Whether names have made-up addresses and connections to the outside are accepted, so that the
  /// build says which URLs it wants; they are reset once it has.
  public var showsURLs = false
  /// Whether to do without namespaces, for machines that forbid them: weaker, see
  /// ``Outcome/limits``. It takes no ``variation`` and shows no URLs.
  public var isPlain = false
  /// Receives what is known so far: before the command begins and soon after each attempt, at most
  /// ten times a second and less often where that takes long. Called on the thread of the run.
  public var observer: (@Sendable (Outcome) -> Void)?

  /// Unix sockets of the outside that the build may use; every other is refused.
  public var allowedSockets: [AllowedSocket]

  /// Creates a sandbox; nothing happens before a command runs.
  public init(
    variation: Variation? = nil, output: Int32 = 1, allowedSockets: [AllowedSocket] = []
  ) {
    self.variation = variation
    self.allowedSockets = allowedSockets
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
    for socket in allowedSockets {
      notes.append("the build could use \(socket.path), of a process outside (--allow-socket)")
    }
    #if os(Linux)
    let limits = isPlain ? PlainRun.limits(landlock: csandbox_landlock_version()) : []
    #else
    let limits: [String] = []
    #endif
    observer?(.unbegun(notes: notes, limits: limits))
    #if os(Linux)
    if showsURLs {
      notes.append(
        "names were given made-up addresses and connections were accepted and reset, to report URLs"
      )
    }
    let record = RunRecord(
      notes: notes, endsAtFirstAttempt: endsAtFirstAttempt, observer: observer)
    if isPlain {
      precondition(variation == nil && !showsURLs, "what only namespaces can do")
      return try PlainRun(command, allowed: allowedSockets, output: output, record: record)
        .outcome()
    }
    return try LinuxRun(
      command, variation: variation, allowed: allowedSockets, output: output, record: record,
      showsURLs: showsURLs
    ).outcome()
    #else
    if isPlain {
      throw OfflineError(
        .sandboxForbidden, "--without-namespaces", "is for Linux",
        remedy: "leave it out: on macOS there are no namespaces to do without")
    }
    if showsURLs { notes.append("on macOS the URLs of network attempts are not reported") }
    if endsAtFirstAttempt {
      notes.append("on macOS the command is not ended at its first network attempt")
    }
    return try DarwinRun(command, variation: variation, output: output, notes: notes).outcome()
    #endif
  }
}
