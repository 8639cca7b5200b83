/// Words with their quotes and substitutions.
extension ShellScanner {
  /// One word, its quotes removed; what it substitutes is scanned as commands.
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

  /// Takes the character behind a backslash; the end of a line is not part of the word.
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

  /// Scans `$(…)`, `$((…))` or `` `…` `` where one comes next, and puts a mark into the word; false
  /// when there is none.
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
