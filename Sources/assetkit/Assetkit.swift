import ArgumentParser
import SafeFiles
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program: finds the command, runs it, and turns errors into a message and an exit status.
@main
struct Assetkit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assetkit",
    abstract: "Icons from one image, third-party sources pinned in the repository.",
    discussion: """
      With -C DIR, any command runs as if started in that folder.

      Exit status: 0 success, nothing found; 1 something found; 2 failure; 64 wrong usage.

      Topics, for 'assetkit help TOPIC':

      \(Topic.index)
      """,
    version: ProgramVersion.text,
    subcommands: [
      Init.self, Check.self, Prove.self, Icons.self, Vendor.self, Offline.self, Cache.self,
    ]
  )

  static func main() async {
    // A file that exceeds the process's size limit must be a failed write, as on a full disk. A
    // child, such as git, that exits before it has read all its input must not kill this process.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    await main(arguments: Array(CommandLine.arguments.dropFirst()))
  }

  /// Runs one command line and ends the process with its status.
  ///
  /// The parser's own errors end with 64, `ExitCode` with its code, and every error that a kit
  /// throws with 2 and one line on standard error.
  private static func main(arguments: [String]) async {
    // Scripts often ask for the version; answering here saves the parser's look at every command.
    if arguments == ["--version"] {
      Console.result(configuration.version)
      if !Console.reportLoss() { exit(withError: ExitStatus.failed) }
      return
    }
    var interrupts: Interrupts?
    var running: (any ParsableCommand.Type)?
    do {
      let arguments = try WorkingDirectory.enter(namedIn: arguments)
      if arguments.first == "help" {
        if try answer(arguments.dropFirst()) { return }
      } else {
        refuseUnknownCommand(in: arguments[...])
      }
      var command = try parsed(arguments)
      running = type(of: command)
      if command is any InterruptibleCommand { interrupts = Interrupts.hold() }
      if var asyncCommand = command as? any AsyncParsableCommand {
        try await asyncCommand.run()
      } else {
        try command.run()
      }
      interrupts?.release()
      if !Console.reportLoss() { throw ExitStatus.failed }
    } catch {
      // A signal that was held back ends the process here, without a message.
      interrupts?.release()
      if error as? ExitCode == ExitStatus.found, !Console.reportLoss() {
        exit(withError: ExitStatus.failed)
      }
      if let failure = error as? any Reportable {
        Console.report(failure)
        exit(withError: ExitStatus.failed)
      }
      if let running, let error = error as? ValidationError {
        exit(withWrongUsage: error.message, of: running)
      }
      exit(withError: error)
    }
  }

  /// Prints the topic that the words after `help` name, or with `--json` all topics; ends the process
  /// where they name neither a topic nor a command.
  ///
  /// - Returns: whether it did; the help of commands is the parser's.
  private static func answer(_ words: ArraySlice<String>) throws -> Bool {
    if words == ["--json"] {
      Console.result(Topic.document)
    } else if let topic = words.first.flatMap(Topic.init(named:)) {
      guard words.count == 1 else {
        exit(withWrongUsage: "Unexpected argument '\(words[words.startIndex + 1])'", of: self)
      }
      Console.write(topic.text, to: STDOUT_FILENO)
    } else {
      refuseUnknownCommand(in: words, orTopic: true)
      return false
    }
    if !Console.reportLoss() { throw ExitStatus.failed }
    return true
  }

  /// The command that `arguments` ask for; ends the process where an option of theirs is unknown,
  /// for which the parser suggests options by letters that they have in common.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    do {
      return try parseAsRoot(arguments)
    } catch  where exitCode(for: error) == .success && command(namedIn: arguments).0 != self {
      // The parser takes '--version V' of a wrong command line as a request for the program's version.
      let rest = withoutVersion(arguments)
      guard rest != arguments else { throw error }
      // Where the rest is right, or asks for help, the request stands.
      if case .failure(let wrong) = Result(catching: { try parseAsRoot(rest) }),
        exitCode(for: wrong) == .validationFailure
      {
        throw wrong
      }
      throw error
    } catch  where exitCode(for: error) == .validationFailure {
      let (command, rest) = command(namedIn: arguments)
      let names = OptionNames.all(of: command, in: self)
      for argument in rest.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
        let name = String(argument.prefix { $0 != "=" })
        guard !names.contains(name) else { continue }
        let hint = NearestName.suggestion(for: name, among: names).map { "; \($0)" } ?? ""
        exit(withWrongUsage: "There is no option '\(name)'\(hint)", of: command)
      }
      throw error
    }
  }

  /// The arguments without an option `--version` and its value.
  private static func withoutVersion(_ arguments: [String]) -> [String] {
    var rest = arguments
    guard let place = rest.firstIndex(where: { $0 == "--version" || $0.hasPrefix("--version=") })
    else { return rest }
    let option = rest.remove(at: place)
    if option == "--version", place < rest.endIndex, !rest[place].hasPrefix("-") {
      rest.remove(at: place)
    }
    return rest
  }

  /// The command that `arguments` name, and the arguments after its name.
  private static func command(
    namedIn arguments: [String]
  ) -> (any ParsableCommand.Type, ArraySlice<String>) {
    var (command, rest): (any ParsableCommand.Type, _) = (self, arguments[...])
    while let name = rest.first,
      let next = subcommand(of: command, named: name)
    {
      (command, rest) = (next, rest.dropFirst())
    }
    return (command, rest)
  }

  /// The command below `command` that has this name, or has it as an alias.
  private static func subcommand(
    of command: any ParsableCommand.Type, named name: String
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first {
      $0.configuration.commandName == name || $0.configuration.aliases.contains(name)
    }
  }

  /// Ends the process where a name is not that of a command; the parser would only call it an
  /// unexpected argument.
  private static func refuseUnknownCommand(
    in arguments: ArraySlice<String>, orTopic acceptsTopic: Bool = false
  ) {
    var command: any ParsableCommand.Type = self
    var noun = acceptsTopic ? "command or topic" : "command"
    var topics = acceptsTopic ? Topic.allCases.map(\.rawValue) : []
    for argument in arguments {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return }
      guard let next = subcommand(of: command, named: argument) else {
        let names = commands.compactMap { $0.configuration.commandName } + topics
        let hint = NearestName.hint(for: argument, among: names)
        exit(withWrongUsage: "There is no \(noun) '\(argument)'; \(hint)", of: command)
      }
      command = next
      (noun, topics) = ("command", [])
    }
  }

  /// Ends the process as the parser does, with the usage of `command`.
  private static func exit(
    withWrongUsage message: String, of command: any ParsableCommand.Type
  ) -> Never {
    let usage = usageString(for: command)
    let name = usage.split(separator: " ").prefix { $0.first != "[" && $0.first != "<" }
      .joined(separator: " ")
    Console.write(
      "Error: \(message)\nUsage: \(usage)\n  See '\(name) --help' for more information.\n",
      to: STDERR_FILENO)
    exit(withError: ExitCode.validationFailure)
  }
}
