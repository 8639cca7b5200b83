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
    if peek() == "`" {
      position += 1
      scanCommands(until: .backquote)
    } else if peek() == "$", peek(1) == "(" {
      position += 2
      scanCommands(until: .parenthesis)
    } else {
      return false
    }
    word += Array("$(…)".utf8)
    return true
  }

  private mutating func take(into word: inout [UInt8]) {
    if peek() == "\n" { line += 1 }
    word.append(text[position])
    position += 1
  }
}
