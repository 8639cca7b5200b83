/// Prepares scripts for `BuildSyntax`: whatever it cannot tell from code becomes blanks.
enum ScriptText {
  /// `text` without documentation and here-documents, its other command quotes as backquotes; every
  /// line keeps its place.
  static func prepared(_ text: [UInt8], _ language: ScriptLanguage) -> [UInt8] {
    guard language.name == .perl || language.name == .ruby else { return text }
    var text = text
    var delimiter: [UInt8]?
    var isDocumentation = false
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      let line = text[start..<end]
      if let mark = delimiter {
        if line.drop(while: isBlank).elementsEqual(mark) { delimiter = nil }
        blank(&text, start..<end)
      } else if isDocumentation {
        isDocumentation = !(line.starts(with: "=cut".utf8) || line.starts(with: "=end".utf8))
        blank(&text, start..<end)
      } else if line.elementsEqual("__END__".utf8) || line.elementsEqual("__DATA__".utf8) {
        blank(&text, start..<text.count)
        break
      } else if line.first == UInt8(ascii: "="), line.count > 1, isLetter(line[start + 1]) {
        isDocumentation = true
        blank(&text, start..<end)
      } else {
        delimiter = hereDocument(in: line)
        quoteCommands(in: &text, start..<end)
      }
      start = end + 1
    }
    return text
  }

  /// The word that ends the here-document that begins on a line: `<<EOF`, `<<~'EOF'`.
  private static func hereDocument(in line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.count > 4 else { return nil }
    for index in line.indices.dropLast(3)
    where line[index] == UInt8(ascii: "<") && line[index + 1] == UInt8(ascii: "<") {
      let rest = line[(index + 2)...].drop { "~-\"'".utf8.contains($0) }
      let word = rest.prefix { $0.isIdentifier }
      // A number is shifted by a blank or a lower-case name.
      if let first = word.first, (0x41...0x5F).contains(first), word.count > 1 {
        return Array(word)
      }
    }
    return nil
  }

  /// Writes backquotes for the delimiters of Perl's `qx{…}` and Ruby's `%x{…}`.
  private static func quoteCommands(in text: inout [UInt8], _ range: Range<Int>) {
    guard range.count > 3 else { return }
    for index in range.dropLast(3)
    where text[index + 1] == UInt8(ascii: "x")
      && (text[index] == UInt8(ascii: "q") || text[index] == UInt8(ascii: "%"))
      && (index == range.lowerBound || !isLetter(text[index - 1]))
    {
      guard let open = text[(index + 2)..<range.upperBound].firstIndex(where: { !isBlank($0) }),
        let pair = ["{}", "()", "[]", "||", "//", "!!"].map({ Array($0.utf8) })
          .first(where: { $0[0] == text[open] }),
        let close = text[(open + 1)..<range.upperBound].lastIndex(of: pair[1])
      else { continue }
      blank(&text, index..<open)
      text[open] = UInt8(ascii: "`")
      text[close] = UInt8(ascii: "`")
    }
  }

  /// Overwrites everything but line endings.
  static func blank(_ text: inout [UInt8], _ range: Range<Int>) {
    for index in range where text[index] != UInt8(ascii: "\n") { text[index] = UInt8(ascii: " ") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "\r")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte.isLetter || byte == UInt8(ascii: "_")
  }
}
