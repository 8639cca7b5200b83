/// Finds downloads in the scripts of npm's package.json.
enum PackageScripts {
  /// What its scripts run; `npm install` and `npm run build` run some of them, the tests others.
  static func sites(in text: [UInt8]) -> [FetchSite] {
    members(of: "scripts", in: text).flatMap { name, value, line in
      ShellFetches.sites(inScript: Array(value.utf8), firstLine: line).map { site in
        FetchSite(
          line: line, means: site.means, target: site.target, occasion: occasion(of: name))
      }
    }
  }

  /// The names of the scripts that node runs when the package is installed or built.
  static func installScripts(in text: [UInt8]) -> Set<String> {
    let stages = ["install", "prepare", "prepublish", "build"]
    return members(of: "scripts", in: text)
      .filter { name, _, _ in stages.contains { name.hasSuffix($0) } }
      .reduce(into: []) { $0.formUnion(ScriptMentions.names(in: Array($1.value.utf8))) }
  }

  private static func occasion(of name: String) -> BuildOccasion? {
    let words = name.lowercased().split { !$0.isLetter }
    if words.contains("ci") || words.contains("release") || words.contains("publish") { return .ci }
    let tests = [
      "test", "tests", "pretest", "posttest", "lint", "bench", "docs", "doc", "coverage",
    ]
    return words.contains { tests.contains(String($0)) } ? .tests : nil
  }

  /// The members of an object of strings at the top of a JSON text.
  static func members(
    of key: String, in text: [UInt8]
  ) -> [(name: String, value: String, line: Int)] {
    let tokens = BuildSyntax(lineComment: "//").tokens(of: text)
    var members: [(String, String, Int)] = []
    var depth = 0
    var isInside = false
    for (index, token) in tokens.enumerated() {
      switch (token.kind, token.text) {
      case (.mark, "{"):
        depth += 1
        isInside =
          depth == 2 && index > 1 && tokens[index - 1].text == ":" && tokens[index - 2].text == key
      case (.mark, "}"):
        depth -= 1
        isInside = false
      case (.string, let value)
      where isInside && index > 1 && tokens[index - 1].kind == .mark
        && tokens[index - 1].text == ":":
        members.append((tokens[index - 2].text, unescaped(value), token.line))
      default: break
      }
    }
    return members
  }

  /// A JSON string without the escapes that occur in commands.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
