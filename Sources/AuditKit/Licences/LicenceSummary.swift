public import SafeFiles

/// What a package's files say of its licences, put together.
public struct LicenceSummary: Sendable {
  /// Where something was found.
  public enum Source: Int, Sendable, Comparable {
    /// A licence's text in a file named for it.
    case licenceFile
    /// A tag, or a manifest in the place of tags.
    case tag
    /// A text or notice in another file.
    case text

    /// By weight.
    public static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// One place that says something of a licence.
  public struct Evidence: Sendable {
    /// What it says.
    public let expression: LicenseExpression
    /// Other names that the same text has: `GPL-2.0-or-later` beside `GPL-2.0-only`.
    public let alternatives: [LicenseTerm]
    /// Of what kind the place is.
    public let source: Source
    /// The file, from the root.
    public let path: RelativePath
    /// The line, from 1.
    public let line: Int
    /// The last line of the text; the same as `line` for tags.
    public let lastLine: Int
    /// How alike the words are; 1 for tags.
    public let similarity: Double
  }

  /// A place that says something that cannot be used.
  struct Invalid {
    let path: RelativePath
    let line: Int?
    let problem: String
  }

  /// The package.
  public let package: AuditPackage
  /// Everything that was found, by path and line.
  public internal(set) var evidence: [Evidence] = []
  /// Files that are named like a licence, with what is in them.
  public internal(set) var licenceFiles: [RelativePath] = []
  var unrecognised: [(path: RelativePath, message: String)] = []
  var invalid: [Invalid] = []
  /// What tags say, as read before.
  var expressions: [String: LicenseExpression] = [:]

  /// What the licence files nearest to the package's folder say; without such files, everything.
  public var main: LicenseExpression? {
    let files = evidence.filter { $0.source == .licenceFile && !$0.isException }
    let depth = files.map { $0.path.components.count }.min()
    let top = files.filter { $0.path.components.count == depth }
    return LicenseExpression.all(of: settled(top.isEmpty ? evidence : top))?.normal
  }

  /// All that the package says: every expression found anywhere, joined by AND.
  public var concluded: LicenseExpression? {
    LicenseExpression.all(of: settled(evidence))?.normal
  }

  /// The expressions of `part`, a bare text of the GNU family in the form that notices give it.
  ///
  /// A text alone does not say "only" or "or later"; notices and tags anywhere in the package do.
  private func settled(_ part: [Evidence]) -> [LicenseExpression] {
    let said = Set(
      Set(evidence.lazy.filter { $0.alternatives.isEmpty }.map(\.expression)).flatMap(\.terms))
    var expressions: [LicenseExpression] = []
    var seen: Set<LicenseExpression> = []
    for item in part where !item.isException {
      // Most files of a package say the same.
      if item.alternatives.isEmpty, !seen.insert(item.expression).inserted { continue }
      let choices = item.alternatives.filter { choice in
        said.contains { $0.identifier == choice.identifier }
      }
      if choices.isEmpty {
        expressions.append(item.expression)
      } else {
        // The notices themselves are there already, with their exceptions.
        let spoken = said.filter { term in choices.contains { $0.identifier == term.identifier } }
        expressions += spoken.sorted().map { .term($0) }
      }
    }
    return expressions
  }
}

extension LicenceSummary.Evidence {
  /// Whether this is an exception's text, which is no licence by itself.
  var isException: Bool {
    if case .term(let term) = expression, term.exception == nil,
      LicenseList.exception(named: term.identifier) != nil
    {
      return LicenseList.license(named: term.identifier) == nil
    }
    return false
  }
}
