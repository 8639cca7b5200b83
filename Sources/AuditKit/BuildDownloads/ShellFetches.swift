/// Finds downloads by commands: in scripts, the recipes of makefiles, the steps of Dockerfiles.
enum ShellFetches {
  /// The deepest nesting of scripts in strings, such as `python -c` inside of `sh -c`.
  private static let maxDepth = 4

  static func sites(
    inScript text: [UInt8], firstLine: Int = 1, variables: ShellVariables = ShellVariables(),
    depth: Int = 0
  ) -> [FetchSite] {
    ShellCommand.commands(in: text, firstLine: firstLine, variables: variables)
      .flatMap { sites(of: $0, depth: depth) }
  }

  /// The download of a command whose wrappers are gone, or those of the code in its arguments.
  static func sites(of command: ShellCommand, depth: Int = 0) -> [FetchSite] {
    if let means = FetchCommand.name(of: command.words) {
      return [
        FetchSite(line: command.line, means: means, target: target(of: command.words, means))
      ]
    }
    guard depth < maxDepth else { return [] }
    let words = command.words
    let program = FetchCommand.program(words[0])
    if program == "powershell" || program == "pwsh" {
      let lowered = words.map { $0.lowercased() }
      let start = lowered.firstIndex { $0.hasPrefix("-c") } ?? lowered.firstIndex { $0 == "-file" }
      let code = words[((start ?? 0) + 1)...].joined(separator: " ")
      return PowerShellFetches.sites(in: Array(code.utf8), firstLine: command.line)
    }
    if program == "cmd",
      let start = words.firstIndex(where: { ["/c", "/k"].contains($0.lowercased()) })
    {
      let code = words[(start + 1)...].joined(separator: " ")
      return BatchFetches.sites(in: Array(code.utf8), firstLine: command.line, depth: depth + 1)
    }
    guard let language = ScriptLanguage(interpreter: program),
      let option = words.firstIndex(where: { ["-c", "-e", "-E", "--eval", "-p"].contains($0) }),
      option + 1 < words.count
    else { return [] }
    return ScriptFetches.sites(
      in: Array(words[option + 1].utf8), language, firstLine: command.line, depth: depth + 1)
  }

  /// `ADD` of an address, and what `RUN` runs.
  static func sites(inDockerfile text: [UInt8]) -> [FetchSite] {
    logicalLines(of: text).flatMap { first, line -> [FetchSite] in
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
        String.init)
      switch words.first?.uppercased() {
      case "ADD":
        return words.dropFirst().dropLast()
          .filter { ($0.contains("://") || $0.hasPrefix("git@")) && !FetchCommand.isLocal($0) }
          .map { FetchSite(line: first, means: "ADD", target: $0) }
      case "RUN":
        var command = Array(
          line.drop { $0.isBlank }.dropFirst(3))
        // `RUN ["curl", "…"]`, `RUN --mount=… curl`.
        if words.dropFirst().first?.hasPrefix("[") ?? false {
          command = command.map { "[],\"".utf8.contains($0) ? UInt8(ascii: " ") : $0 }
        }
        let options = words.dropFirst().prefix { $0.hasPrefix("--") }
        for option in options {
          command = Array(command.drop { $0 <= UInt8(ascii: " ") }.dropFirst(option.utf8.count))
        }
        return sites(inScript: command, firstLine: first)
      default:
        return []
      }
    }
  }

  /// The remote address that a command names.
  static func target(of words: [String], _ means: String) -> String? {
    // The addresses of submodules are in .gitmodules.
    if means == "git submodule" { return nil }
    let verb = means.split(separator: " ").last.flatMap { words.firstIndex(of: String($0)) } ?? 0
    return words.dropFirst().first { $0.contains("://") }
      ?? words.dropFirst(verb + 1).first { !$0.hasPrefix("-") }
  }

  /// The lines of `text`, those that end in a backslash joined to the next, each with the number of
  /// its first line; comment lines are left out. Joined text keeps its line endings, so that line
  /// numbers inside it stay correct.
  static func logicalLines(of text: [UInt8]) -> [(first: Int, line: ArraySlice<UInt8>)] {
    var lines: [(Int, ArraySlice<UInt8>)] = []
    var (start, number, first) = (0, 1, 1)
    var position = 0
    while position <= text.count {
      let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let isContinued = end > position && end < text.count && text[end - 1] == UInt8(ascii: "\\")
      if !isContinued {
        let line = text[start..<end]
        if line.first != UInt8(ascii: "#") { lines.append((first, line)) }
        start = end + 1
        first = number + 1
      }
      number += 1
      position = end + 1
    }
    return lines
  }
}
