/// Parses words with their quotes and substitutions.
extension ShellParser {
  /// Parses a word and removes its quotes; substitutions in it are parsed as commands.
  mutating func parseWord(until closing: UInt8?) -> ShellTokens.Word {
    let start = position
    passOrdinary()
    guard position < tokens.text.count, tokens.text[position] != closing,
      Self.isSpecial(tokens.text[position])
    else {
      let end = position
      // A character that begins no word.
      if position == start { position += 1 }
      return ShellTokens.Word(range: start..<end)
    }
    var word = ShellTokens.Word(range: start..<start, isCopied: true)
    let copied = tokens.copied.count
    tokens.copied += tokens.text[start..<position]
    while position < tokens.text.count, tokens.text[position] != closing {
      let byte = tokens.text[position]
      switch byte {
      case UInt8(ascii: "\\"): takeEscaped()
      case UInt8(ascii: "'"), UInt8(ascii: "\""): takeQuoted(byte, &word)
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        if !takeSubstitution(&word) { take() }
      default:
        let first = position
        passOrdinary()
        if position == first {
          word.range = copied..<tokens.copied.count
          return word
        }
        tokens.copied += tokens.text[first..<position]
      }
    }
    word.range = copied..<tokens.copied.count
    return word
  }

  /// Passes the bytes that stand for themselves; `$` does where no substitution follows.
  private mutating func passOrdinary() {
    let limit = tokens.text.count
    while position < limit {
      let byte = tokens.text[position]
      if Self.isOrdinary(byte) {
        if dialect == .m4,
          byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
            || byte == UInt8(ascii: ",")
        {
          return
        }
      } else if byte == UInt8(ascii: "$") {
        let next = peek(1)
        if next == UInt8(ascii: "(") || next == UInt8(ascii: "{") { return }
      } else {
        return
      }
      position += 1
    }
  }

  /// Whether a byte is part of a word and stands for itself, `$` not included.
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
      UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "$"):
      false
    default: !isSpecial(byte)
    }
  }

  /// Whether a byte begins a part of a word that does not stand for itself.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"),
      UInt8(ascii: "$"):
      true
    default: false
    }
  }

  private mutating func take() {
    tokens.copied.append(tokens.text[position])
    position += 1
  }

  /// Takes the character after a backslash; a line ending is not part of the word.
  private mutating func takeEscaped() {
    position += 1
    guard position < tokens.text.count else { return }
    if tokens.text[position] == UInt8(ascii: "\n") { position += 1 } else { take() }
  }

  private mutating func takeQuoted(_ quote: UInt8, _ word: inout ShellTokens.Word) {
    let copied = tokens.copied.count
    position += 1
    if quote == UInt8(ascii: "'") {
      let end = tokens.text[position...].firstIndex(of: quote) ?? tokens.text.count
      tokens.copied += tokens.text[position..<end]
      position = end
    } else {
      takeDoubleQuoted(&word)
    }
    position = min(position + 1, tokens.text.count)
    receiver.take(
      quoted: tokens.copied[copied...], quote, ofWord: wordNumber)
  }

  private mutating func takeDoubleQuoted(_ word: inout ShellTokens.Word) {
    while position < tokens.text.count {
      let byte = tokens.text[position]
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"):
        // Elsewhere, a backslash between double quotes stands for itself.
        switch peek(1) {
        case UInt8(ascii: "$"), UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "\\"),
          UInt8(ascii: "\n"):
          takeEscaped()
        default: take()
        }
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        if !takeSubstitution(&word) { take() }
      default:
        let start = position
        while position < tokens.text.count, !Self.isSpecialInQuotes(tokens.text[position]) {
          position += 1
        }
        tokens.copied += tokens.text[start..<position]
      }
    }
  }

  private static func isSpecialInQuotes(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "'") && isSpecial(byte)
  }

  /// Parses `$(…)`, `$((…))` or `` `…` `` if one comes next, and puts a placeholder into the word;
  /// false if there is none. `$(NAME)` is a variable of make.
  private mutating func takeSubstitution(_ word: inout ShellTokens.Word) -> Bool {
    guard canGoDeeper else { return false }
    let closing: UInt8
    if tokens.text[position] == UInt8(ascii: "`") {
      position += 1
      closing = UInt8(ascii: "`")
    } else if peek(1) == UInt8(ascii: "{") {
      takeBraces(&word)
      return true
    } else if peek(1) == UInt8(ascii: "(") {
      if let end = endOfMakeVariable() {
        tokens.copied += tokens.text[position..<end]
        position = end
        return true
      }
      position += 2
      closing = UInt8(ascii: ")")
    } else {
      return false
    }
    let start = position
    receiver.beginList()
    parseList(until: closing)
    receiver.endList(ofWord: wordNumber)
    word.isSubstitution = true
    if let program = program(askedForIn: tokens.text[start..<position]) {
      tokens.copied += program
    } else {
      tokens.copied += "$(…)".utf8
    }
    return true
  }

  private func endOfMakeVariable() -> Int? {
    var end = position + 2
    while end < tokens.text.count,
      tokens.text[end].isCapital || tokens.text[end].isDigit
        || tokens.text[end] == UInt8(ascii: "_")
    {
      end += 1
    }
    guard end > position + 2, end < tokens.text.count, tokens.text[end] == UInt8(ascii: ")")
    else { return nil }
    return end + 1
  }

  /// Takes `${…}`, which may contain blanks, as it is written; substitutions in it are parsed.
  private mutating func takeBraces(_ word: inout ShellTokens.Word) {
    depth += 1
    defer { depth -= 1 }
    for _ in 0..<2 { take() }
    // One that is not closed must not take the rest of the script.
    while position < tokens.text.count, tokens.text[position] != UInt8(ascii: "\n") {
      switch tokens.text[position] {
      case UInt8(ascii: "}"): return take()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): position += 1
      case UInt8(ascii: "$"), UInt8(ascii: "`"):
        if !takeSubstitution(&word) { take() }
      default: take()
      }
    }
  }

  /// The program whose path `which NAME` or `command -v NAME` prints.
  private func program(askedForIn substitution: ArraySlice<UInt8>) -> [UInt8]? {
    let first = substitution.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard let first, "wct".utf8.contains(first) else { return nil }
    let words = String(decoding: substitution.prefix(100), as: UTF8.self)
      .split { " \t`)|".contains($0) }.map(String.init)
    guard let first = words.first, words.count > 1 else { return nil }
    switch first {
    case "which": return Array(words[1].utf8)
    case "command", "type":
      return words.count > 2 && ["-v", "-p", "-P"].contains(words[1]) ? Array(words[2].utf8) : nil
    default: return nil
    }
  }
}
