import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Builds two fresh copies of HEAD in different environments and compares the results.
///
/// What differs between the two: the path and its length, the user's name, ID and home, the
/// host name, the time zone by 26 hours (so that local date and time of day always differ),
/// the clock by at least two seconds, the locale, the umask, and the order in which folders list
/// their entries where the file system keeps one. What does not: the processor, the kernel, the
/// programs installed, and the date in UTC.
public struct BuildComparison {
  /// The build command; its folder is one inside the repository.
  public let command: BuildCommand
  /// Files and folders to compare, below that folder.
  private let comparedPaths: [ComparedPath]
  /// Whether the builds get an empty home folder.
  public let home: HomeFolder
  /// Where the copies are made and kept; nil for a temporary folder that is removed.
  public let keptFolder: String?
  /// The sandbox of both builds, which each get a variation of their own.
  public var sandbox: Sandbox
  /// Receives what is known so far, as ``Sandbox/observer`` does for one build.
  public var observer: (@Sendable (ComparisonOutcome) -> Void)?
  /// Receives the first build's folder and the files in it that were compared, before it is removed.
  public var inspect: ((_ folder: String, _ files: [String]) -> Void)?

  /// A comparison of two builds; nothing happens before ``run(progress:)``.
  ///
  /// - Throws: `OfflineError` when a path is absolute or leads out of the folder.
  public init(
    _ command: BuildCommand, comparing paths: [String], home: HomeFolder = .empty,
    keptFolder: String? = nil, output: Int32 = 1
  ) throws(OfflineError) {
    self.command = command
    var compared: [ComparedPath] = []
    for path in paths { compared.append(try ComparedPath(path)) }
    comparedPaths = compared
    self.home = home
    self.keptFolder = keptFolder
    sandbox = Sandbox(output: output)
  }

  /// Makes and builds one copy after the other, then compares the results.
  ///
  /// - Parameter progress: called with one line as each build begins.
  public func run(progress: (String) -> Void) throws(OfflineError) -> ComparisonOutcome {
    // Signals are watched throughout, so an interruption at any point removes the copies.
    let signals = csandbox_watch_signals()
    defer { csandbox_unwatch_signals() }
    var outcome = ComparisonOutcome()
    observer?(outcome)
    do {
      try run(&outcome, signals: signals, progress)
    } catch let error where error.code == .interrupted {
      outcome.interruption = error.signal
    }
    return outcome
  }

  private func run(
    _ outcome: inout ComparisonOutcome, signals: Int32, _ progress: (String) -> Void
  ) throws(OfflineError) {
    let repository = try SourceRepository(
      around: command.directory, environment: command.environment)
    outcome.head = repository.head
    if repository.uncommittedCount > 0 {
      let count = repository.uncommittedCount
      outcome.notes.append(
        "\(count) uncommitted \(count == 1 ? "change is" : "changes are") not in the copies: "
          + "the builds are of commit \(repository.head.prefix(12))")
    }
    if repository.hasSubmodules {
      outcome.notes.append("submodules are not checked out in the copies")
    }
    let folder: WorkFolder
    if let keptFolder {
      folder = try WorkFolder(keptAt: keptFolder)
    } else {
      folder = try WorkFolder()
    }

    var places: [String] = []
    var snapshots: [TreeSnapshot] = []
    var start: ContinuousClock.Instant?
    for side in [Side.first, .second] {
      let copy = try side.copy(repository, in: folder)
      if let start { try Self.wait(until: start + .seconds(2), signals: signals) }
      start = .now
      progress("\(side.label) build, in \(copy)")
      let place = repository.prefix.isEmpty ? copy : "\(copy)/\(repository.prefix.dropLast())"
      places.append(place)
      snapshots.append(TreeSnapshot(of: place))
      let build = try build(side, in: place, folder, after: outcome)
      outcome.builds.append(build)
      if let signal = build.interruption { throw OfflineError.interrupted(by: signal) }
      guard build.ending == .exited(0) else { return }
    }
    try compare(places, snapshots, signals: signals, into: &outcome)
  }

  private func build(
    _ side: Side, in directory: String, _ folder: WorkFolder, after known: ComparisonOutcome
  ) throws(OfflineError) -> Outcome {
    var command = command
    SourceRepository.forgetRepository(in: &command.environment)
    command.directory = directory
    command.environment["PWD"] = directory
    command.environment["OLDPWD"] = nil
    var variation = side.variation(home: try folder.makeFolder(side.homeName))
    if home == .kept { variation.account = variation.account?.keepingHome(of: command.environment) }
    var sandbox = sandbox
    sandbox.variation = variation
    if let observer {
      sandbox.observer = { build in
        var known = known
        known.builds.append(build)
        observer(known)
      }
    }
    return try sandbox.run(command)
  }

  private func compare(
    _ places: [String], _ snapshots: [TreeSnapshot], signals: Int32,
    into outcome: inout ComparisonOutcome
  ) throws(OfflineError) {
    var comparison = TreeComparison(
      isUntouched: { path in snapshots.allSatisfy { $0.isUntouched(path) } },
      shouldStop: { Self.signal(waitingIn: signals, for: .zero) != nil })
    var done: Set<String> = []
    for compared in comparedPaths {
      let paths = compared.paths(in: places[0]).union(compared.paths(in: places[1]))
      guard
        paths.contains(where: { path in places.contains { FileSystem.exists("\($0)/\(path)") } })
      else {
        comparison.add(compared.text, .inNeither(present: compared.surroundings(in: places)))
        continue
      }
      let before = (
        comparison.fileCount, comparison.untouchedCount, comparison.differenceCount
      )
      // An entry inside a folder that was compared is not compared again.
      let rest = paths.filter { path in !done.contains { path == $0 || path.hasPrefix("\($0)/") } }
      for path in rest.sorted() {
        try comparison.compare(path, first: places[0], second: places[1])
      }
      done.formUnion(rest)
      if !rest.isEmpty, comparison.fileCount == before.0, comparison.differenceCount == before.2 {
        comparison.add(
          compared.text, comparison.untouchedCount > before.1 ? .untouched : .empty)
      }
    }
    if comparison.untouchedCount > 0, comparison.fileCount > 0 {
      let count = comparison.untouchedCount
      outcome.notes.append(
        "\(count) of the files to compare \(count == 1 ? "was" : "were") there before the build, "
          + "and neither build has written \(count == 1 ? "it" : "them")")
    }
    outcome.isCompared = true
    outcome.fileCount = comparison.fileCount
    outcome.differences = comparison.differences
    outcome.differenceCount = comparison.differenceCount
    inspect?(places[0], comparison.files)
  }

  // MARK: - Time

  private static func wait(
    until instant: ContinuousClock.Instant, signals: Int32
  ) throws(OfflineError) {
    let rest = ContinuousClock.now.duration(to: instant)
    if rest > .zero, let signal = signal(waitingIn: signals, for: rest) {
      throw OfflineError.interrupted(by: signal)
    }
  }

  /// The signal that arrived within `time`, if any.
  private static func signal(waitingIn signals: Int32, for time: Duration) -> Int32? {
    let milliseconds =
      time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    var polled = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(milliseconds + (time > .zero ? 1 : 0))) > 0 else { return nil }
    var signal = csandbox_signal()
    let size = MemoryLayout<csandbox_signal>.size
    guard read(signals, &signal, size) == size else { return nil }
    return Int32(signal.number)
  }
}
