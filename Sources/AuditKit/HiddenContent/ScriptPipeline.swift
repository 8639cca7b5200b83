/// Commands of a script that are joined by `|`, as far as one can tell from a single line.
///
/// `ShellScanner` lists commands; here it matters which of them reads the output of which. Text that
/// is no shell script, such as an m4 macro or a string of another language with a command in it, gives
/// pipelines all the same: quoted texts with commands are parsed too, and belong to their word.
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

    /// The program's name, without its folder.
    var name: String {
      guard let text = words.first?.text else { return "" }
      guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return text }
      return String(text[text.utf8.index(after: slash)...])
    }
    var arguments: ArraySlice<Word> { words.dropFirst() }
  }

  var commands: [Command] = []

  /// The deepest nesting that is parsed.
  private static let limitDepth = 12

  /// The pipelines of a line.
  ///
  /// - Parameter isM4: whether brackets and commas separate.
  static func pipelines(in line: [UInt8], isM4: Bool) -> [ScriptPipeline] {
    var parser = Parser(text: line, isM4: isM4, depth: 0)
    return parser.list(until: nil)
  }

  private struct Parser {
    let text: [UInt8]
    let isM4: Bool
    let depth: Int
    var position = 0
    private var pipeline = ScriptPipeline()
    private var command = Command()
    private var found: [ScriptPipeline] = []

    init(text: [UInt8], isM4: Bool, depth: Int) {
      self.text = text
      self.isM4 = isM4
      self.depth = depth
    }

    func peek(_ distance: Int = 0) -> UInt8 {
      position + distance < text.count ? text[position + distance] : 0
    }

    mutating func list(until closing: UInt8?) -> [ScriptPipeline] {
      while position < text.count, text[position] != closing {
        switch text[position] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
          position += 1
        case UInt8(ascii: "|"):
          if peek(1) == UInt8(ascii: "|") {
            position += 2
            endPipeline()
          } else {
            position += peek(1) == UInt8(ascii: "&") ? 2 : 1
            endCommand()
          }
        case UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
          UInt8(ascii: "{"), UInt8(ascii: "}"):
          position += 1
          endPipeline()
        case UInt8(ascii: "["), UInt8(ascii: "]"),
          UInt8(ascii: ",") where isM4:
          position += 1
          endPipeline()
        case UInt8(ascii: "<"), UInt8(ascii: ">"): redirection()
        case UInt8(ascii: "#") where command.words.isEmpty || isBlank(before: position):
          position = text.count
        default: command.words.append(word(until: closing))
        }
      }
      if position < text.count { position += 1 }
      endPipeline()
      return found
    }

    private func isBlank(before index: Int) -> Bool {
      index == 0 || text[index - 1].isBlank
    }

    private mutating func endCommand() {
      if !command.words.isEmpty || !command.inputs.isEmpty { pipeline.commands.append(command) }
      command = Command()
    }

    private mutating func endPipeline() {
      endCommand()
      if !pipeline.commands.isEmpty { found.append(pipeline) }
      pipeline = ScriptPipeline()
    }

    private mutating func redirection() {
      let isInput = peek() == UInt8(ascii: "<")
      // `<(…)` is a word: what commands print, as a file.
      if isInput, peek(1) == UInt8(ascii: "(") {
        position += 2
        var word = Word(text: "<(…)", isSubstitution: true)
        word.inner = nested(until: UInt8(ascii: ")"))
        command.words.append(word)
        return
      }
      while [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&")].contains(peek()) {
        position += 1
      }
      while peek() == UInt8(ascii: " ") { position += 1 }
      guard position < text.count, peek() != UInt8(ascii: "|") else { return }
      let target = word(until: nil)
      // The number of a descriptor before it is no argument.
      if let last = command.words.last, last.text.count == 1, last.text.first?.isNumber ?? false,
        command.words.count > 1
      {
        command.words.removeLast()
      }
      if isInput { command.inputs.append(target.text) } else { command.outputs.append(target.text) }
    }

    private mutating func nested(until closing: UInt8) -> [ScriptPipeline] {
      var parser = Parser(text: text, isM4: isM4, depth: depth + 1)
      parser.position = position
      let inner = depth < ScriptPipeline.limitDepth ? parser.list(until: closing) : []
      position = max(parser.position, position)
      if depth >= ScriptPipeline.limitDepth { position = text.count }
      return inner
    }

    private mutating func word(until closing: UInt8?) -> Word {
      var bytes: [UInt8] = []
      var word = Word()
      let begin = position
      scan: while position < text.count {
        let byte = text[position]
        if byte == closing { break }
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
          UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"),
          UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "("):
          break scan
        case UInt8(ascii: "["), UInt8(ascii: "]"),
          UInt8(ascii: ",") where isM4:
          break scan
        case UInt8(ascii: "\\"):
          position += 1
          if position < text.count, text[position] != UInt8(ascii: "\n") {
            bytes.append(text[position])
          }
          position += 1
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
          position += 1
          quoted(byte, into: &bytes, of: &word)
        case UInt8(ascii: "`"):
          position += 1
          word.inner += nested(until: byte)
          word.isSubstitution = true
          bytes += "`…`".utf8
        case UInt8(ascii: "$") where peek(1) == UInt8(ascii: "("):
          substitution(into: &bytes, of: &word)
        default:
          bytes.append(byte)
          position += 1
        }
      }
      // A character that begins no word.
      if position == begin { position += 1 }
      word.text = String(decoding: bytes, as: UTF8.self)
      return word
    }

    /// `$(…)`; `$(NAME)` is a variable of make.
    private mutating func substitution(into bytes: inout [UInt8], of word: inout Word) {
      let name = text[(position + 2)...].prefix {
        $0.isCapital || $0.isDigit || $0 == UInt8(ascii: "_")
      }
      if !name.isEmpty, name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: ")") {
        bytes += text[position...name.endIndex]
        position = name.endIndex + 1
        return
      }
      position += 2
      word.inner += nested(until: UInt8(ascii: ")"))
      word.isSubstitution = true
      bytes += "$(…)".utf8
    }

    /// Takes a quoted text; one with commands in it is parsed by itself.
    private mutating func quoted(
      _ quote: UInt8, into bytes: inout [UInt8], of word: inout Word
    ) {
      var content: [UInt8] = []
      let isDouble = quote == UInt8(ascii: "\"")
      while position < text.count, text[position] != quote {
        if isDouble, text[position] == UInt8(ascii: "\\"), position + 1 < text.count {
          // What the inner text needs escaped stays so.
          if peek(1) != quote { content.append(text[position]) }
          position += 1
          content.append(text[position])
          position += 1
        } else if isDouble, text[position] == UInt8(ascii: "$"), peek(1) == UInt8(ascii: "(") {
          substitution(into: &content, of: &word)
        } else if isDouble, text[position] == UInt8(ascii: "`") {
          position += 1
          word.inner += nested(until: UInt8(ascii: "`"))
          word.isSubstitution = true
          content += "`…`".utf8
        } else {
          content.append(text[position])
          position += 1
        }
      }
      position += 1
      bytes += content
      let hasCommands =
        content.contains(UInt8(ascii: "|")) || content.contains(UInt8(ascii: "`"))
        || content.starts(with: "tr ".utf8) || content.starts(with: "eval ".utf8)
        || (!isDouble && content.contains(UInt8(ascii: "$")))
      if hasCommands, depth < ScriptPipeline.limitDepth {
        var parser = Parser(text: content, isM4: isM4, depth: depth + 1)
        word.inner += parser.list(until: nil)
      }
    }
  }
}
