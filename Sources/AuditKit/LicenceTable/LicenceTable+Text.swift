import SafeFiles

extension LicenceTable {
  /// The width for which lines are wrapped.
  private static let terminalWidth = 80

  /// The table as lines of text: a head for each package, then its files by part and licence.
  public var text: String {
    let heads = [["PACKAGE", "DECLARED", "CONCLUDED", "CONFIDENCE"]] + rows.map(Self.head)
    var widths = [24, 20].enumerated().map { column, most in
      min(most, heads.map { $0[column].count }.max() ?? 0)
    }
    let rest = Self.terminalWidth - widths.reduce(0, +) - heads[0][3].count - 6
    widths.append(min(rest, heads.map { $0[2].count }.max() ?? 0))
    var lines = Self.lines(of: heads[0], widths)
    for (row, head) in zip(rows, heads.dropFirst()) {
      lines += Self.lines(of: head, widths)
      lines += Self.body(of: row)
    }
    return lines.joined(separator: "\n")
  }

  /// A line for each file: `PATH:LINE: EXPRESSION (WHERE)`.
  public var fileText: String {
    rows.flatMap(\.files).map { file in
      let part = file.part == .main ? "" : ", \(file.part.rawValue)"
      guard let expression = file.expression,
        let first = file.evidence.first(where: { !$0.isException })
      else {
        return "\(file.path): no licence stated"
          + (file.part == .main ? "" : " (\(file.part.rawValue))")
      }
      return "\(file.path):\(first.line): \(expression) (\(first.form.rawValue)\(part))"
    }.joined(separator: "\n")
  }

  private static func head(of row: Row) -> [String] {
    [
      row.package.version.isEmpty ? row.package.name : "\(row.package.name) \(row.package.version)",
      row.package.license ?? "-", row.concluded?.description ?? "-", row.confidence.rawValue,
    ]
  }

  private static func body(of row: Row) -> [String] {
    var lines: [String] = []
    var part: PackagePart?
    for count in row.counts {
      let name = count.part == part ? "" : count.part.rawValue
      let digits = String(count.files)
      let head =
        "  " + padded(name, 6) + String(repeating: " ", count: max(0, 6 - digits.count)) + digits
        + "  "
      let text = count.expression?.description ?? "no licence stated"
      for (index, line) in wrapped(text, terminalWidth - head.count).enumerated() {
        lines.append((index == 0 ? head : padded("", head.count)) + line)
      }
      part = count.part
    }
    for reason in row.reasons {
      for (index, line) in wrapped(reason, terminalWidth - 8).enumerated() {
        lines.append((index == 0 ? "  note: " : "        ") + line)
      }
    }
    return lines
  }

  /// The lines of a row whose cells are wrapped at spaces.
  private static func lines(of cells: [String], _ widths: [Int]) -> [String] {
    let columns = zip(cells, widths).map { wrapped($0, $1) } + [[cells[3]]]
    return (0..<(columns.map(\.count).max() ?? 0)).map { index in
      var line = ""
      for (column, cell) in columns.enumerated() {
        let text = index < cell.count ? cell[index] : ""
        line += column < widths.count ? padded(text, widths[column]) + "  " : text
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// `text` in lines of at most `width` characters; a longer word is a line by itself, and a licence
  /// stays with its exception if both fit.
  private static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var words = text.split(separator: " ").map(String.init)
    while let index = words.firstIndex(of: "WITH"), index > 0, index + 1 < words.count {
      let pair = words[index - 1...index + 1].joined(separator: "\u{A0}")
      words.replaceSubrange(
        index - 1...index + 1,
        with: pair.count <= width ? [pair] : [words[index - 1], "\u{0}WITH", words[index + 1]])
    }
    for word in words.map({ $0.replacing("\u{A0}", with: " ").replacing("\u{0}", with: "") }) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
