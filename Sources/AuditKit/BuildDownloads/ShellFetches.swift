/// Finds downloads by commands: in scripts, the recipes of makefiles, the steps of Dockerfiles.
enum ShellFetches {
  static func sites(inScript text: [UInt8], firstLine: Int = 1) -> [FetchSite] {
    ShellCommand.commands(in: text, firstLine: firstLine).compactMap { command in
      FetchCommand.name(of: command.words).map { means in
        FetchSite(line: command.line, means: means, target: target(of: command.words, means))
      }
    }
  }

  /// Recipes, `$(shell …)` and `!=`; other lines of a makefile run nothing.
  static func sites(inMakefile text: [UInt8]) -> [FetchSite] {
    logicalLines(of: text).flatMap { first, line -> [FetchSite] in
      if line.first == UInt8(ascii: "\t") {
        let recipe = line.drop {
          [
            UInt8(ascii: "\t"), UInt8(ascii: " "), UInt8(ascii: "@"), UInt8(ascii: "-"),
            UInt8(ascii: "+"),
          ].contains($0)
        }
        return sites(inScript: Array(recipe), firstLine: first)
      }
      let code = Array(line.prefix { $0 != UInt8(ascii: "#") })
      let text = String(decoding: code, as: UTF8.self)
      var sites: [FetchSite] = []
      if let assignment = text.range(of: "!=") {
        sites += Self.sites(inScript: Array(text[assignment.upperBound...].utf8), firstLine: first)
      }
      var rest = text
      while let call = rest.range(of: "$(shell ") {
        rest = String(rest[call.upperBound...])
        // Up to the next one: an extra closing parenthesis only ends a command.
        let end = rest.range(of: "$(shell ")?.lowerBound ?? rest.endIndex
        sites += Self.sites(inScript: Array(rest[..<end].utf8), firstLine: first)
      }
      // `rule: ; command` on one line.
      if let semicolon = text.range(of: ";"), text[..<semicolon.lowerBound].contains(":") {
        sites += Self.sites(inScript: Array(text[semicolon.upperBound...].utf8), firstLine: first)
      }
      return sites
    }
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
        let command = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.dropFirst(3)
        return sites(inScript: Array(command), firstLine: first)
      default:
        return []
      }
    }
  }

  /// The remote address that a command names.
  private static func target(of words: [String], _ means: String) -> String? {
    // The addresses of submodules are in .gitmodules.
    if means == "git submodule" { return nil }
    let verb = means.split(separator: " ").last.flatMap { words.firstIndex(of: String($0)) } ?? 0
    return words.dropFirst().first { $0.contains("://") }
      ?? words.dropFirst(verb + 1).first { !$0.hasPrefix("-") }
  }

  /// The lines of `text`, those that end in a backslash joined to the next, each with the number of
  /// its first line; comment lines are left out. Joined text keeps its line endings, so that line
  /// numbers inside it stay correct.
  private static func logicalLines(of text: [UInt8]) -> [(first: Int, line: ArraySlice<UInt8>)] {
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
