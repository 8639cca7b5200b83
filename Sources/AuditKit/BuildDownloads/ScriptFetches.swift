/// Finds downloads in scripts: calls that download, and commands that calls run.
struct ScriptFetches {
  typealias Token = BuildSyntax.Token

  /// Whether an argument names something on another machine.
  private enum Address: Equatable {
    case remote(String)
    case local
    case unknown
    case none
  }

  private let language: ScriptLanguage
  private let source: ScriptCalls
  private let hasClient: Bool
  private let firstLine: Int
  private let depth: Int

  /// The downloads of a script in the order of its calls.
  ///
  /// - Complexity: O(length).
  static func sites(
    in text: [UInt8], _ language: ScriptLanguage, firstLine: Int = 1, depth: Int = 0
  ) -> [FetchSite] {
    let text = ScriptText.prepared(text, language)
    let fetches = ScriptFetches(
      language: language, source: ScriptCalls(text, language),
      hasClient: text.withUnsafeBytes { bytes in
        language.clients?.firstIndex(in: bytes) != nil
      }, firstLine: firstLine, depth: depth)
    return fetches.sites
  }

  private var sites: [FetchSite] {
    var sites = source.tokens.filter { $0.kind == .command }.flatMap {
      script($0.text, at: $0.line)
    }
    for call in source.calls {
      sites += downloads(by: call).map { [$0] } ?? commands(of: call)
    }
    // A call inside the arguments of another is found with both.
    var seen: Set<FetchSite> = []
    return sites.filter { seen.insert($0).inserted }
  }

  private func matches(_ path: String, _ names: ScriptLanguage.Names) -> Bool {
    if names.whole.contains(path) { return true }
    var rest = path[...]
    while true {
      if names.ends.contains(rest) { return true }
      guard let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
      rest = rest[rest.utf8.index(after: dot)...]
    }
  }

  private func downloads(by call: ScriptCalls.Call) -> FetchSite? {
    let line = firstLine + call.line - 1
    if matches(call.path, language.sessions) {
      let host = call.arguments.first { $0.kind == .string }?.text
      guard !call.arguments.isEmpty, !(host.map(FetchCommand.isLocal) ?? false) else { return nil }
      return FetchSite(line: line, means: call.path, target: host)
    }
    let method = call.path.split { ".()".contains($0) }.last.map(String.init) ?? call.path
    let isMethod = hasClient && call.path.contains(".") && language.methods.contains(method)
    let isNamed =
      matches(call.path, language.downloads)
      || (language.name == .perl && hasClient && call.path == "get")
    guard isNamed || isMethod else { return nil }
    switch address(in: call.arguments) {
    case .remote(let address): return FetchSite(line: line, means: call.path, target: address)
    case .unknown where isNamed && !call.isList:
      return FetchSite(line: line, means: call.path, target: nil)
    case .unknown where isMethod && namesAddress(call.arguments):
      return FetchSite(line: line, means: call.path, target: nil)
    default: return nil
    }
  }

  /// Whether the first argument is a name like `url`: `get` has many other uses.
  private func namesAddress(_ arguments: ArraySlice<Token>) -> Bool {
    arguments.first { $0.kind == .word }.map {
      let name = $0.text.lowercased()
      return ["url", "uri", "link"].contains { name.contains($0) }
    } ?? false
  }

  private func address(in arguments: ArraySlice<Token>) -> Address {
    if arguments.isEmpty { return .none }
    if let text = arguments.first(where: { $0.kind == .string && $0.text.contains("://") })?.text {
      return FetchCommand.isLocal(text) ? .local : .remote(text)
    }
    let first = arguments.prefix { $0.text != "," }
    for token in first where token.kind == .word {
      guard let value = source.variables[token.text]?.first else { continue }
      if FetchCommand.isLocal(value) { return .local }
      if value.contains("://") { return .remote(value) }
    }
    if let text = first.first(where: { $0.kind == .string })?.text {
      if FetchCommand.isLocal(text) { return .local }
      if !text.contains("{"), !text.contains("%"), !text.contains("$") { return .none }
    }
    // A named argument for options only, or none: `get(timeout=3)`.
    return .unknown
  }

  // MARK: Commands

  private func commands(of call: ScriptCalls.Call) -> [FetchSite] {
    guard depth < 3, call.isList || matches(call.path, language.runners) else { return [] }
    var words: [String] = []
    for (index, token) in zip(call.arguments.indices, call.arguments) {
      switch token.kind {
      case .string, .command: words.append(token.text)
      case .word:
        let isPrefix =
          index + 1 < call.arguments.endIndex && call.arguments[index + 1].kind == .string
          && ["f", "r", "b", "rb", "fr", "u"].contains(token.text)
        if token.text.hasPrefix(".") || isPrefix { continue }
        words += source.variables[token.text] ?? ["$\(token.text)"]
      case .mark:
        // Named arguments and objects of options follow the command.
        if token.text == "=" || (token.text == "{" && language.name == .javaScript) {
          if token.text == "=", !words.isEmpty { words.removeLast() }
          return sites(ofWords: words, at: call.line)
        }
      }
    }
    return sites(ofWords: words, at: call.line)
  }

  private func sites(ofWords words: [String], at line: Int) -> [FetchSite] {
    guard let first = words.first else { return [] }
    if let script = words.first(where: { $0.contains(" ") }),
      script == first || !first.contains("/"),
      first.contains(" ") || first.hasPrefix("$") || first.hasPrefix("-")
    {
      return self.script(
        words[(words.firstIndex(of: script) ?? 0)...].joined(separator: " "), at: line)
    }
    let command = ShellCommand(line: firstLine + line - 1, words: words).unwrapped()
    guard let command else { return [] }
    if let script = command.script { return self.script(script, at: line) }
    // `let mut c = Command::new("curl"); c.arg(url);`: other statements add the arguments.
    if language.name == .rust, words.count == 1, ["curl", "wget", "aria2c"].contains(first) {
      return [FetchSite(line: command.line, means: first, target: nil)]
    }
    return ShellFetches.sites(of: command, depth: depth + 1)
  }

  private func script(_ text: String, at line: Int) -> [FetchSite] {
    ShellFetches.sites(
      inScript: Array(text.utf8), firstLine: firstLine + line - 1, depth: depth + 1)
  }
}
