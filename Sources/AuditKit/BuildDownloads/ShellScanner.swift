/// Splits a script into simple commands, parsing only what decides where a command begins.
///
/// The characters that decide that are ASCII; all other bytes are parts of words.
struct ShellScanner {
  /// A list of commands within another one: where it ends.
  enum Closing: UInt8 {
    /// `)` of a subshell, `$(…)` or `<(…)`.
    case parenthesis = 0x29
    /// The second backquote of a substitution.
    case backquote = 0x60
  }

  /// A here-document that begins after this line.
  struct HereDocument {
    let delimiter: [UInt8]
    /// `<<-`: tabs before a line do not count.
    let stripsTabs: Bool
    /// The interpreter that runs it; nil if it is data.
    let interpreter: String?
  }

  /// The deepest nesting of lists that is scanned.
  private static let maxDepth = 200

  let text: [UInt8]
  /// The byte that comes next.
  var position = 0
  /// The number of its line.
  var line: Int
  var pendingDocuments: [HereDocument] = []
  /// How many lists and braces are open.
  var depth = 0
  private var found: [ShellCommand] = []
  private var variables: ShellVariables

  init(_ text: [UInt8], line: Int, variables: ShellVariables, depth: Int) {
    self.text = text
    self.line = line
    self.variables = variables
    self.depth = depth
  }

  /// Every command, those of substitutions before the commands that they are part of.
  mutating func commands() -> [ShellCommand] {
    // An unmatched closing character ends a command.
    while position < text.count { scanCommands(until: nil) }
    return found
  }

  /// Whether another nested list may be scanned.
  var canGoDeeper: Bool { depth < Self.maxDepth }

  /// The character that comes next, or `distance` after that; nil past the end.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < text.count ? Unicode.Scalar(text[position + distance]) : nil
  }

  /// Scans commands up to the closing character, or to the end of the text.
  mutating func scanCommands(until closing: Closing?) {
    depth += 1
    defer { depth -= 1 }
    var words: [String] = []
    var start = line
    while let character = peek(), !isNext(closing) {
      switch character {
      case " ", "\t", "\r": position += 1
      case "\n":
        finishCommand(&words, start)
        passLineEnd()
      case "\\" where peek(1) == "\n":
        position += 2
        line += 1
      case "#": skipComment()
      case ";", "&", "|", ")":
        finishCommand(&words, start)
        position += 1
      case "(":
        position += 1
        if let name = words.last, name.hasSuffix("=") {
          let start = position
          words.removeLast()
          skipArray()
          let items = text[min(start, text.count)..<min(position, text.count)].dropLast()
          variables.set(
            name.filter { $0 != "=" && $0 != "+" },
            to: String(
              decoding: items.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
                .map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }, as: UTF8.self))
        } else if canGoDeeper {
          finishCommand(&words, start)
          scanCommands(until: .parenthesis)
        }
      case "<", ">":
        let command =
          words.isEmpty ? nil : ShellCommand(line: start, words: words).unwrapped(variables)
        scanRedirection(of: command)
      default:
        if words.isEmpty { start = line }
        words.append(scanWord(in: closing))
      }
    }
    if isNext(closing) { position += 1 }
    finishCommand(&words, start)
  }

  /// Whether the character that ends the list comes next.
  func isNext(_ closing: Closing?) -> Bool {
    closing != nil && position < text.count && text[position] == closing?.rawValue
  }

  /// Records the command in `words`, and those of a script that it passes to a shell.
  private mutating func finishCommand(_ words: inout [String], _ line: Int) {
    defer { words = [] }
    guard !words.isEmpty else { return }
    variables.set(from: words)
    guard let command = ShellCommand(line: line, words: words).unwrapped(variables) else { return }
    record(command)
  }

  /// Records a command, and those of a script that it passes to a shell.
  mutating func record(_ command: ShellCommand) {
    found.append(command)
    if canGoDeeper, let script = command.script {
      found += ShellCommand.commands(
        in: Array(script.utf8), firstLine: command.line, variables: variables, depth: depth + 20)
    }
  }

  private mutating func skipComment() {
    while let character = peek(), character != "\n" { position += 1 }
  }

  /// Skips `a b)` of `name=(a b)`.
  private mutating func skipArray() {
    var open = 1
    while open > 0, let character = peek() {
      switch character {
      case "(": open += 1
      case ")": open -= 1
      case "\n": line += 1
      default: break
      }
      position += 1
    }
  }
}
