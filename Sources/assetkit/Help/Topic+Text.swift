extension Topic {
  /// Its text for a terminal of 80 columns, laid out as the parser lays out the help of commands.
  var text: String {
    var blocks = ["TOPIC: \(rawValue), \(summary)"]
    for part in parts {
      switch part {
      case .paragraph(let text):
        blocks.append(Self.wrapped(text, indent: 0))
      case .example(let text):
        blocks.append(
          text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n"))
      case .list(let heading, let items):
        blocks.append(Self.block("\(heading):", items))
      case .table(let table):
        let title = table.path.isEmpty ? "Keys and tables:" : "\(table.header): \(table.meaning)"
        blocks.append(Self.block(title, table.keys))
      }
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static let width = 80

  /// A title, and below it names with their meanings: in the column of the parser's help, or behind
  /// the longest name of things that have no type.
  private static func block(_ title: String, _ items: [Item]) -> String {
    let longest = items.map { $0.type == nil ? $0.name.count + 4 : 0 }.max() ?? 0
    return ([wrapped(title, indent: 0)] + items.map { lines(for: $0, column: max(26, longest)) })
      .joined(separator: "\n")
  }

  /// A name, and its meaning beside it or, where the name is long, below it.
  private static func lines(for item: Item, column: Int) -> String {
    let name = "  \(item.name)" + (item.type.map { " <\($0)>" } ?? "")
    let meaning = wrapped(item.meaning, indent: column)
    guard name.count < column else { return "\(name)\n\(meaning)" }
    return name + meaning.dropFirst(name.count)
  }

  /// `text` in lines of at most 80 characters, each after `indent` spaces.
  private static func wrapped(_ text: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}
