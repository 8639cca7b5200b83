import SafeFiles

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
    return (place.map { "\($0): " } ?? "") + "\(rule.severity): \(message) [\(rule.id)]"
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
      group.map { $0.line(below: folder) } + ["  remedy: \(group[0].remedy)"]
    }
  }
}
