import ArgumentParser
import Findings
import OfflineKit
import SafeFiles
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `assetkit offline`: runs a build without network access and reports whether it tried to use it.
struct Offline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offline",
    abstract: "Run a build without network access and report whether it tried to use it.",
    usage: """
      assetkit offline [--fail-fast] [--pass-status] [--json] [--report <file>] … -- COMMAND…
      assetkit offline --twice --compare <path>… [--keep <dir>] [--json] … -- COMMAND…
      assetkit offline [--twice] …     (the command and the paths of [build] in assetkit.toml)
      """,
    discussion: """
      COMMAND runs in its own user and network namespace, with only a loopback interface. Every \
      name it looks up and every address it tries to reach is reported, with the program, its \
      process ID and the time. Sockets between programs of the build, and servers that the build \
      starts on the loopback, are not reported. Unix sockets of processes outside are refused and \
      count, except those of --allow-socket. Processes that it leaves running are killed.

      Exit status: 0 the build succeeded without a network attempt; 1 it made at least one, \
      whether or not it succeeded, or two builds differ; 2 it failed without making one, or the \
      sandbox cannot be set up here. A signal to this program is passed on to COMMAND; if COMMAND \
      ends because of it, so does this program. With --pass-status a build that made no network \
      attempt gives its own status, and 128 + N if signal N ended it.

      The file of --report is a complete JSON document at every moment, from before COMMAND starts; \
      "finished" is false until the end.

      --show-urls lets COMMAND say what it wants: each name gets a made-up address, a connection to \
      the outside is accepted, the URL is read from its first bytes (of https the host alone), and \
      it is reset. Nothing leaves this machine. A build may go another way than without a network.

      --without-namespaces is for machines that forbid user namespaces. A system call filter and \
      Landlock then hold COMMAND in place of a network namespace. The report says what this mode \
      cannot hold or see.

      --twice builds two copies of HEAD and varies what a result must not depend on; the report \
      says which variations took effect, and for each file that differs why, as far as its \
      contents tell. The kernel itself and the processor are the same for both.
      """)

  @Flag(help: "Build two fresh copies of HEAD in different environments and compare the results.")
  var twice = false

  @Option(
    name: .customLong("compare"), parsing: .upToNextOption,
    help: "With --twice: files and folders that must be identical; *, ? and ** match as in a shell."
  )
  var comparedPaths: [String] = []

  @Option(
    name: .customLong("keep"),
    help: "With --twice: make the copies in a new folder and keep them.")
  var keptFolder: String?

  @Option(
    name: .customLong("allow-socket"),
    help: ArgumentHelp(
      "A Unix socket of a process outside that COMMAND may use; every other is refused and counts.",
      valueName: "path"))
  var allowedSockets: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --twice: what to vary, and nothing else but the time. Names: \(Self.propertyNames).",
      valueName: "name,…"))
  var vary: [CommaList<String>] = []

  @Option(
    help: ArgumentHelp("With --twice: what not to vary.", valueName: "name,…"))
  var noVary: [CommaList<String>] = []

  @Flag(
    help: "With --twice: build again with a part of the variations, to find which one is to blame.")
  var findCause = false

  @Option(
    name: .customLong("diffoscope"),
    help: ArgumentHelp(
      "With --twice: have diffoscope show the differences, as HTML or as text.",
      valueName: "file"))
  var diffoscopeReport: String?

  @Flag(help: "End COMMAND at its first network attempt, with exit status 1.")
  var failFast = false

  @Flag(help: "End with COMMAND's own status if it made no network attempt.")
  var passStatus = false

  @Option(
    help: ArgumentHelp(
      "With --twice: whether the builds get an empty home folder or yours (default: empty).",
      valueName: "empty|kept"),
    transform: homeFolder)
  var home: HomeFolder?

  @Flag(
    name: .customLong("show-urls"),
    help: "Answer names and accept connections, then reset them, to report the URLs.")
  var showURLs = false

  @Flag(
    name: .customLong("without-namespaces"),
    help: "Use seccomp and Landlock alone where namespaces are forbidden: weaker.")
  var withoutNamespaces = false

  @Flag(help: "Print the report as JSON; the command's own standard output goes to standard error.")
  var json = false

  @Option(
    name: .customLong("report"),
    help: "Also write the report as JSON to a file, while the build runs.")
  var reportFile: String?

  @Option(help: ArgumentHelp("Also write the findings as SARIF 2.1.0.", valueName: "file"))
  var sarif: String?

  @Flag(name: .shortAndLong, help: "Print nothing when there is nothing to report.")
  var quiet = false

  @Argument(
    parsing: .postTerminator,
    help: "The build command, after --; without one, that of [build] in assetkit.toml.")
  var command: [String] = []

  func validate() throws {
    if twice, comparedPaths.isEmpty, !command.isEmpty {
      throw ValidationError("--twice requires --compare with the paths to compare.")
    }
    if failFast, showURLs {
      throw ValidationError(
        "--show-urls has no effect with --fail-fast, which ends before anything is asked for.")
    }
    if withoutNamespaces, twice || showURLs {
      throw ValidationError(
        "--without-namespaces cannot be combined with \(twice ? "--twice" : "--show-urls"), "
          + "which needs them.")
    }
    if passStatus, twice {
      throw ValidationError("--pass-status has no effect with --twice, which compares results.")
    }
    _ = try variedProperties()
    guard !twice else { return }
    if !(vary + noVary).isEmpty { throw ValidationError("--vary and --no-vary require --twice.") }
    if diffoscopeReport != nil { throw ValidationError("--diffoscope requires --twice.") }
    if findCause { throw ValidationError("--find-cause requires --twice.") }
    if !comparedPaths.isEmpty { throw ValidationError("--compare requires --twice.") }
    if keptFolder != nil { throw ValidationError("--keep requires --twice.") }
    if home != nil { throw ValidationError("--home requires --twice.") }
  }

  func run() throws {
    let plan = try plan()
    // Fail now, and not after an hour of building, if a report cannot be written.
    let file = try reportFile.map { LiveReport(try OutputFile($0)) }
    let sarif = try sarif.map(OutputFile.init)
    do {
      if twice { try runTwice(plan, file, sarif) } else { try runOnce(plan, file, sarif) }
    } catch let error as OfflineError {
      file?.fail(error)
      throw error
    }
  }

  private func makeSandbox() throws -> Sandbox {
    var sandbox = Sandbox(output: json ? STDERR_FILENO : STDOUT_FILENO)
    sandbox.endsAtFirstAttempt = failFast
    for path in allowedSockets { sandbox.allowedSockets.append(try AllowedSocket(path)) }
    sandbox.showsURLs = showURLs
    sandbox.isPlain = withoutNamespaces
    return sandbox
  }

  private func runOnce(_ plan: Plan, _ file: LiveReport?, _ sarif: OutputFile?) throws {
    var sandbox = try makeSandbox()
    if let file {
      sandbox.observer = { outcome in
        file.update(OfflineReport(command: plan.name, outcome: outcome).json)
      }
    }
    let outcome = try sandbox.run(plan.command)
    try finish(OfflineReport(command: plan.name, outcome: outcome), file, sarif)
    if passStatus, outcome.verdict == .failed, outcome.interruption == nil {
      throw ExitCode(outcome.ending.shellStatus)
    }
    try end(outcome.interruption, outcome.verdict)
  }

  private func runTwice(_ plan: Plan, _ file: LiveReport?, _ sarif: OutputFile?) throws {
    var comparison = try BuildComparison(
      plan.command, comparing: plan.compared, home: plan.home, keptFolder: keptFolder)
    comparison.sandbox = try makeSandbox()
    comparison.varied = try variedProperties()
    comparison.findsCause = findCause
    comparison.diffoscopeReport = try diffoscopeReport.map(absolutePath)
    if let file {
      comparison.observer = { outcome in
        file.update(
          ComparisonReport(command: plan.name, outcome: outcome, isFinished: false).json)
      }
    }
    let outcome = try comparison.run { line in
      if !quiet { Console.message(plan.name[0], line) }
    }
    try finish(ComparisonReport(command: plan.name, outcome: outcome), file, sarif)
    try end(outcome.interruption, outcome.verdict, isIdentical: outcome.isIdentical)
  }

  /// Prints the report to standard error, because standard output is the command's own.
  private func finish(
    _ report: some BuildReport, _ file: LiveReport?, _ sarif: OutputFile?
  ) throws {
    report.printText(isQuiet: quiet)
    if json { Console.result(report.json) }
    try file?.finish(report.json)
    let log = SARIFLog(
      report.findings, rules: OfflineRules.all, toolVersion: ProgramVersion.text,
      category: "offline")
    try sarif?.write(Array(log.json.text().utf8))
  }

  /// Ends this process by the signal that ended the build; otherwise a shell's loop would continue
  /// after Ctrl-C.
  private func end(
    _ interruption: Int32?, _ verdict: Outcome.Verdict, isIdentical: Bool = true
  ) throws {
    if let interruption { OfflineKit.endProcess(bySignal: interruption) }
    switch verdict {
    case .clean: if !isIdentical { throw ExitStatus.found }
    case .asked: throw ExitStatus.found
    case .failed: throw ExitStatus.failed
    }
  }
}

extension OfflineError: Reportable {}
