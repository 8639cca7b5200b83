public import Findings
public import SafeFiles

/// What a repository has decided about its vendored sources: `assetkit.toml`.
public struct Policy: Hashable, Sendable {
  /// Licences that may be used; nil when the policy does not say, which allows all.
  public var allowedLicenses: LicenseTerms?
  /// Licences that may not be used.
  public var deniedLicenses = LicenseTerms()
  /// How much findings of a rule matter here; `.some(nil)` switches the rule off.
  public var severities: [String: Severity?] = [:]
  /// Findings that are known and suppressed for a while.
  public var exceptions: [Exception] = []
  /// Who has looked at what.
  public var reviews: [Review] = []
  /// Whether every package needs a review of its present tree.
  public var requiresReviews = false

  /// A policy that leaves everything at its default.
  public init() {}

  /// Findings of one rule that are suppressed until a day.
  public struct Exception: Hashable, Sendable {
    /// The rule's identifier.
    public var rule: String
    /// The package; nil for every package and the host.
    public var package: String?
    /// A file, or a folder and all below it, from the root; nil for every path.
    public var path: RelativePath?
    /// Why it is suppressed.
    public var reason: String
    /// The last day on which it is.
    public var until: CivilDate
    /// The line in the policy, for messages.
    public var line: Int

    /// Whether this exception speaks of the finding, whatever the day.
    func covers(_ entry: Finding) -> Bool {
      guard rule == entry.rule.id else { return false }
      if let package, package != entry.package { return false }
      if let path { return entry.path?.isInside(path) ?? false }
      return true
    }
  }

  /// Somebody's word that they have looked at one state of a package.
  public struct Review: Hashable, Sendable {
    /// The package's name.
    public var package: String
    /// The `tree` digest that was looked at.
    public var tree: String
    /// What they say.
    public var note: String
    /// The line in the policy, for messages.
    public var line: Int
  }

  /// The severity of a rule here; nil when it is switched off.
  public func severity(of rule: Rule) -> Severity? {
    severities[rule.id] ?? rule.severity
  }
}
