/// Scans redirections and here-documents.
extension ShellScanner {
  /// Scans a redirection with its target; `<<` begins a here-document, `<<<` a string.
  mutating func scanRedirection() {
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
        HereDocument(delimiter: Array(target.utf8), stripsTabs: stripsTabs))
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
    while position < text.count {
      let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      var content = text[position..<end]
      if document.stripsTabs { content = content.drop { $0 == UInt8(ascii: "\t") } }
      position = min(end + 1, text.count)
      line += 1
      if content.elementsEqual(document.delimiter) { return }
    }
  }
}
