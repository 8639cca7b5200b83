/// Splits a script into simple commands, parsing only what decides where a command begins and which
/// command reads the output of which.
///
/// The characters that decide that are ASCII; all other bytes are parts of words. Comments and
/// here-documents are skipped, the commands of substitutions are told like others. Text that is not a
/// shell script gives some commands, never an error.
///
/// - Complexity: O(length).
struct ShellParser<Receiver: ShellReceiver> {
  /// What a text is, which decides what else separates commands.
  enum Dialect {
    /// A script for a shell, or a part of one.
    case script
    /// A line of any language in which commands may stand: braces separate.
    case line
    /// A line of m4, where brackets and commas do, too.
    case m4
  }

  /// A here-document that begins after this line.
  private struct HereDocument {
    let delimiter: [UInt8]
    /// `<<-`: tabs before a line do not count.
    let stripsTabs: Bool
    /// The interpreter that runs it; nil if it is data.
    let interpreter: String?
  }

  /// The deepest nesting of lists that is parsed.
  static var maxDepth: Int { 200 }

  let dialect: Dialect
  var tokens: ShellTokens
  var receiver: Receiver
  /// The byte that comes next.
  var position = 0
  /// How many lists and braces are open.
  var depth: Int
  /// Where the first word of the innermost command is among the tokens.
  var firstWord = 0
  /// The number of the redirection whose target is parsed; nil outside of one.
  private var target: Int?
  /// How many `$((` are open, where `<<` shifts.
  private var openArithmetic = 0
  private var pendingDocuments: [HereDocument] = []

  init(_ text: [UInt8], _ dialect: Dialect, depth: Int = 0, receiver: Receiver) {
    self.dialect = dialect
    self.depth = depth
    self.receiver = receiver
    tokens = ShellTokens(text)
  }

  /// Tells the receiver of everything.
  mutating func parse() {
    // An unmatched closing character ends a command.
    while position < tokens.text.count { parseList(until: nil) }
  }

  /// Whether another nested list may be parsed.
  var canGoDeeper: Bool { depth < Self.maxDepth }

  /// The number of the word that is parsed: from 0 in its command, below 0 for the target of a
  /// redirection.
  var wordNumber: Int { target.map { ~$0 } ?? tokens.words.count - firstWord }

  /// The byte that comes next, or `distance` after that; 0 past the end.
  func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < tokens.text.count ? tokens.text[position + distance] : 0
  }

  /// Parses commands up to the closing character, or to the end of the text.
  mutating func parseList(until closing: UInt8?) {
    let (outerWord, base, copied) = (firstWord, tokens.words.count, tokens.copied.count)
    let outerTarget = target
    target = nil
    let redirections = tokens.redirections.count
    depth += 1
    defer {
      depth -= 1
      firstWord = outerWord
      target = outerTarget
    }
    firstWord = base
    var start = position
    var isAfterPipe = false
    func command() -> ShellCommandRange {
      ShellCommandRange(
        start: start, words: base..<tokens.words.count,
        redirections: redirections..<tokens.redirections.count)
    }
    func endCommand() {
      if tokens.words.count == base, tokens.redirections.count == redirections { return }
      receiver.take(command(), in: tokens)
      tokens.words.removeLast(tokens.words.count - base)
      tokens.redirections.removeLast(tokens.redirections.count - redirections)
      if tokens.copied.count > copied { tokens.copied.removeLast(tokens.copied.count - copied) }
    }
    func endPipeline() {
      endCommand()
      receiver.endPipeline()
    }
    while position < tokens.text.count {
      let byte = tokens.text[position]
      if byte == closing { break }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        position += 1
        continue
      case UInt8(ascii: "\n"):
        // After `|`, the pipeline goes on.
        if !isAfterPipe { endPipeline() }
        passLineEnd()
        continue
      case UInt8(ascii: "\\") where peek(1) == UInt8(ascii: "\n"):
        position += 2
        continue
      case UInt8(ascii: "#"):
        skipLine()
        continue
      case UInt8(ascii: "|"):
        let isOr = peek(1) == UInt8(ascii: "|")
        position += isOr || peek(1) == UInt8(ascii: "&") ? 2 : 1
        if isOr { endPipeline() } else { endCommand() }
        isAfterPipe = !isOr
        continue
      case UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: ")"):
        position += 1
        endPipeline()
      case UInt8(ascii: "{") where dialect != .script, UInt8(ascii: "}") where dialect != .script,
        UInt8(ascii: "[") where dialect == .m4, UInt8(ascii: "]") where dialect == .m4,
        UInt8(ascii: ",") where dialect == .m4:
        position += 1
        endPipeline()
      case UInt8(ascii: "("):
        position += 1
        if dialect == .script, tokens.words.count > base, takeArray() { break }
        endPipeline()
        guard canGoDeeper else { break }
        // In `$((…))` and `((…))`, `<<` shifts.
        let isArithmetic = position > 1 && tokens.text[position - 2] == UInt8(ascii: "(")
        if isArithmetic { openArithmetic += 1 }
        receiver.beginList()
        parseList(until: UInt8(ascii: ")"))
        receiver.endList(ofWord: nil)
        if isArithmetic { openArithmetic -= 1 }
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        if tokens.words.count == base { start = position }
        parseRedirection(until: closing)
      default:
        if tokens.words.count == base { start = position }
        tokens.words.append(parseWord(until: closing))
      }
      isAfterPipe = false
    }
    if position < tokens.text.count { position += 1 }
    endPipeline()
  }

  private mutating func skipLine() {
    position = tokens.text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? tokens.text.count
  }

  /// Takes `a b)` of `name=(a b)`, if the last word is such a name; false if it is not.
  private mutating func takeArray() -> Bool {
    guard let word = tokens.words.last, tokens.bytes(of: word).last == UInt8(ascii: "=") else {
      return false
    }
    let start = position
    var open = 1
    while open > 0, position < tokens.text.count {
      let byte = tokens.text[position]
      position += 1
      switch byte {
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"): open -= 1
      case UInt8(ascii: "\\"): position = min(position + 1, tokens.text.count)
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        position = tokens.text[position...].firstIndex(of: byte).map { $0 + 1 } ?? tokens.text.count
      default: break
      }
    }
    receiver.take(
      array: tokens.text[start..<position].dropLast(), tokens.keptBytes(of: word))
    tokens.words.removeLast()
    return true
  }
}

/// Redirections and here-documents.
extension ShellParser {
  /// Parses a redirection with its target; `<<` begins a here-document, `<<<` a string.
  private mutating func parseRedirection(until closing: UInt8?) {
    let isInput = peek() == UInt8(ascii: "<")
    let isDouble = isInput && peek(1) == UInt8(ascii: "<")
    let isDocument = isDouble && peek(2) != UInt8(ascii: "<") && openArithmetic == 0
    // The number of a descriptor before it is no argument.
    if let last = tokens.words.last, tokens.words.count > firstWord + 1, last.range.count == 1,
      !last.isCopied, last.range.upperBound == position,
      tokens.text[last.range.lowerBound].isDigit
    {
      tokens.words.removeLast()
    }
    let first = position
    while [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&")].contains(peek()) {
      position += 1
    }
    if peek() == UInt8(ascii: "("), !isDouble, canGoDeeper {
      // `<(…)` is a word: what the commands print, as a file.
      position += 1
      return takeList(as: isInput ? "<(…)" : ">(…)")
    }
    // `>|` writes to a file that exists.
    if !isInput, position == first + 1, peek() == UInt8(ascii: "|") { position += 1 }
    let stripsTabs = isDocument && peek() == UInt8(ascii: "-")
    if stripsTabs { position += 1 }
    while peek() == UInt8(ascii: " ") { position += 1 }
    if isInput, !isDouble, peek() == UInt8(ascii: "<"), peek(1) == UInt8(ascii: "("), canGoDeeper {
      // `< <(…)` reads what the commands print.
      position += 2
      return takeList(as: "<(…)")
    }
    guard position < tokens.text.count, peek() != UInt8(ascii: "\n"), peek() != UInt8(ascii: "|"),
      peek() != closing
    else { return }
    target = tokens.redirections.count
    let word = parseWord(until: closing)
    target = nil
    if isDocument, dialect == .script {
      pendingDocuments.append(
        HereDocument(
          delimiter: Array(tokens.bytes(of: word)), stripsTabs: stripsTabs,
          // No command has more; for a hostile one its words would be read again for each.
          interpreter: pendingDocuments.count < 100
            ? receiver.interpreter(tokens.words[firstWord...], in: tokens) : nil))
    }
    tokens.redirections.append(
      ShellTokens.Redirection(target: word, isInput: isInput, isText: isDouble && !isDocument))
  }

  private mutating func takeList(as placeholder: String) {
    let number = tokens.words.count - firstWord
    receiver.beginList()
    parseList(until: UInt8(ascii: ")"))
    receiver.endList(ofWord: number)
    let start = tokens.copied.count
    tokens.copied += placeholder.utf8
    tokens.words.append(
      ShellTokens.Word(
        range: start..<tokens.copied.count, isCopied: true, isSubstitution: true))
  }

  /// Skips a line ending and the here-documents that begin after it.
  private mutating func passLineEnd() {
    position += 1
    guard !pendingDocuments.isEmpty else { return }
    let documents = pendingDocuments
    pendingDocuments = []
    for document in documents { skip(document) }
  }

  private mutating func skip(_ document: HereDocument) {
    let start = min(position, tokens.text.count)
    var content = start..<start
    while position < tokens.text.count {
      let end =
        tokens.text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? tokens.text.count
      var line = tokens.text[position..<end]
      if document.stripsTabs { line = line.drop { $0 == UInt8(ascii: "\t") } }
      position = min(end + 1, tokens.text.count)
      if line.elementsEqual(document.delimiter) { break }
      content = start..<position
    }
    if let interpreter = document.interpreter {
      receiver.take(document: content, of: interpreter, in: tokens)
    }
  }
}
