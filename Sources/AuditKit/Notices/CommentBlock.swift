/// Lines of a comment without the comment marks.
struct CommentBlock {
  /// The text, with `\n` between lines.
  let text: String

  init(_ lines: some Sequence<Substring>) {
    var stripped = lines.map(Self.stripped)
    while stripped.first?.isEmpty ?? false { stripped.removeFirst() }
    while stripped.last?.isEmpty ?? false { stripped.removeLast() }
    let indents = stripped.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    let indent = indents.min() ?? 0
    text = stripped.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
  }

  private static let marks = [
    "///", "//", "/**", "/*", "**", "*", "##", "#", ";;", ";", "--", "%%", "%", ".\\\"", "!",
  ]

  /// A line without what marks it as a comment, and without white space at its end.
  private static func stripped(_ line: Substring) -> String {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    if rest.hasPrefix("dnl") {
      rest = rest.dropFirst(3)
    } else if let mark = marks.first(where: { rest.hasPrefix($0) }) {
      rest = rest.dropFirst(mark.count)
    } else {
      rest = line
    }
    var text = rest.replacing("\t", with: "    ")
    for end in ["*/", "-->"] where text.hasSuffix(end) { text.removeLast(end.count) }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
