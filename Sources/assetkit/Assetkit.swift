import ArgumentParser
import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program: finds the command, runs it, and turns whatever it throws into a message and a status.
@main
struct Assetkit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assetkit",
    abstract: "Icons from one picture, third-party sources pinned in the repository.",
    discussion: """
      With -C DIR any command runs as if started in that folder.

      Status: 0 done or nothing found, 1 something found, 2 could not do it, 64 wrong usage.
      """,
    version: ProgramVersion.text,
    subcommands: [Icons.self, Offline.self, Vendor.self, Cache.self]
  )

  static func main() async {
    // A file that grows over the process's limit is a failed write, as on a full disk; and a program
    // that ends before it has read all we tell it, as git may, is its failure and not our end.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    await main(arguments: Array(CommandLine.arguments.dropFirst()))
  }

  /// Runs one command line and ends the process with its status.
  ///
  /// The parser's own complaints end with 64, `ExitCode` with its code, and every error that a kit
  /// throws with 2 and one line on standard error.
  private static func main(arguments: [String]) async {
    // What scripts ask before anything else: the parser would look at every command for it.
    if arguments == ["--version"] {
      Console.result(configuration.version)
      return
    }
    var interrupts: Interrupts?
    do {
      var command = try parseAsRoot(try WorkingDirectory.enter(namedIn: arguments))
      if command is any InterruptibleCommand { interrupts = Interrupts.hold() }
      if var asyncCommand = command as? any AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
      interrupts?.release()
    } catch {
      // A signal that has come ends the process here, and nothing is said of it.
      interrupts?.release()
      if let failure = error as? any Reportable {
        Console.report(failure)
        exit(withError: ExitStatus.failed)
      }
      exit(withError: error)
    }
  }
}
