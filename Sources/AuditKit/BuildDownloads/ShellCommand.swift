/// A simple command of a shell script: a program and its arguments.
struct ShellCommand: Equatable, Sendable {
  /// The line of its first word, from 1.
  let line: Int
  /// Its words with quotes removed and expansions left as written; never empty.
  let words: [String]

  /// The simple commands of a script in POSIX shell or bash, in the order of their first words.
  ///
  /// Comments, here-documents and the contents of arrays are skipped; command substitutions and the
  /// strings of `sh -c` and `eval` are scanned too. Keywords, assignments and wrappers such as
  /// `sudo` before a command are left out. Text that is not a shell script gives some list of words,
  /// never an error.
  ///
  /// - Parameter firstLine: the number of the text's first line, if it is part of a file.
  /// - Complexity: O(length).
  static func commands(in text: [UInt8], firstLine: Int = 1) -> [ShellCommand] {
    var scanner = ShellScanner(text, line: firstLine)
    return scanner.commands().sorted { ($0.line, $0.words.count) < ($1.line, $1.words.count) }
  }
}

extension ShellCommand {
  private static let keywords: Set<String> = [
    "if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "fi", "done",
  ]
  /// Programs that run the command that follows their options.
  private static let wrappers: Set<String> = [
    "sudo", "exec", "env", "command", "nice", "nohup", "builtin",
  ]
  private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh"]

  /// The command without keywords, assignments and wrappers; nil if nothing is left to run.
  func unwrapped() -> ShellCommand? {
    var words = self.words[...]
    while let first = words.first {
      if Self.keywords.contains(first) || Self.isAssignment(first) {
        words = words.dropFirst()
      } else if Self.wrappers.contains(first) {
        words = words.dropFirst()
        // `command -v curl` asks for a program, it does not run it.
        if first == "command", let option = words.first, option == "-v" || option == "-V" {
          return nil
        }
        words = words.drop { $0.hasPrefix("-") || Self.isAssignment($0) }
      } else {
        return ShellCommand(line: line, words: Array(words))
      }
    }
    return nil
  }

  /// The script that the command passes to a shell with `sh -c` or `eval`; nil if there is none.
  var script: String? {
    if words[0] == "eval" { return words.dropFirst().joined(separator: " ") }
    guard Self.shells.contains(words[0]), let option = words.firstIndex(of: "-c") else {
      return nil
    }
    return words.dropFirst(option + 1).first
  }

  /// `NAME=value` or `NAME+=value`.
  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return false }
    return word[..<equals].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "+" }
  }
}
