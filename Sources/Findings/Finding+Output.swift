import SafeFiles
public import TextFormats

extension Finding {
  /// The finding as a line of text: `PLACE:LINE: SEVERITY: MESSAGE [RULE]`, safe on a terminal.
  ///
  /// The place is the file, or else the package; without either, the line begins with the severity.
  /// - Parameters:
  ///   - folder: the folder that the paths are in, as the user named it; nil for the current one.
  ///   - isColored: whether the severity is in colour and the rule dim, for a terminal.
  public func line(below folder: String? = nil, isColored: Bool = false) -> String {
    var place = package
    if let path {
      place = folder.map { "\($0)/\(path)" } ?? path.description
      if let line { place = "\(place ?? ""):\(line)" }
    }
    return line(at: place, message, isColored)
  }

  private func line(at place: String?, _ message: String, _ isColored: Bool) -> String {
    let severity = "\(rule.severity)"
    let name = "[\(rule.id)]"
    return Printable.line(place.map { "\($0): " } ?? "")
      + (isColored ? rule.severity.color(severity) : severity)
      + Printable.line(": \(message) ") + (isColored ? "\u{1B}[2m\(name)\u{1B}[0m" : name)
  }

  /// Findings as lines of text: errors first, notes last, those with one remedy together, and the
  /// remedy indented below them.
  ///
  /// - Complexity: O(n).
  public static func lines(
    of findings: [Finding], below folder: String? = nil, isColored: Bool = false
  ) -> [String] {
    groups(of: findings, below: folder, isColored: isColored).flatMap { lines, remedy in
      lines + [Printable.line("  remedy: \(remedy)")]
    }
  }

  /// Findings as lines of text, grouped by remedy: errors first and notes last, so a group appears
  /// where the first of its most severe findings would. Notes are groups of their own.
  ///
  /// Where one rule has many warnings or notes about one package, the first few are listed, and a line
  /// says how many more there are.
  ///
  /// - Parameter lister: what lists all of them.
  /// - Complexity: O(n).
  public static func groups(
    of findings: [Finding], below folder: String? = nil, isColored: Bool = false,
    listedBy lister: String = "--json"
  ) -> [(lines: [String], remedy: String)] {
    struct Key: Hashable {
      let isNote: Bool
      let remedy: String
    }
    var groups: [[Finding]] = []
    var groupByKey: [Key: Int] = [:]
    for severity in Severity.allCases.reversed() {
      for finding in findings where finding.rule.severity == severity {
        let key = Key(isNote: severity == .note, remedy: finding.remedy)
        if let group = groupByKey[key] {
          groups[group].append(finding)
        } else {
          groupByKey[key] = groups.count
          groups.append([finding])
        }
      }
    }
    return groups.map { group in
      (folded(group, below: folder, isColored, lister), group[0].remedy)
    }
  }

  /// How many findings of one rule about one package are listed as text; nil for all.
  private static func limit(_ severity: Severity) -> Int? {
    switch severity {
    case .error: nil
    case .warning: 10
    case .note: 3
    }
  }

  /// The lines of a group; where a rule has more findings about a package than are listed, with a line
  /// that counts the rest after the last one listed.
  private static func folded(
    _ group: [Finding], below folder: String?, _ isColored: Bool, _ lister: String
  ) -> [String] {
    struct Key: Hashable {
      let rule: String
      let package: String?
      let entry: String?
    }
    func key(_ finding: Finding) -> Key {
      Key(rule: finding.rule.id, package: finding.package, entry: finding.entry)
    }
    let all = Dictionary(grouping: group, by: key)
    var listed: [Key: Int] = [:]
    return group.flatMap { finding -> [String] in
      let key = key(finding)
      let same = all[key] ?? []
      let number = listed[key, default: 0] + 1
      listed[key] = number
      let line = finding.line(below: folder, isColored: isColored)
      // A line that counts one finding would take the place of that finding.
      guard let limit = limit(finding.rule.severity), same.count > limit + 1 else { return [line] }
      if number > limit { return [] }
      if number < limit { return [line] }
      let rest = same.dropFirst(limit)
      let files = Set(rest.map(\.path)).count
      let more = "\(rest.count) more in \(files) file\(files == 1 ? "" : "s"); \(lister) lists all"
      return [line, finding.line(at: finding.package ?? finding.entry, more, isColored)]
    }
  }
}

extension Finding.Severity {
  /// `text` in the colour of the severity: red, yellow or cyan (ECMA-48, SGR).
  fileprivate func color(_ text: String) -> String {
    let number =
      switch self {
      case .error: 31
      case .warning: 33
      case .note: 36
      }
    return "\u{1B}[\(number)m\(text)\u{1B}[0m"
  }
}

extension Finding {
  /// The finding as `--json` shows it: `rule`, `severity`, `package`, `entry`, `path`, `line`,
  /// `message` and `remedy`; of a vulnerability also `advisory`, `aliases` and `score`. Keys without a
  /// value are left out.
  public var json: JSON {
    [
      "rule": .string(rule.id),
      "severity": .string(rule.severity.rawValue),
      "package": package.map(JSON.string),
      "entry": entry.map(JSON.string),
      "path": path.map { .string($0.description) },
      "line": line.map(JSON.integer),
      "message": .string(message),
      "remedy": .string(remedy),
      "advisory": vulnerability.map { .string($0.id) },
      "aliases": vulnerability.map { .strings($0.aliases) },
      "score": vulnerability?.score.map { .number("\($0)") },
    ]
  }
}
