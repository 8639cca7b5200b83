import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Builds two fresh copies of HEAD in different environments and compares the results.
///
/// What differs between the two is ``VariedProperty``, and the clock by at least two seconds;
/// ``ComparisonOutcome/variations`` says what did in fact. What does not: the processor, the kernel
/// itself and the programs installed.
public struct BuildComparison {
  /// The build command; its folder is one inside the repository.
  public let command: BuildCommand
  /// Files and folders to compare, below that folder.
  private let comparedPaths: [ComparedPath]
  /// Whether the builds get an empty home folder.
  public let home: HomeFolder
  /// What the two builds differ in.
  public var varied = Set(VariedProperty.allCases)
  /// Whether to find out by further builds which variation each difference depends on.
  public var findsCause = false
  /// The absolute path of a file in which diffoscope shows the differences; nil for none.
  public var diffoscopeReport: String?
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
    let diffoscope = try diffoscopeReport.map { path throws(OfflineError) in
      try Diffoscope(writing: path, environment: command.environment)
    }
    let repository = try SourceRepository(
      around: command.directory, environment: command.environment)
    outcome.head = repository.head
    outcome.notes += repository.notes
    if home == .empty { outcome.notes += HomeTools(command.environment).notes }
    let folder: WorkFolder
    if let keptFolder {
      folder = try WorkFolder(keptAt: keptFolder)
    } else {
      folder = try WorkFolder()
    }
    let plan = try VariationPlan(
      varying: varied, home: home, commitTime: repository.commitTime, in: folder,
      environment: command.environment)
    let copies = MadeCopies(in: folder)
    defer { copies.putBack(["first", "second"]) }
    let run = Run(
      repository: repository, folder: folder, copies: copies, plan: plan, signals: signals)
    var made: [Made] = []
    var sites: [BuildSite] = []
    for (label, varied) in [("first", []), ("second", plan.varied)] {
      // Not earlier: it makes the folders of the build.
      let site = try plan.site(varying: varied)
      sites.append(site)
      var result = try build(site, run, after: made.last, outcome) { place in
        progress("\(label) build, in \(place)")
      }
      result.place = try copies.setAside(result.place, as: label)
      made.append(result)
      outcome.builds.append(result.outcome)
      if let signal = result.outcome.interruption { throw OfflineError.interrupted(by: signal) }
      guard result.outcome.ending == .exited(0) else { break }
    }
    guard made.count == 2 else { return }
    outcome.variations = plan.report(
      (sites[0], sites[1]), seen: (made[0].outcome.observation, made[1].outcome.observation),
      starts: (made[0].seconds.lowerBound, made[1].seconds.lowerBound))
    let isBuilt = made[1].outcome.ending == .exited(0)
    if isBuilt {
      try compare(made, signals: signals, into: &outcome)
      nameCauses(made, (sites[0], sites[1]), run, in: &outcome)
      let paths = outcome.differences.filter { !$0.isNothing }.map(\.path)
      if let diffoscope, !paths.isEmpty {
        progress("diffoscope writes \(diffoscope.report)")
        let note = try diffoscope.compare(
          paths, first: made[0].place, second: made[1].place, in: folder)
        outcome.notes += note.map { [$0] } ?? []
      }
    }
    if findsCause, !outcome.isIdentical || !isBuilt, !outcome.isPathMissing {
      try findCauses(made, run, in: &outcome, progress)
    }
  }

  /// What all builds of one comparison share.
  struct Run {
    let repository: SourceRepository
    let folder: WorkFolder
    let copies: MadeCopies
    let plan: VariationPlan
    let signals: Int32
  }

  /// One build that has ended.
  struct Made {
    /// Where the folder is that the command ran in.
    var place: String
    let snapshot: TreeSnapshot
    let outcome: Outcome
    /// When it ran, in whole seconds since 1970.
    let seconds: ClosedRange<Int>
    let start: ContinuousClock.Instant
  }

  /// Makes a copy at `site` and builds it, at least two seconds after the one before began.
  func build(
    _ site: BuildSite, _ run: Run, after last: Made?, _ known: ComparisonOutcome,
    _ begins: (String) -> Void
  ) throws(OfflineError) -> Made {
    try site.makeCopy(of: run.repository, in: run.folder)
    if let last { try Self.wait(until: last.start + .seconds(2), signals: run.signals) }
    begins(site.copy)
    let prefix = run.repository.prefix.dropLast()
    let place = prefix.isEmpty ? site.copy : "\(site.copy)/\(prefix)"
    let snapshot = TreeSnapshot(of: place)

    var command = command
    SourceRepository.forgetRepository(in: &command.environment)
    command.directory = place
    command.environment["PWD"] = place
    command.environment["OLDPWD"] = nil
    var sandbox = sandbox
    sandbox.variation = site.variation
    if let observer {
      sandbox.observer = { build in
        var known = known
        known.builds.append(build)
        observer(known)
      }
    }
    let (start, began) = (ContinuousClock.now, time(nil))
    let outcome = try sandbox.run(command)
    return Made(
      place: place, snapshot: snapshot, outcome: outcome,
      seconds: Int(began)...max(Int(began), Int(time(nil))), start: start)
  }

  private func compare(
    _ made: [Made], signals: Int32, into outcome: inout ComparisonOutcome
  ) throws(OfflineError) {
    let places = made.map(\.place)
    var comparison = TreeComparison(
      isUntouched: { path in made.allSatisfy { $0.snapshot.isUntouched(path, in: $0.place) } },
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
