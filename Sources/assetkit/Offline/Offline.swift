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

/// `assetkit offline`: a build with no network, and whether it needed one.
struct Offline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offline",
    abstract: "Run a build with no network and say whether it asked for one.",
    usage: """
      assetkit offline [--json] [--report <file>] [--sarif <file>] [--quiet] -- COMMAND…
      assetkit offline --twice --compare <path>… [--keep <dir>] [--json] … -- COMMAND…
      """,
    discussion: """
      COMMAND runs in a user and network namespace of its own that has a loopback and nothing \
      else. Every name it asks for and every address it calls is reported, with the program, its \
      process and the time. Sockets between programs of the build, and servers that it starts on \
      the loopback, are its own business. What it leaves running ends with it.

      Exit status: 0 it built and asked for nothing; 1 it asked, whether it built or not, or two \
      builds differ; 2 it failed by itself, or there can be no sandbox here. A signal that ends \
      COMMAND through this program ends this program too.

      --twice makes two copies of HEAD at different paths and builds them as different users, on \
      different hosts, in different time zones and locales, at different times. The date in UTC, \
      the kernel and the processor are the same in both.
      """)

  @Flag(help: "Build two fresh copies of HEAD, each its own way, and compare what they made.")
  var twice = false

  @Option(
    name: .customLong("compare"), parsing: .upToNextOption,
    help: "With --twice: files and folders that must be the same.")
  var comparedPaths: [String] = []

  @Option(
    name: .customLong("keep"),
    help: "With --twice: make the copies in a new folder and leave them there.")
  var keptFolder: String?

  @Flag(help: "Print the report as JSON; the command's own standard output goes to standard error.")
  var json = false

  @Option(name: .customLong("report"), help: "Write the report as JSON to a file as well.")
  var reportFile: String?

  @Option(help: ArgumentHelp("Also write the findings as SARIF 2.1.0.", valueName: "file"))
  var sarif: String?

  @Flag(name: .shortAndLong, help: "Say nothing when there is nothing to say.")
  var quiet = false

  @Argument(parsing: .postTerminator, help: "The build, after --.")
  var command: [String] = []

  func validate() throws {
    if command.isEmpty {
      throw ValidationError("Name the build after --, as in 'assetkit offline -- make'.")
    }
    if twice == comparedPaths.isEmpty {
      throw ValidationError(
        twice
          ? "--twice needs --compare with what must be the same."
          : "--compare is for --twice.")
    }
    if keptFolder != nil, !twice { throw ValidationError("--keep is for --twice.") }
  }

  func run() throws {
    var directory = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&directory, directory.count) != nil else {
      throw WorkingDirectoryError(directory: ".", reason: String(cString: strerror(errno)))
    }
    let build = BuildCommand(
      command, environment: .inherited,
      directory: String(
        decoding: directory.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    // A report that cannot be written is better known before an hour of building.
    let file = try reportFile.map(OutputFile.init)
    let sarif = try sarif.map(OutputFile.init)
    let output = json ? STDERR_FILENO : STDOUT_FILENO
    if twice {
      let outcome = try TwinBuild(
        build, comparing: comparedPaths, keptFolder: keptFolder, output: output
      ).run { line in
        if !quiet { Console.message(command[0], line) }
      }
      try finish(TwinReport(command: command, outcome: outcome), file, sarif)
      try end(outcome.interruption, outcome.status)
    } else {
      let outcome = try Sandbox(output: output).run(build)
      try finish(OfflineReport(command: command, outcome: outcome), file, sarif)
      try end(outcome.interruption, outcome.status)
    }
  }

  /// Prints the report to standard error, because standard output is the command's own.
  private func finish(
    _ report: some BuildReport, _ file: OutputFile?, _ sarif: OutputFile?
  ) throws {
    report.printText(isQuiet: quiet)
    if json { Console.result(report.json) }
    try file?.write(Array(report.json.text().utf8))
    let log = SARIFLog(
      report.findings, rules: OfflineRules.all, toolVersion: ProgramVersion.text)
    try sarif?.write(Array(log.json.text().utf8))
  }

  /// Whoever waits for this process must see that a signal ended the build, or a shell's loop would
  /// go on after Ctrl-C.
  private func end(_ interruption: Int32?, _ status: ExitCode) throws {
    if let interruption { OfflineKit.endProcess(bySignal: interruption) }
    if status != .success { throw status }
  }
}

extension OfflineError: Reportable {}

extension Outcome {
  /// The exit status for one build.
  fileprivate var status: ExitCode {
    switch verdict {
    case .clean: .success
    case .asked: ExitStatus.found
    case .failed: ExitStatus.failed
    }
  }
}

extension TwinOutcome {
  /// The exit status for two builds.
  fileprivate var status: ExitCode {
    switch verdict {
    case .asked: ExitStatus.found
    case .failed: ExitStatus.failed
    case .clean: isIdentical ? .success : ExitStatus.found
    }
  }
}
