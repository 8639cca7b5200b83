/// A simple command of a shell script: a program and its arguments.
struct ShellCommand: Equatable, Sendable {
  /// The line of its first word, from 1.
  let line: Int
  /// Its words with quotes removed and unknown expansions left as written; never empty.
  let words: [String]

  /// The simple commands of a script in POSIX shell or bash that may download, in the order of their
  /// first words.
  ///
  /// Comments, here-documents and the contents of arrays are skipped; command substitutions, the
  /// strings of `sh -c` and `eval` and the here-documents that a shell reads are scanned too.
  /// Keywords, assignments and wrappers such as `sudo` before a command are left out, and variables
  /// that the script sets are replaced by their values. Text that is not a shell script gives some
  /// list of words, never an error.
  ///
  /// - Parameters:
  ///   - firstLine: the number of the text's first line, if it is part of a file.
  ///   - variables: the values that are known before it begins.
  ///   - depth: how many lists of commands it is inside of.
  /// - Complexity: O(length).
  static func commands(
    in text: [UInt8], firstLine: Int = 1, variables: ShellVariables = ShellVariables(),
    depth: Int = 0
  ) -> [ShellCommand] {
    var parser = ShellParser(
      text, .script, depth: depth,
      receiver: ShellCommandList(firstLine: firstLine, variables: variables, depth: depth))
    parser.parse()
    return parser.receiver.found.sorted {
      ($0.line, $0.words.count) < ($1.line, $1.words.count)
    }
  }
}

extension ShellCommand {
  /// The most wrappers around one command; `A='$A'` would never end.
  private static let limitWrappers = 32

  /// The command without keywords, assignments and wrappers, its variables replaced; nil if nothing
  /// is left to run.
  func unwrapped(_ variables: ShellVariables = ShellVariables()) -> ShellCommand? {
    var words = self.words[...]
    for _ in 0..<Self.limitWrappers {
      guard let first = words.first else { return nil }
      if ShellWords.keywords.contains(first) || ShellWords.isAssignment(first.utf8) {
        words = words.dropFirst()
      } else if case let value = variables.expanded(first), value != first {
        words = value.split(separator: " ").map(String.init) + words.dropFirst()
      } else if let value = variables.alias(first) {
        words = value.split(separator: " ").map(String.init) + words.dropFirst()
      } else if let wrapper = CommandWrapper.byName[FetchCommand.program(first)] {
        let arguments = words.dropFirst()
        if first == "runuser", arguments.contains("-c") { break }
        // `command -v curl` asks for a program, it does not run it.
        if first == "command", let option = arguments.first, option == "-v" || option == "-V" {
          return nil
        }
        words = wrapper.command(in: arguments)[...]
        // `travis_wait 30 curl`, `retry 5 curl`.
        words = words.drop { $0.allSatisfy(\.isNumber) }
      } else if first == "find", let start = words.firstIndex(where: { $0.hasPrefix("-exec") }) {
        words = words[(start + 1)...]
      } else if FetchCommand.program(first) == "cmake", words.dropFirst().first == "-E" {
        let arguments = words.dropFirst(2)
        guard let mode = arguments.first, ["env", "time", "chdir"].contains(mode) else { break }
        words = arguments.dropFirst(mode == "chdir" ? 2 : 1).drop {
          ShellWords.isAssignment($0.utf8) || $0.hasPrefix("--")
        }
      } else {
        break
      }
    }
    guard !words.isEmpty else { return nil }
    return ShellCommand(line: line, words: words.map(variables.expanded))
  }

  /// The script that the command passes to a shell with `sh -c`, `su -c` or `eval`; nil if there is
  /// none.
  var script: String? {
    let program = FetchCommand.program(words[0])
    if program == "eval" { return words.dropFirst().joined(separator: " ") }
    let isShell = ShellWords.shells.contains(program) || program == "su" || program == "runuser"
    guard isShell,
      let option = words.firstIndex(where: {
        $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.hasSuffix("c")
      })
    else { return nil }
    return words.dropFirst(option + 1).first
  }

  /// Whether the program reads its script from the standard input.
  var readsScript: Bool {
    let operands = words.dropFirst().filter { !$0.hasPrefix("-") }
    return operands.isEmpty && !words.contains("-c")
      && (ShellWords.shells.contains(FetchCommand.program(words[0]))
        || ScriptLanguage(interpreter: FetchCommand.program(words[0])) != nil)
  }
}
