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
    /// An entry of `REUSE.toml` or `.reuse/dep5`, or a choice that ``PackageManifest`` reads.
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
    /// Whether it goes on with the name of a licence file, where the package may offer more.
    var namesFile = false
    /// Whether it speaks of the file or the package that it is in, not of another one.
    var isAboutItself = true
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
  /// Files whose content tells that they are scripts, see ``PackagePart``.
  var scripts: Set<RelativePath> = []
  /// Licence files that were not recognised, and why.
  var unrecognised: [(path: RelativePath, message: String)] = []
  var invalid: [Invalid] = []
  /// The choices that the package offers; nil before all evidence is there.
  var choices: LicenceChoices?
  /// Files that take back a part of what their licence gives, see ``UseRestriction``.
  var restricted: [(path: RelativePath, line: Int, message: String)] = []
  /// Clarifications of the policy that do not fit their files, and why.
  var voidClarifications: [(clarification: Policy.Clarification, problem: String)] = []
  /// Parsed tags, by their text.
  var expressions: [String: LicenseExpression] = [:]
  /// What is meant by a "BSD licence" and a "libpng licence" here, from the licence file that is
  /// `depth` folders down.
  var bsd: (name: String, depth: Int)?
  var libpng: (name: String, depth: Int)?
  /// How many folders down the nearest licence file is with the text of a licence, by identifier.
  var texts: [String: Int] = [:]
  /// The exceptions that licence files give, by the licence: `GPL-2.0` and the like.
  var exceptions: [String: String] = [:]

  /// The licence in the licence files nearest to the package's root; without any, in all files.
  var main: LicenseExpression? {
    LicenseExpression.all(of: settled(mainEvidence, choices: choices))?.normal
  }

  /// The evidence for ``main``.
  var mainEvidence: [Evidence] {
    let files = evidence.filter { $0.source == .licenceFile && !$0.isException }
    let depth = files.map { $0.path.components.count }.min()
    let top = files.filter { $0.path.components.count == depth }
    return top.isEmpty ? evidence : top
  }

  /// The licence of the package: that of its main part, or ``main`` where that says nothing.
  ///
  /// This is what "concluded" means everywhere: in tables, notices and bills of materials. A policy
  /// judges ``everything``, because all of it is in the repository.
  var concluded: LicenseExpression? {
    let found = evidence.filter { part(of: $0.path) == .main }
    return LicenseExpression.all(of: settled(found, choices: choices))?.normal ?? main
  }

  /// Every licence found in any file of the package, joined by AND.
  var everything: LicenseExpression? {
    LicenseExpression.all(of: settled(evidence, choices: choices))?.normal
  }

  /// The part of the package that a file belongs to.
  func part(of path: RelativePath) -> PackagePart {
    PackagePart(of: path, in: package, isScript: scripts.contains(path))
  }

  /// The expressions of `part`, with "only" or "or later" for texts of the GNU licences, and with
  /// the choice of their folder for the texts in licence files that only supply it.
  ///
  /// The text does not tell "or later"; notices and tags in the package do, but not those of the
  /// files that autotools add, nor with the exceptions of single files.
  ///
  /// - Parameter choices: the choices of the package; without them each text stands for itself.
  /// - Complexity: linear in `part`, and in all evidence if a bare GNU text is in it.
  func settled(
    _ part: [Evidence], choices: LicenceChoices? = nil
  ) -> [LicenseExpression] {
    let said =
      part.allSatisfy { $0.alternatives.isEmpty }
      ? []
      : Set(
        evidence.lazy.filter { $0.alternatives.isEmpty && !$0.isOfBuildTools }.flatMap(
          \.expression.terms))
    var expressions: [LicenseExpression] = []
    var seen: Set<LicenseExpression> = []
    for item in part where !item.isException {
      if choices?.isOfLesser(item) ?? false { continue }
      if let choice = choices?.choice(of: item) {
        expressions.append(choice)
        continue
      }
      // Most files of a package have the same licence.
      if item.alternatives.isEmpty, !seen.insert(item.expression).inserted { continue }
      let spoken = said.filter { term in
        item.alternatives.contains { $0.identifier == term.identifier }
      }
      let plain = spoken.filter { $0.exception == nil }
      if spoken.isEmpty || item.alternatives.contains(where: { $0.exception != nil }) {
        expressions.append(item.expression)
      } else {
        expressions += (plain.isEmpty ? spoken : plain).sorted().map { .term($0) }
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

  /// What autoreconf, automake, libtool and gettextize add to a release.
  private static let buildTools: Set<String> = [
    "configure", "makefile.in", "config.guess", "config.sub", "config.rpath", "compile", "depcomp",
    "install-sh", "ltmain.sh", "missing", "mkinstalldirs", "test-driver", "ylwrap", "ar-lib",
    "py-compile", "mdate-sh", "texinfo.tex", "compile_et",
  ]

  /// Whether the file is one that autotools add to a package, which says nothing about the rest.
  var isOfBuildTools: Bool {
    let name = path.lastComponent.description
    return name.hasSuffix(".m4") || Self.buildTools.contains(name.lowercased())
  }
}

extension LicenseExpression {
  /// The expressions that all apply.
  var conjuncts: [LicenseExpression] { if case .and(let parts) = self { parts } else { [self] } }

  /// The term where this is no more than one.
  var single: LicenseTerm? { if case .term(let term) = self { term } else { nil } }

  /// Whether licences of these names are enough for it: one of each choice.
  func isSatisfied(by names: Set<String>) -> Bool {
    isSatisfied { names.contains($0.identifier) }
  }

  /// Whether the terms that are accepted are enough for it: one of each choice.
  func isSatisfied(by accepts: (LicenseTerm) -> Bool) -> Bool {
    switch self {
    case .term(let term): accepts(term)
    case .and(let parts): parts.allSatisfy { $0.isSatisfied(by: accepts) }
    case .or(let parts): parts.contains { $0.isSatisfied(by: accepts) }
    }
  }
}
