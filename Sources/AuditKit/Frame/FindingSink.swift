public import SafeFiles

/// Takes findings of one group, and keeps only so many of each rule.
public struct FindingSink: Sendable {
  /// The most findings of one rule that are kept; the rest are counted.
  public static let limitOfRule = 1000

  /// One finding as a group reports it; the severity is the policy's business.
  public struct Entry: Hashable, Sendable {
    /// What was looked for.
    public let rule: Rule
    /// The package, nil for the host and for the repository as a whole.
    public let package: String?
    /// The file, from the root.
    public let path: RelativePath?
    /// The line, from 1.
    public let line: Int?
    /// What is the matter here, without a full stop.
    public let message: String
    /// What to do about it.
    public let remedy: String?
  }

  /// What was kept.
  public private(set) var entries: [Entry] = []
  /// How many findings of each rule were reported, kept or not.
  public private(set) var counts: [Rule: Int] = [:]

  /// An empty sink.
  public init() {}

  /// Reports one finding.
  ///
  /// Give what makes it unique in path, line and message: equal findings are shown once.
  public mutating func report(
    _ rule: Rule, package: String? = nil, path: RelativePath? = nil, line: Int? = nil,
    _ message: String, remedy: String? = nil
  ) {
    counts[rule, default: 0] += 1
    guard counts[rule, default: 0] <= Self.limitOfRule else { return }
    entries.append(
      Entry(
        rule: rule, package: package, path: path, line: line, message: message, remedy: remedy))
  }

  /// Reports a finding in a file.
  public mutating func report(
    _ rule: Rule, in file: AuditedFile, of context: AuditContext, line: Int? = nil,
    _ message: String, remedy: String? = nil
  ) {
    report(
      rule, package: context.package(of: file)?.name, path: file.path, line: line, message,
      remedy: remedy)
  }
}
