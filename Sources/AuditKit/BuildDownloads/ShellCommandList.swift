/// The commands of a script that may download, with the values of its variables in place.
///
/// A configure script has ten thousand commands, of which a few run a program that can download: the
/// others are left as bytes.
struct ShellCommandList: ShellReceiver {
  /// How deep a list is inside of one that another command runs.
  private static let depthOfScript = 20

  private(set) var found: [ShellCommand] = []
  private(set) var variables: ShellVariables
  private var depth: Int
  private let firstLine: Int
  /// A position in the text, and the line feeds before it.
  private var cursor = (position: 0, lineFeeds: 0)

  init(firstLine: Int, variables: ShellVariables, depth: Int) {
    self.firstLine = firstLine
    self.variables = variables
    self.depth = depth
  }

  mutating func beginList() { depth += 1 }
  mutating func endList(ofWord word: Int?) { depth -= 1 }

  mutating func take(_ command: ShellCommandRange, in tokens: ShellTokens) {
    let words = tokens.words[command.words]
    variables.set(from: words, in: tokens)
    guard mayMatter(words, in: tokens) else { return }
    let line = line(at: command.start, in: tokens.text)
    guard
      let command = ShellCommand(line: line, words: words.map(tokens.string)).unwrapped(variables)
    else { return }
    record(command)
  }

  mutating func take(array items: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) {
    let items = items.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      .map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let name = name.filter { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") }
    variables.set(name[...], to: items[...])
  }

  func interpreter(_ words: ArraySlice<ShellTokens.Word>, in tokens: ShellTokens) -> String? {
    guard mayMatter(words, in: tokens),
      let command = ShellCommand(line: 1, words: words.map(tokens.string)).unwrapped(variables),
      command.readsScript
    else { return nil }
    return command.words[0]
  }

  mutating func take(document: Range<Int>, of interpreter: String, in tokens: ShellTokens) {
    let script = String(decoding: tokens.text[document], as: UTF8.self)
    let line = line(at: document.lowerBound, in: tokens.text)
    record(ShellCommand(line: line, words: [interpreter, "-c", script]))
  }

  /// Records a command, and those of a script that it passes to a shell.
  private mutating func record(_ command: ShellCommand) {
    found.append(command)
    guard depth < ShellParser<Self>.maxDepth, let script = command.script else { return }
    let isEval = FetchCommand.program(command.words[0]) == "eval"
    let inner = ShellCommandList(
      firstLine: command.line, variables: variables, depth: depth + Self.depthOfScript)
    // `eval` sets the variables of this script, another shell its own.
    if isEval { variables = ShellVariables() }
    var parser = ShellParser(
      Array(script.utf8), .script, depth: inner.depth, receiver: inner)
    parser.parse()
    found += parser.receiver.found
    if isEval { variables = parser.receiver.variables }
  }

  /// The number of the line of a position.
  private mutating func line(at position: Int, in text: [UInt8]) -> Int {
    let isBefore = position < cursor.position
    let range = isBefore ? position..<cursor.position : cursor.position..<position
    let count = text[range].count { $0 == UInt8(ascii: "\n") }
    cursor = (position, cursor.lineFeeds + (isBefore ? -count : count))
    return firstLine + cursor.lineFeeds
  }
}

/// Tells commands that may download from others.
extension ShellCommandList {
  private enum Verdict {
    case no
    case yes
    /// The word stands before a command, or is nothing.
    case skipped
  }

  private static let keywords = ByteWordSet(ShellWords.keywords)

  /// Whatever can download, or run what does.
  private static let programs = ByteWordSet(
    Set(FetchPrograms.transfers.keys).union(FetchPrograms.managers.keys)
      .union(FetchPrograms.cmdlets).union(CommandWrapper.byName.keys).union(ShellWords.shells)
      .union(ShellWords.keywords).union(ScriptLanguage.interpreters)
      .union(["eval", "su", "runuser", "find", "cmake", "powershell", "pwsh", "cmd"]))

  /// Whether a command, without keywords and assignments before it, may be one that downloads.
  private func mayMatter(_ words: ArraySlice<ShellTokens.Word>, in tokens: ShellTokens) -> Bool {
    for (index, word) in zip(words.indices, words) where !word.isAssignment(in: tokens) {
      switch verdict(on: tokens.bytes(of: word)) {
      case .yes: return true
      case .skipped: continue
      case .no:
        // `$(PYTHON) -m pip install`.
        return tokens.bytes(of: word).first == UInt8(ascii: "$") && index + 1 < words.endIndex
          && tokens.bytes(of: words[index + 1]).elementsEqual("-m".utf8)
      }
    }
    return false
  }

  private func verdict(on word: ArraySlice<UInt8>) -> Verdict {
    if word.contains(UInt8(ascii: "$")), let value = variables.expanded(word) {
      let rest = value.drop { $0 == UInt8(ascii: " ") }
      guard let mark = rest.first else { return .skipped }
      let first = rest.prefix { $0 != UInt8(ascii: " ") }
      // What needs a second look gets it as strings.
      if mark == UInt8(ascii: "$") || first.contains(UInt8(ascii: "=")) { return .yes }
      return isProgram(first) ? .yes : .no
    }
    guard isProgram(word) else { return .no }
    let isKeyword = Self.keywords.contains(word) && !word.contains(where: \.isCapital)
    return isKeyword ? .skipped : .yes
  }

  private func isProgram(_ word: ArraySlice<UInt8>) -> Bool {
    if variables.alias(word) != nil { return true }
    let name = word[ShellWords.program(in: word)]
    guard name.contains(UInt8(ascii: ".")) else { return Self.programs.contains(name) }
    // `curl.exe`, `python3.11`.
    let program = FetchCommand.program(String(decoding: name, as: UTF8.self))
    return Self.programs.contains(Array(program.utf8)[...])
  }
}
