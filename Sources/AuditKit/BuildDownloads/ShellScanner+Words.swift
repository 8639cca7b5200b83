/// Scans words with their quotes and substitutions.
extension ShellScanner {
  /// Scans a word and removes its quotes; substitutions in it are scanned as commands.
  mutating func scanWord(in closing: Closing?) -> String {
    var word: [UInt8] = []
    word: while let character = peek(), !isNext(closing) {
      switch character {
      case " ", "\t", "\r", "\n", ";", "&", "|", "(", ")", "<", ">": break word
      case "\\": takeEscaped(into: &word)
      case "'":
        position += 1
        while let character = peek(), character != "'" { take(into: &word) }
        position += 1
      case "\"":
        position += 1
        takeDoubleQuoted(into: &word)
      default:
        if !scanSubstitution(into: &word) { take(into: &word) }
      }
    }
    return String(decoding: word, as: UTF8.self)
  }

  /// Takes the character after a backslash; a line ending is not part of the word.
  private mutating func takeEscaped(into word: inout [UInt8]) {
    position += 1
    guard let character = peek() else { return }
    if character == "\n" { line += 1 } else { word.append(text[position]) }
    position += 1
  }

  private mutating func takeDoubleQuoted(into word: inout [UInt8]) {
    while let character = peek(), character != "\"" {
      if character == "\\", peek(1) != nil {
        position += 1
        take(into: &word)
      } else if !scanSubstitution(into: &word) {
        take(into: &word)
      }
    }
    position += 1
  }

  /// Scans `$(…)`, `$((…))` or `` `…` `` if one comes next, and puts a placeholder into the word;
  /// false if there is none.
  private mutating func scanSubstitution(into word: inout [UInt8]) -> Bool {
    guard canGoDeeper else { return false }
    let start: Int
    if peek() == "`" {
      position += 1
      start = position
      scanCommands(until: .backquote)
    } else if peek() == "$", peek(1) == "(" {
      position += 2
      start = position
      scanCommands(until: .parenthesis)
    } else if peek() == "$", peek(1) == "{" {
      takeBraces(into: &word)
      return true
    } else {
      return false
    }
    word += Array(
      (program(askedForIn: text[min(start, text.count)..<min(position, text.count)]) ?? "$(…)").utf8
    )
    return true
  }

  /// Takes `${…}`, which may contain blanks, as it is written; substitutions in it are scanned.
  private mutating func takeBraces(into word: inout [UInt8]) {
    depth += 1
    defer { depth -= 1 }
    for _ in 0..<2 { take(into: &word) }
    // One that is not closed must not take the rest of the script.
    while let character = peek(), character != "\n" {
      if character == "}" { return take(into: &word) }
      if character == "\"" || character == "'" {
        position += 1
      } else if !scanSubstitution(into: &word) {
        take(into: &word)
      }
    }
  }

  /// The program whose path `which NAME` or `command -v NAME` prints.
  private func program(askedForIn substitution: ArraySlice<UInt8>) -> String? {
    let first = substitution.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard let first, "wct".utf8.contains(first) else { return nil }
    let words = String(decoding: substitution.prefix(100), as: UTF8.self)
      .split { " \t`)|".contains($0) }.map(String.init)
    guard let first = words.first, words.count > 1 else { return nil }
    switch first {
    case "which": return words[1]
    case "command", "type":
      return words.count > 2 && ["-v", "-p", "-P"].contains(words[1]) ? words[2] : nil
    default: return nil
    }
  }

  private mutating func take(into word: inout [UInt8]) {
    if peek() == "\n" { line += 1 }
    word.append(text[position])
    position += 1
  }
}

/// Scans redirections and here-documents.
extension ShellScanner {
  /// Scans a redirection with its target; `<<` begins a here-document, `<<<` a string.
  ///
  /// - Parameter command: the command whose input or output it is.
  mutating func scanRedirection(of command: ShellCommand?) {
    let isDocument = peek() == "<" && peek(1) == "<" && peek(2) != "<"
    let isString = peek() == "<" && peek(1) == "<" && peek(2) == "<"
    while peek() == "<" || peek() == ">" || peek() == "&" { position += 1 }
    if peek() == "(", !isDocument, !isString {
      // `<(…)`: what the commands print, as a file.
      position += 1
      scanCommands(until: .parenthesis)
      return
    }
    let stripsTabs = isDocument && peek() == "-"
    if stripsTabs { position += 1 }
    while peek() == " " { position += 1 }
    guard let next = peek(), next != "\n" else { return }
    let target = scanWord(in: nil)
    if isDocument {
      pendingDocuments.append(
        HereDocument(
          delimiter: Array(target.utf8), stripsTabs: stripsTabs,
          interpreter: (command?.readsScript ?? false) ? command?.words[0] : nil))
    }
    // Skip a character that cannot begin a word, which would be scanned again.
    if target.isEmpty, let next = peek(), next != "\n" { position += 1 }
  }

  /// Skips a line ending and the here-documents that begin after it.
  mutating func passLineEnd() {
    position += 1
    line += 1
    for document in pendingDocuments { skip(document) }
    pendingDocuments = []
  }

  private mutating func skip(_ document: HereDocument) {
    let (first, start) = (line, min(position, text.count))
    var content = start..<start
    while position < text.count {
      let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      var contentOfLine = text[position..<end]
      if document.stripsTabs { contentOfLine = contentOfLine.drop { $0 == UInt8(ascii: "\t") } }
      position = min(end + 1, text.count)
      line += 1
      if contentOfLine.elementsEqual(document.delimiter) { break }
      content = start..<position
    }
    if let interpreter = document.interpreter {
      let script = String(decoding: text[content], as: UTF8.self)
      record(ShellCommand(line: first, words: [interpreter, "-c", script]))
    }
  }
}
