/// One simple command of a shell script: what would be run, and with what.
struct ShellCommand: Equatable, Sendable {
  /// The line of its first word, from 1.
  let line: Int
  /// Its words with quotes removed and expansions left as written; never empty.
  let words: [String]
}

extension ShellCommand {
  /// The simple commands of a script in POSIX shell or bash, in the order of their first words.
  ///
  /// Comments, here-documents and the contents of arrays are no commands; command substitutions and
  /// the strings of `sh -c` and `eval` are looked into. Keywords, assignments and wrappers such as
  /// `sudo` before a command are passed over. Text that is no shell script at all gives some list of
  /// words, never an error.
  ///
  /// - Parameter firstLine: the number of the text's first line, where it is part of a file.
  /// - Complexity: O(length).
  static func commands(in text: [UInt8], firstLine: Int = 1) -> [ShellCommand] {
    var scanner = ShellScanner(text, line: firstLine)
    return scanner.commands()
  }

  /// The command without what only says how to run it; nil when nothing is left to run.
  fileprivate func unwrapped() -> ShellCommand? {
    var words = self.words[...]
    while let first = words.first {
      if Self.keywords.contains(first) || Self.isAssignment(first) {
        words = words.dropFirst()
      } else if Self.wrappers.contains(first) {
        words = words.dropFirst()
        // `command -v curl` asks for a program, it does not run it.
        if first == "command", let option = words.first, option == "-v" || option == "-V" {
          return nil
        }
        words = words.drop { $0.hasPrefix("-") || Self.isAssignment($0) }
      } else {
        return ShellCommand(line: line, words: Array(words))
      }
    }
    return nil
  }

  private static let keywords: Set<String> = [
    "if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "fi", "done",
  ]
  private static let wrappers: Set<String> = [
    "sudo", "exec", "env", "command", "nice", "nohup", "builtin",
  ]

  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return false }
    return word[..<equals].allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "+" }
  }
}

/// Splits a script into simple commands. Only what decides where a command begins is understood.
private struct ShellScanner {
  private let text: [UInt8]
  private var position = 0
  private var line: Int
  private var found: [ShellCommand] = []
  /// Delimiters of here-documents that begin after this line.
  private var pendingDocuments: [(delimiter: [UInt8], stripsTabs: Bool)] = []
  private var depth = 0

  init(_ text: [UInt8], line: Int) {
    self.text = text
    self.line = line
  }

  mutating func commands() -> [ShellCommand] {
    while position < text.count { scanList(until: nil) }
    return found.sorted { ($0.line, $0.words.count) < ($1.line, $1.words.count) }
  }

  private enum Closing: UInt8 {
    case parenthesis = 0x29
    case backquote = 0x60
  }

  /// Commands up to the closing character, or to the end of the text.
  private mutating func scanList(until closing: Closing?) {
    depth += 1
    defer { depth -= 1 }
    var words: [String] = []
    var start = line
    while position < text.count {
      let byte = text[position]
      if let closing, byte == closing.rawValue {
        position += 1
        break
      }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        position += 1
      case UInt8(ascii: "\n"):
        finish(&words, start)
        advanceLine()
      case UInt8(ascii: "\\") where peek(1) == UInt8(ascii: "\n"):
        position += 2
        line += 1
      case UInt8(ascii: "#"):
        while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ")"):
        finish(&words, start)
        position += 1
      case UInt8(ascii: "("):
        position += 1
        if words.last?.hasSuffix("=") ?? false {
          skipArray()
        } else if depth < 200 {
          finish(&words, start)
          scanList(until: .parenthesis)
        }
      case UInt8(ascii: "<"), UInt8(ascii: ">"):
        scanRedirection()
      default:
        if words.isEmpty { start = line }
        words.append(scanWord(closing))
      }
    }
    finish(&words, start)
  }

  private mutating func finish(_ words: inout [String], _ line: Int) {
    defer { words = [] }
    guard !words.isEmpty, let command = ShellCommand(line: line, words: words).unwrapped() else {
      return
    }
    found.append(command)
    guard depth < 200, let name = command.words.first else { return }
    let isShell = ["sh", "bash", "dash", "zsh", "ksh"].contains(name)
    if isShell, let option = command.words.firstIndex(of: "-c"), option + 1 < command.words.count {
      found += ShellCommand.commands(in: Array(command.words[option + 1].utf8), firstLine: line)
    } else if name == "eval" {
      let text = command.words.dropFirst().joined(separator: " ")
      found += ShellCommand.commands(in: Array(text.utf8), firstLine: line)
    }
  }

  /// One word, its quotes removed; what it substitutes is scanned as commands.
  private mutating func scanWord(_ closing: Closing?) -> String {
    var word: [UInt8] = []
    while position < text.count {
      let byte = text[position]
      if let closing, byte == closing.rawValue { break }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
        UInt8(ascii: ";"),
        UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "<"),
        UInt8(ascii: ">"):
        return String(decoding: word, as: UTF8.self)
      case UInt8(ascii: "\\"):
        position += 1
        guard position < text.count else { break }
        if text[position] == UInt8(ascii: "\n") { line += 1 } else { word.append(text[position]) }
        position += 1
      case UInt8(ascii: "'"):
        position += 1
        while position < text.count, text[position] != UInt8(ascii: "'") { take(into: &word) }
        position += 1
      case UInt8(ascii: "\""):
        position += 1
        scanDoubleQuoted(into: &word)
      default:
        if !scanSubstitution(into: &word) { take(into: &word) }
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func scanDoubleQuoted(into word: inout [UInt8]) {
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      if text[position] == UInt8(ascii: "\\"), position + 1 < text.count {
        position += 1
        take(into: &word)
      } else if !scanSubstitution(into: &word) {
        take(into: &word)
      }
    }
    position += 1
  }

  /// `$(…)`, `${…}`, `$((…))` or `` `…` `` at the position; false when there is none.
  private mutating func scanSubstitution(into word: inout [UInt8]) -> Bool {
    guard depth < 200 else { return false }
    if text[position] == UInt8(ascii: "`") {
      position += 1
      scanList(until: .backquote)
    } else if text[position] == UInt8(ascii: "$"), peek(1) == UInt8(ascii: "(") {
      position += 2
      scanList(until: .parenthesis)
    } else {
      return false
    }
    word += Array("$(…)".utf8)
    return true
  }

  private mutating func skipArray() {
    var open = 1
    while position < text.count, open > 0 {
      switch text[position] {
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"): open -= 1
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      position += 1
    }
  }

  /// A redirection with its target; `<<` announces a here-document.
  private mutating func scanRedirection() {
    let isDocument = text[position] == UInt8(ascii: "<") && peek(1) == UInt8(ascii: "<")
    let isString = isDocument && peek(2) == UInt8(ascii: "<")
    while position < text.count,
      [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&")].contains(text[position])
    {
      position += 1
    }
    if position < text.count, text[position] == UInt8(ascii: "("), !isDocument {
      position += 1
      scanList(until: .parenthesis)
      return
    }
    let stripsTabs =
      isDocument && !isString && position < text.count && text[position] == UInt8(ascii: "-")
    if stripsTabs { position += 1 }
    while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
    guard position < text.count, text[position] != UInt8(ascii: "\n") else { return }
    let target = scanWord(nil)
    if isDocument, !isString { pendingDocuments.append((Array(target.utf8), stripsTabs)) }
    if target.isEmpty, position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
  }

  /// Passes a line's end, and the here-documents that begin behind it.
  private mutating func advanceLine() {
    position += 1
    line += 1
    for document in pendingDocuments {
      while position < text.count {
        let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        var content = text[position..<end]
        if document.stripsTabs { content = content.drop { $0 == UInt8(ascii: "\t") } }
        position = min(end + 1, text.count)
        line += 1
        if content.elementsEqual(document.delimiter) { break }
      }
    }
    pendingDocuments = []
  }

  private mutating func take(into word: inout [UInt8]) {
    if text[position] == UInt8(ascii: "\n") { line += 1 }
    word.append(text[position])
    position += 1
  }

  private func peek(_ distance: Int) -> UInt8? {
    position + distance < text.count ? text[position + distance] : nil
  }
}
