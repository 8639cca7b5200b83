/// Finds downloads in PowerShell: commands, and methods of the classes of .NET.
enum PowerShellFetches {
  private typealias Token = BuildSyntax.Token

  /// Methods of System.Net.WebClient and System.Net.Http.HttpClient.
  private static let methods = [
    ".downloadfile", ".downloadstring", ".downloaddata", ".downloadfileasync",
    ".downloadfiletaskasync", ".downloadstringtaskasync", ".getstringasync", ".getbytearrayasync",
    ".openread", "webrequest::create", "webrequest]::create",
  ]

  static func sites(in text: [UInt8], firstLine: Int = 1) -> [FetchSite] {
    let tokens = BuildSyntax.powerShell.tokens(of: withoutHereStrings(text))
    let variables = variables(in: tokens)
    var sites: [FetchSite] = []
    for (index, token) in tokens.enumerated() {
      let line = firstLine + token.line - 1
      if token.kind == .word, index + 1 < tokens.count, tokens[index + 1].text == "(",
        methods.contains(where: token.text.lowercased().hasSuffix)
      {
        let arguments = tokens[(index + 2)...].prefix(50).prefix { $0.text != ")" }
        let first = arguments.first { $0.kind != .mark }.map {
          variables[$0.text.lowercased()] ?? $0.text
        }
        if let first, !FetchCommand.isLocal(first) {
          let means = token.text.split(separator: ".").last.map(String.init) ?? token.text
          sites.append(FetchSite(line: line, means: means, target: first))
        }
      } else if beginsCommand(tokens, at: index) {
        let words = command(tokens, at: index).map { token in
          token.kind == .word ? variables[token.text.lowercased()] ?? token.text : token.text
        }
        guard let command = unwrapped(words, line) else { continue }
        sites += ShellFetches.sites(of: command, depth: 3)
      }
    }
    return sites
  }

  /// The command without what runs it: `Start-Process`, `sudo`.
  private static func unwrapped(_ words: [String], _ line: Int) -> ShellCommand? {
    guard let first = words.first else { return nil }
    var words = words
    if ["start-process", "saps"].contains(first.lowercased()) {
      words = words.dropFirst().filter { !$0.hasPrefix("-") || $0.contains(" ") }
        .flatMap { $0.split(separator: " ").map(String.init) }
    }
    return words.isEmpty ? nil : ShellCommand(line: line, words: words).unwrapped()
  }

  /// Whether a command's name is at `index`: first on a line or after what begins a statement.
  private static func beginsCommand(_ tokens: [Token], at index: Int) -> Bool {
    guard tokens[index].kind != .mark else { return false }
    guard index > 0 else { return true }
    let before = tokens[index - 1]
    if before.kind == .mark {
      if "&".contains(before.text) { return true }
      guard tokens[index].kind == .word else { return false }
      if ";{(|=".contains(before.text) { return true }
      return before.line < tokens[index].line && !",`".contains(before.text)
    }
    if ["return", "else", "&&", "||"].contains(before.text.lowercased()) { return true }
    return before.line < tokens[index].line && tokens[index].kind == .word
  }

  /// The tokens of the command at `index`; a backquote at the end of a line continues it.
  private static func command(_ tokens: [Token], at index: Int) -> [Token] {
    var words = [tokens[index]]
    var last = tokens[index]
    for token in tokens[(index + 1)...].prefix(100) {
      if token.line > last.line, last.text != "`", last.text != "," { break }
      if token.kind == .mark, ";|})({&".contains(token.text) {
        if token.text != "(" { break }
        // An expression in parentheses: its value is not known.
        words.append(Token(line: token.line, kind: .string, text: "$(…)"))
        break
      }
      if token.kind != .mark { words.append(token) }
      last = token
    }
    return words
  }

  /// The strings that are assigned to variables, by the variables' names with their `$`.
  private static func variables(in tokens: [Token]) -> [String: String] {
    var variables: [String: String] = [:]
    for (index, token) in tokens.enumerated().dropFirst().dropLast()
    where token.text == "=" && token.kind == .mark && tokens[index + 1].kind == .string {
      variables[tokens[index - 1].text.lowercased()] = tokens[index + 1].text
    }
    return variables
  }

  /// The text with the contents of here-strings (`@"` … `"@`) blank: they may contain quotes.
  private static func withoutHereStrings(_ text: [UInt8]) -> [UInt8] {
    var text = text
    var position = 0
    while position + 3 < text.count {
      guard text[position] == UInt8(ascii: "@"),
        text[position + 1] == UInt8(ascii: "\"") || text[position + 1] == UInt8(ascii: "'"),
        text[position + 2] == UInt8(ascii: "\n") || text[position + 2] == UInt8(ascii: "\r")
      else {
        position += 1
        continue
      }
      let close = [UInt8(ascii: "\n"), text[position + 1], UInt8(ascii: "@")]
      var end = position + 2
      while end < text.count, !text[end...].starts(with: close) { end += 1 }
      end = min(end + 3, text.count)
      ScriptText.blank(&text, position..<end)
      position = end
    }
    return text
  }
}
