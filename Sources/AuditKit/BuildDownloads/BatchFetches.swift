/// Finds downloads in batch files of Windows' command processor (`help cmd`, `help for`).
enum BatchFetches {
  /// Words after which a command follows: `if exist x curl …`, `else curl …`.
  private static let prefixes: Set<String> = ["else", "call", "do", "@", "("]

  static func sites(in text: [UInt8], firstLine: Int = 1, depth: Int = 0) -> [FetchSite] {
    var variables: [String: String] = [:]
    var sites: [FetchSite] = []
    for (number, line) in lines(of: text) {
      let lowered = line.drop { $0.isWhitespace || $0 == "@" }.lowercased()
      if lowered == "rem" || lowered.hasPrefix("rem ") || lowered.hasPrefix("::")
        || lowered.hasPrefix("echo")
      {
        continue
      }
      for words in commands(of: expanded(line, variables)) {
        if words[0].lowercased() == "set", words.count > 1 {
          let setting = words.dropFirst().joined(separator: " ").split(separator: "=", maxSplits: 1)
          if setting.count == 2, setting[1].utf8.count < 1000 {
            variables[setting[0].lowercased()] = String(setting[1])
          }
          continue
        }
        guard let command = command(in: words[...]) else { continue }
        let line = firstLine + number - 1
        sites += ShellFetches.sites(of: ShellCommand(line: line, words: command), depth: depth)
      }
    }
    return sites
  }

  /// What a line of a batch file runs, without `if`, `for`, `start` and the like before it.
  private static func command(in words: ArraySlice<String>) -> [String]? {
    var words = words
    // `for /f %%i in ('curl …') do` runs what is quoted.
    if let first = words.first, first.hasPrefix("'") || first.hasPrefix("`") {
      words[words.startIndex] = String(first.dropFirst())
    }
    while let first = words.first?.lowercased() {
      switch first {
      case _ where prefixes.contains(first): words = words.dropFirst()
      case "start": words = words.dropFirst().drop { $0.hasPrefix("/") || $0.isEmpty }
      case "for":
        guard let run = words.firstIndex(where: { $0.lowercased() == "do" }) else { return nil }
        words = words[(run + 1)...]
      case "if":
        words = words.dropFirst().drop { ["/i", "not"].contains($0.lowercased()) }
        guard let test = words.first?.lowercased() else { return nil }
        if ["exist", "defined", "errorlevel"].contains(test) {
          words = words.dropFirst(2)
        } else if test.contains("==") {
          words = words.dropFirst()
        } else {
          // `a == b`, `a equ b`.
          words = words.dropFirst(3)
        }
      case "echo", "rem", "title": return nil
      default: return ShellCommand(line: 1, words: Array(words)).unwrapped()?.words
      }
    }
    return nil
  }

  /// The lines with their numbers, those that end in `^` joined to the next.
  private static func lines(of text: [UInt8]) -> [(number: Int, text: String)] {
    var lines: [(Int, String)] = []
    var open: (number: Int, text: String)?
    for (index, bytes) in text.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      var line = String(decoding: bytes, as: UTF8.self)
      while line.last?.isWhitespace ?? false { line.removeLast() }
      let isContinued = line.last == "^"
      if isContinued { line.removeLast() }
      open = (open?.number ?? index + 1, (open?.text ?? "") + line)
      if !isContinued, let whole = open {
        lines.append(whole)
        open = nil
      }
    }
    return lines + (open.map { [$0] } ?? [])
  }

  /// Replaces `%NAME%` and `!NAME!` for the variables that the file sets.
  private static func expanded(_ line: String, _ variables: [String: String]) -> String {
    guard !variables.isEmpty, line.contains(where: { $0 == "%" || $0 == "!" }) else { return line }
    var (result, rest) = ("", line[...])
    while let start = rest.firstIndex(where: { $0 == "%" || $0 == "!" }) {
      result += rest[..<start]
      let name = rest[rest.index(after: start)...].prefix { $0 != rest[start] }
      if name.endIndex < rest.endIndex, let value = variables[name.lowercased()] {
        result += value
        rest = rest[rest.index(after: name.endIndex)...]
      } else {
        result.append(rest[start])
        rest = rest[rest.index(after: start)...]
      }
    }
    return result + rest
  }

  /// The words of the commands in a line, which `&`, `|` and parentheses separate.
  private static func commands(of line: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var word = ""
    var (isQuoted, hasWord) = (false, false)
    func finish() {
      if hasWord { commands[commands.count - 1].append(word) }
      (word, hasWord) = ("", false)
    }
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        hasWord = true
      case " " where !isQuoted, "\t" where !isQuoted: finish()
      case "&" where !isQuoted, "|" where !isQuoted, "(" where !isQuoted && !hasWord,
        ")" where !isQuoted:
        finish()
        commands.append([])
      case "@" where commands[commands.count - 1].isEmpty && !hasWord: break
      default:
        word.append(character)
        hasWord = true
      }
    }
    finish()
    return commands.filter { !$0.isEmpty && !$0[0].isEmpty }
  }
}
