extension Finding.Rule {
  /// What code-scanning services sort by: `security` where a finding may be an attack or a
  /// vulnerability, and the name of the rule's group.
  ///
  /// At most ten are shown (GitHub, "SARIF support for code scanning").
  public var tags: [String] {
    let group = String(id.prefix { $0 != "-" })
    return isAboutSecurity ? ["security", group] : [group]
  }

  /// The score that code-scanning services grade a security finding by; nil for any other.
  ///
  /// From 7 it is shown as high, from 4 as medium, below as low (GitHub, "SARIF support for code
  /// scanning"). Critical, over 9, is left to people.
  public var securitySeverity: String? {
    guard isAboutSecurity else { return nil }
    return switch severity {
    case .error: "8.0"
    case .warning: "5.5"
    case .note: "2.0"
    }
  }

  private var isAboutSecurity: Bool {
    Self.securityGroups.contains { id.hasPrefix("\($0)-") }
  }

  /// Files that differ from the lock, hidden content, downloads and network access during a build, and
  /// known vulnerabilities.
  private static let securityGroups = [
    "integrity", "hidden", "fetches", "vulnerability", "offline",
  ]
}
