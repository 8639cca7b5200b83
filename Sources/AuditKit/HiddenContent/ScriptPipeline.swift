/// Commands of a script that are joined by `|`, as far as one can tell from a single line.
///
/// Text that is no shell script, such as an m4 macro or a string of another language with a command in
/// it, gives pipelines all the same: quoted texts with commands are parsed too, and belong to their
/// word.
struct ScriptPipeline: Sendable {
  /// A word: its text without quotes, and the pipelines inside it, of `$(…)`, `` `…` ``, `<(…)` or a
  /// quoted text.
  struct Word: Sendable {
    var text = ""
    var inner: [ScriptPipeline] = []
    /// Whether `inner` is what a substitution runs, rather than a text that may be run later.
    var isSubstitution = false
  }

  /// A command and where its input and output are.
  struct Command: Sendable {
    var words: [Word] = []
    var inputs: [String] = []
    var outputs: [String] = []
    /// The texts that `<<<` gives it to read.
    var texts: [Word] = []

    /// The program's name, without its folder.
    var name: String {
      guard let text = words.first?.text else { return "" }
      guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return text }
      return String(text[text.utf8.index(after: slash)...])
    }
    var arguments: ArraySlice<Word> { words.dropFirst() }
  }

  var commands: [Command] = []

  /// The deepest nesting of quoted texts that is parsed.
  private static let limitDepth = 12

  /// The pipelines of a line.
  ///
  /// - Parameter isM4: whether brackets and commas separate.
  static func pipelines(in line: [UInt8], isM4: Bool) -> [ScriptPipeline] {
    pipelines(in: line, isM4: isM4, depth: 0)
  }

  private static func pipelines(in text: [UInt8], isM4: Bool, depth: Int) -> [ScriptPipeline] {
    var parser = ShellParser(
      text, isM4 ? .m4 : .line, receiver: Tree(isM4: isM4, depth: depth))
    parser.parse()
    return parser.receiver.lists[0].found
  }

  /// What a ``ShellParser`` tells, as a tree.
  private struct Tree: ShellReceiver {
    /// A list of commands, and what is known of the words of its last command.
    struct List {
      var found: [ScriptPipeline] = []
      var pipeline = ScriptPipeline()
      var inner: [Int: [ScriptPipeline]] = [:]
    }

    let isM4: Bool
    let depth: Int
    var lists = [List()]

    init(isM4: Bool, depth: Int) {
      self.isM4 = isM4
      self.depth = depth
    }

    mutating func take(_ range: ShellCommandRange, in tokens: ShellTokens) {
      let list = lists.count - 1
      var command = Command()
      for (number, word) in tokens.words[range.words].enumerated() {
        command.words.append(
          Word(
            text: tokens.string(of: word), inner: lists[list].inner[number] ?? [],
            isSubstitution: word.isSubstitution))
      }
      for index in range.redirections {
        let redirection = tokens.redirections[index]
        let target = tokens.string(of: redirection.target)
        if redirection.isText {
          command.texts.append(
            Word(
              text: target, inner: lists[list].inner[~index] ?? [],
              isSubstitution: redirection.target.isSubstitution))
        }
        if redirection.isInput {
          command.inputs.append(target)
        } else {
          command.outputs.append(target)
        }
      }
      if !lists[list].inner.isEmpty { lists[list].inner = [:] }
      if command.words.isEmpty && command.inputs.isEmpty { return }
      lists[list].pipeline.commands.append(command)
    }

    mutating func endPipeline() {
      let list = lists.count - 1
      if lists[list].pipeline.commands.isEmpty { return }
      lists[list].found.append(lists[list].pipeline)
      lists[list].pipeline = ScriptPipeline()
    }

    mutating func beginList() { lists.append(List()) }

    mutating func endList(ofWord word: Int?) {
      let found = lists.removeLast().found
      if found.isEmpty { return }
      if let word {
        lists[lists.count - 1].inner[word, default: []] += found
      } else {
        lists[lists.count - 1].found += found
      }
    }

    /// A quoted text with commands in it is parsed by itself.
    mutating func take(quoted text: ArraySlice<UInt8>, _ quote: UInt8, ofWord word: Int) {
      let isSingle = quote == UInt8(ascii: "'")
      let hasCommands =
        text.contains(UInt8(ascii: "|")) || text.contains(UInt8(ascii: "`"))
        || text.starts(with: "tr ".utf8) || text.starts(with: "eval ".utf8)
        || (isSingle && text.contains(UInt8(ascii: "$")))
      guard hasCommands, depth < ScriptPipeline.limitDepth else { return }
      let found = ScriptPipeline.pipelines(in: Array(text), isM4: isM4, depth: depth + 1)
      if !found.isEmpty { lists[lists.count - 1].inner[word, default: []] += found }
    }
  }
}
