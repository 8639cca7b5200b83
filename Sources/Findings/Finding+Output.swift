import SafeFiles
public import TextFormats

extension Finding {
  /// The finding as a line of text: `PLACE:LINE: SEVERITY: MESSAGE [RULE]`, safe on a terminal.
  ///
  /// The place is the file, or else the package; without either, the line begins with the severity.
  /// - Parameter folder: the folder that the paths are in, as the user named it; nil for the current
  ///   one.
  public func line(below folder: String? = nil) -> String {
    var place = package
    if let path {
      place = folder.map { "\($0)/\(path)" } ?? path.description
      if let line { place = "\(place ?? ""):\(line)" }
    }
    let text = (place.map { "\($0): " } ?? "") + "\(rule.severity): \(message) [\(rule.id)]"
    return Printable.line(text)
  }

  /// Findings as lines of text, grouped by remedy, with the remedy indented below each group.
  ///
  /// A group appears where its first finding would.
  /// - Complexity: O(n).
  public static func lines(of findings: [Finding], below folder: String? = nil) -> [String] {
    var groups: [[Finding]] = []
    var groupByRemedy: [String: Int] = [:]
    for finding in findings {
      if let group = groupByRemedy[finding.remedy] {
        groups[group].append(finding)
      } else {
        groupByRemedy[finding.remedy] = groups.count
        groups.append([finding])
      }
    }
    return groups.flatMap { group in
      group.map { $0.line(below: folder) } + [Printable.line("  remedy: \(group[0].remedy)")]
    }
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
