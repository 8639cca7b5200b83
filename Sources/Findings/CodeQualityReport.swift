public import SafeFiles
public import TextFormats

/// Findings as GitLab's Code Quality report, which its merge requests show beside the lines (GitLab
/// documentation, "Code Quality", "Code Quality report format").
///
/// It has no place for findings that were accepted. Where one has no file, or concerns a whole file,
/// it stands at the first line, since the format has no report without a line.
public struct CodeQualityReport: Sendable {
  /// What was found, in any order.
  public var findings: [Finding]
  /// The file to report findings without a path at.
  public var defaultPath: RelativePath

  /// The report of one run.
  public init(_ findings: [Finding], defaultPath: RelativePath) {
    self.findings = findings
    self.defaultPath = defaultPath
  }

  /// The document.
  public var json: JSON {
    let findings = findings.sorted()
    return .array(
      zip(findings, Finding.fingerprints(of: findings)).map { finding, fingerprint in
        let location: JSON = [
          "path": .string((finding.path ?? defaultPath).description),
          "lines": ["begin": .integer(finding.line ?? 1)],
        ]
        return [
          "description": .string("\(finding.message); \(finding.remedy)"),
          "check_name": .string(finding.rule.id),
          "fingerprint": .string("\(fingerprint.hash):\(fingerprint.number)"),
          "severity": .string(Self.severity(finding.rule.severity)),
          "location": location,
        ]
      })
  }

  /// One of `info`, `minor`, `major`, `critical` and `blocker`.
  private static func severity(_ severity: Finding.Severity) -> String {
    switch severity {
    case .note: "info"
    case .warning: "minor"
    case .error: "critical"
    }
  }
}
