import TextFormats

extension Notices {
  /// Statements that a section shows at once; more are folded away.
  private static let shownLines = 6
  /// The longest text, in lines, that is shown at once.
  private static let shownText = 30

  /// The notices as one HTML page without scripts or external references; what is long is folded.
  public var html: String {
    var page: Markup = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><title>Notices</title>
      <style>body{font:16px/1.5 system-ui,sans-serif;max-width:46em;margin:2em auto;\
      padding:0 1em;color-scheme:light dark}h2{margin:2em 0 0;font-size:1.2em;\
      overflow-wrap:anywhere}p{margin:.3em 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;\
      font-size:.8em}ul{margin:.5em 0;padding:0;list-style:none;font-size:.9em}\
      summary{cursor:pointer}.licence{opacity:.75}</style>
      <h1>Notices</h1>

      """
    for (index, section) in sections.enumerated() { page += html(of: section, at: index) }
    page += "</html>\n"
    return page.text
  }

  private func html(of section: Section, at index: Int) -> Markup {
    var page: Markup = "<h2>\(section.packages.joined(separator: ", "))</h2>\n"
    if let expression = section.expression { page += "<p class=\"licence\">\(expression)</p>\n" }
    for sentence in section.acknowledgements { page += "<p>\(sentence)</p>\n" }
    let lines = section.copyrightLines
    page += Self.list(Array(lines.prefix(Self.shownLines)))
    page += Self.folded(
      "\(lines.count - Self.shownLines) more copyright statements",
      Array(lines.dropFirst(Self.shownLines)))
    let others = section.otherLines
    page += Self.folded(
      "\(others.count) in tests, tools, documentation and build files", others)
    for number in section.texts {
      let text = texts[number]
      if text.section != index {
        let owner = sections[text.section].packages[0]
        page += "<p>\(text.title): the same text as of \(owner)</p>\n"
      } else if text.text.count(where: { $0 == "\n" }) < Self.shownText {
        page += "<pre>\(text.text)</pre>\n"
      } else {
        page += """
          <details><summary>\(text.title)</summary>
          <pre>\(text.text)</pre></details>

          """
      }
    }
    return page
  }

  private static func list(_ lines: [String]) -> Markup {
    if lines.isEmpty { return "" }
    let items = lines.map { line -> Markup in "<li>\(line)</li>\n" }
    return "<ul>\n\(items)</ul>\n"
  }

  private static func folded(_ title: String, _ lines: [String]) -> Markup {
    if lines.isEmpty { return "" }
    return "<details><summary>\(title)</summary>\n\(list(lines))</details>\n"
  }
}
