import SafeFiles

/// The choices of licences that a package offers, each in the folder that it is about: "MIT or GPL" in
/// the README of a copied library offers nothing of the package around it.
///
/// A choice is a folder's, see ``LicenceFolders``,
///
/// - if a licence file begins with it, unless that file lists other people's licences;
/// - if a `Cargo.toml` or the like beside the licence files offers it, or a README there, in a sentence
///   about itself that no other one narrows;
/// - if more than half of its code files state it, and its licence files have or name all licences of
///   the choice;
/// - if the lock declares it for the package, and the folder is the package's own; all licences of the
///   choice must be found in the package, since a declaration does not replace a text.
struct LicenceChoices {
  private let folders: LicenceFolders
  private let choices: [RelativePath: [LicenseExpression]]
  /// Folders with the text of the LGPL 3.0, a part of which the text of the GPL 3.0 beside it is.
  private let lesser: Set<RelativePath>

  /// Gathers the choices.
  ///
  /// - Parameter codeFiles: the paths of the package's code files; only asked for where licence files
  ///   leave open what the other files choose.
  /// - Complexity: O(n) for n places.
  init(of summary: LicenceSummary, codeFiles: () -> [RelativePath]) {
    let folders = LicenceFolders(
      root: summary.package.path, licenceFiles: summary.licenceFiles)
    self.folders = folders
    var statements: [RelativePath: Statements] = [:]
    let licenceFiles = Set(summary.licenceFiles)
    for item in summary.evidence where !item.isOfBuildTools {
      let home = folders.home(of: item.path)
      if licenceFiles.contains(item.path) {
        statements[home, default: Statements()].add(ofLicenceFile: item)
      } else {
        statements[home, default: Statements()].add(
          item, isBesideLicence: folders.isBesideLicence(item.path),
          isMain: summary.part(of: item.path) == .main)
      }
    }
    lesser = Set(statements.filter { $0.value.includesGPLInLGPL }.keys)
    var sizes: [RelativePath: Int]?
    var choices: [RelativePath: [LicenseExpression]] = [:]
    for (folder, statement) in statements {
      var found = statement.offered
      for (choice, count) in statement.counts where statement.supplies(choice) {
        if sizes == nil {
          sizes = codeFiles().filter { summary.part(of: $0) == .main }
            .reduce(into: [:]) { $0[folders.home(of: $1), default: 0] += 1 }
        }
        if count * 2 > sizes?[folder] ?? 0 { found.insert(choice) }
      }
      if folder == folders.root { found.formUnion(summary.declaredChoices) }
      choices[folder] = found.sorted {
        $0.description.utf8.lexicographicallyPrecedes($1.description.utf8)
      }
    }
    self.choices = choices
  }

  /// The choice of which a place only supplies or names one licence; nil if it stands for itself.
  func choice(of item: LicenceSummary.Evidence) -> LicenseExpression? {
    guard item.isSupply, !choices.isEmpty else { return nil }
    let names = item.names
    return choices[folders.home(of: item.path)]?.first { $0.offers(names) }
  }

  /// Whether a place is the text of the GPL 3.0 only because that of the LGPL 3.0 needs it.
  func isOfLesser(_ item: LicenceSummary.Evidence) -> Bool {
    item.isBareGPL3 && lesser.contains(folders.home(of: item.path))
  }
}

/// What the files of one folder say.
private struct Statements {
  /// Choices that licence files and descriptions offer.
  private var fromFiles: Set<LicenseExpression> = []
  /// Choices of a README, and the licences that it names alone.
  private var fromReadme: Set<LicenseExpression> = []
  private var namedInReadme: Set<String> = []
  /// How many code files of the main part state each choice.
  private(set) var counts: [LicenseExpression: Int] = [:]
  /// The licences that licence files have or name.
  private var supplied: Set<String> = []
  /// The licence file whose first statement has been seen.
  private var begun: RelativePath?
  private var hasLesserText = false
  private var namesGPL3 = false

  var offered: Set<LicenseExpression> {
    fromFiles.union(
      fromReadme.filter { choice in
        !choice.terms.contains { namedInReadme.contains($0.identifier) }
      })
  }

  func supplies(_ choice: LicenseExpression) -> Bool {
    choice.terms.allSatisfy { $0.isNamed(in: supplied) }
  }

  var includesGPLInLGPL: Bool { hasLesserText && !namesGPL3 }

  /// Adds a place in a licence file; those of one file follow each other, in the order of their lines.
  mutating func add(ofLicenceFile item: LicenceSummary.Evidence) {
    let names = item.names
    if item.form == .text, names.contains("LGPL-3.0-only") { hasLesserText = true }
    if !item.isBareGPL3, names.contains(where: { $0.hasPrefix("GPL-3.0") }) { namesGPL3 = true }
    supplied.formUnion(names)
    let isFirst = begun != item.path
    begun = item.path
    if isFirst, item.expression.isChoice, !item.isOfOthers {
      fromFiles.insert(item.expression.normal)
    }
  }

  /// Adds a place in another file.
  mutating func add(_ item: LicenceSummary.Evidence, isBesideLicence: Bool, isMain: Bool) {
    let names = item.names
    if names.contains(where: { $0.hasPrefix("GPL-3.0") }) { namesGPL3 = true }
    if isBesideLicence, PackageManifest.isManifest(item.path) {
      // "(MIT OR Apache-2.0) AND Unicode-DFS-2016" offers a choice too.
      fromFiles.formUnion(item.expression.normal.conjuncts.filter(\.isChoice))
    } else if isBesideLicence, item.path.isReadme {
      if !item.expression.isChoice {
        namedInReadme.formUnion(names)
      } else if item.isAboutItself {
        fromReadme.insert(item.expression.normal)
      }
    } else if isMain, item.expression.isChoice,
      SourceKind.isCode(ending: item.path.fileExtension)
    {
      counts[item.expression.normal, default: 0] += 1
    }
  }
}

extension LicenceSummary {
  /// The choices that the lock declares, if all their licences are found in the package.
  fileprivate var declaredChoices: [LicenseExpression] {
    guard let license = package.license,
      let declared = try? LicenseExpression(parsing: license).normal
    else { return [] }
    let choices = declared.conjuncts.filter(\.isChoice)
    guard !choices.isEmpty else { return [] }
    let found = evidence.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    return choices.filter { $0.terms.allSatisfy { $0.isNamed(in: found) } }
  }
}

extension LicenceSummary.Evidence {
  /// The identifiers of its licences, and of those with the same text.
  var names: Set<String> {
    Set(expression.terms.map(\.identifier) + alternatives.map(\.identifier))
  }

  /// Whether it may be no more than the text or the name of a licence that is offered elsewhere. A file
  /// that offers a choice itself means that one. A text does not say what it applies to, if it is not in a
  /// source; nor do the GNU texts, wherever they are.
  fileprivate var isSupply: Bool {
    !expression.isChoice && !isOfOthers
      && (source == .licenceFile || namesFile
        || form == .text
          && (!alternatives.isEmpty || !SourceKind.isSource(ending: path.fileExtension)))
  }

  fileprivate var isBareGPL3: Bool {
    form == .text && source == .licenceFile && expression.single?.identifier == "GPL-3.0-only"
      && !alternatives.isEmpty
  }

  /// Whether the file lists the licences of what the package contains of others.
  fileprivate var isOfOthers: Bool {
    let words = path.lastComponent.description.lowercased().filter(\.isLetter)
    return words == "licensesmd"
      || Self.othersWords.contains { words.contains($0) }
  }

  private static let othersWords = [
    "thirdparty", "rdparty", "bundled", "notice", "credits", "acknowledg", "vendored", "dependenc",
  ]
}

extension LicenseTerm {
  /// Whether a text of one of these names is this licence's.
  fileprivate func isNamed(in names: Set<String>) -> Bool {
    names.contains(identifier)
      || identifier == "Artistic-1.0-Perl" && names.contains("Artistic-1.0")
  }
}

extension LicenseExpression {
  /// Whether one licence of several is enough.
  var isChoice: Bool { if case .or = self { true } else { false } }

  /// Whether this is a choice one of whose terms has one of these names.
  func offers(_ names: Set<String>) -> Bool {
    isChoice && terms.contains { $0.isNamed(in: names) }
  }
}
