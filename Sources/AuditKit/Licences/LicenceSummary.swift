import SafeFiles

/// The licences found in all files of a package.
struct LicenceSummary: Sendable {
  /// The kind of place in which a licence was found.
  enum Source: Int, Sendable, Comparable {
    /// A licence text in a licence file.
    case licenceFile
    /// A tag, or an entry of a manifest.
    case tag
    /// A text or notice in another file.
    case text

    /// Compares by precedence.
    static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
  }

  /// How a licence is stated.
  enum Form: String, Sendable {
    /// An `SPDX-License-Identifier`.
    case tag
    /// An entry of `REUSE.toml` or `.reuse/dep5`.
    case manifest
    /// The licence's own text.
    case text
    /// Words that name the licence.
    case notice
    /// `[[audit.clarify]]` of the policy.
    case clarified
  }

  /// One place in which a licence was found.
  struct Evidence: Sendable {
    /// The licence.
    let expression: LicenseExpression
    /// Other identifiers with the same text: `GPL-2.0-or-later` for `GPL-2.0-only`.
    let alternatives: [LicenseTerm]
    /// The kind of place.
    let source: Source
    /// How the licence is stated there.
    let form: Form
    /// The file, from the root.
    let path: RelativePath
    /// The line, from 1.
    let line: Int
    /// The last line of the text; the same as `line` for tags.
    let lastLine: Int
    /// The similarity of the words, up to 1; 1 for tags.
    let similarity: Double
  }

  /// A tag or manifest with an invalid licence expression.
  struct Invalid {
    let path: RelativePath
    let line: Int?
    let problem: String
  }

  /// The package.
  let package: AuditPackage
  /// Everything that was found, sorted by path and line.
  var evidence: [Evidence] = []
  /// The licence files of the package.
  var licenceFiles: [RelativePath] = []
  /// Licence files that were not recognised, and why.
  var unrecognised: [(path: RelativePath, message: String)] = []
  var invalid: [Invalid] = []
  /// Clarifications of the policy that do not fit their files, and why.
  var voidClarifications: [(clarification: Policy.Clarification, problem: String)] = []
  /// Parsed tags, by their text.
  var expressions: [String: LicenseExpression] = [:]

  /// The licence in the licence files nearest to the package's root; without any, in all files.
  var main: LicenseExpression? {
    let files = evidence.filter { $0.source == .licenceFile && !$0.isException }
    let depth = files.map { $0.path.components.count }.min()
    let top = files.filter { $0.path.components.count == depth }
    return LicenseExpression.all(of: settled(top.isEmpty ? evidence : top))?.normal
  }

  /// All licences of the package: every expression found anywhere, joined by AND.
  var concluded: LicenseExpression? {
    LicenseExpression.all(of: settled(evidence))?.normal
  }

  /// The expressions of `part`, with "only" or "or later" for texts of the GNU licences.
  ///
  /// The text does not tell which; notices and tags anywhere in the package do.
  func settled(_ part: [Evidence]) -> [LicenseExpression] {
    let said = Set(
      Set(evidence.lazy.filter { $0.alternatives.isEmpty }.map(\.expression)).flatMap(\.terms))
    var expressions: [LicenseExpression] = []
    var seen: Set<LicenseExpression> = []
    for item in part where !item.isException {
      // Most files of a package have the same licence.
      if item.alternatives.isEmpty, !seen.insert(item.expression).inserted { continue }
      let choices = item.alternatives.filter { choice in
        said.contains { $0.identifier == choice.identifier }
      }
      if choices.isEmpty {
        expressions.append(item.expression)
      } else {
        // The notices themselves are included already, with their exceptions.
        let spoken = said.filter { term in choices.contains { $0.identifier == term.identifier } }
        expressions += spoken.sorted().map { .term($0) }
      }
    }
    return expressions
  }
}

extension LicenceSummary.Evidence {
  /// Whether this is the text of an exception, which is not a licence by itself.
  var isException: Bool {
    if case .term(let term) = expression, term.exception == nil,
      LicenseList.exception(named: term.identifier) != nil
    {
      return LicenseList.license(named: term.identifier) == nil
    }
    return false
  }
}
