import SafeFiles

/// The choices of licences that a package offers, each in the folder that it is about: "MIT or GPL" in
/// the README of a copied library offers nothing of the package around it.
///
/// A choice is a folder's, see ``LicenceFolders``,
///
/// - if a licence file offers it, unless that file lists other people's licences;
/// - if a README, a `Cargo.toml` or the like beside the licence files does;
/// - if at least half of the other files that state a licence do, and the licence files have or name
///   all licences of the choice.
struct LicenceChoices {
  /// What the files of one folder say.
  private struct Statements {
    /// Choices that licence files and descriptions offer.
    var offered: Set<LicenseExpression> = []
    /// How many other files offer a choice, and how many state a licence.
    var counts: [LicenseExpression: Int] = [:]
    var files = 0
    /// The licences that licence files have or name.
    var supplied: Set<String> = []

    /// The choices, in the same order in every run.
    var choices: [LicenseExpression] {
      let frequent = counts.filter { choice, count in
        count * 2 >= files && choice.terms.allSatisfy { $0.isNamed(in: supplied) }
      }
      return offered.union(frequent.keys)
        .sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) }
    }

    mutating func add(_ item: LicenceSummary.Evidence, isBesideLicence: Bool) {
      let isLicenceFile = item.source == .licenceFile
      let isOffer =
        isLicenceFile ? !item.isOfOthers : isBesideLicence && item.isDescription
      if isLicenceFile { supplied.formUnion(item.names) } else { files += 1 }
      guard item.expression.isChoice else { return }
      if isOffer { offered.insert(item.expression) }
      if !isLicenceFile { counts[item.expression, default: 0] += 1 }
    }
  }

  private let folders: LicenceFolders
  private let choices: [RelativePath: [LicenseExpression]]

  /// - Complexity: O(n) for n places, if one of them offers a choice.
  init(of summary: LicenceSummary) {
    let folders = LicenceFolders(
      root: summary.package.path, licenceFiles: summary.licenceFiles)
    self.folders = folders
    var statements: [RelativePath: Statements] = [:]
    if summary.evidence.contains(where: \.expression.isChoice) {
      for item in summary.evidence where !item.isOfBuildTools {
        statements[folders.home(of: item.path), default: Statements()].add(
          item, isBesideLicence: folders.isBesideLicence(item.path))
      }
    }
    choices = statements.mapValues(\.choices)
  }

  /// The choice of which a place only supplies or names one licence; nil if it stands for itself.
  func choice(of item: LicenceSummary.Evidence) -> LicenseExpression? {
    guard item.isSupply, !choices.isEmpty else { return nil }
    let names = item.names
    return choices[folders.home(of: item.path)]?.first { $0.offers(names) }
  }

  /// Whether a place only supplies or names a licence of `choice`, which the whole package declares.
  func isSupply(_ item: LicenceSummary.Evidence, of choice: LicenseExpression) -> Bool {
    item.isSupply && choice.offers(item.names) && folders.home(of: item.path) == folders.root
  }
}

extension LicenceSummary.Evidence {
  /// The identifiers of its licences, and of those with the same text.
  var names: Set<String> {
    Set(expression.terms.map(\.identifier) + alternatives.map(\.identifier))
  }

  /// Whether it may be no more than the text or the name of a licence that is offered elsewhere. A file
  /// that offers a choice itself means that one, and the GNU texts do not say what they apply to,
  /// wherever they are.
  fileprivate var isSupply: Bool {
    !expression.isChoice
      && (source == .licenceFile || namesFile || form == .text && !alternatives.isEmpty)
  }

  /// Whether the file describes the package beside it.
  fileprivate var isDescription: Bool {
    PackageManifest.isManifest(path) || fileName.hasPrefix("readme")
  }

  /// Whether the file lists the licences of what the package contains of others.
  fileprivate var isOfOthers: Bool {
    let words = fileName.filter(\.isLetter)
    return Self.othersWords.contains { words.contains($0) }
  }

  private static let othersWords = [
    "thirdparty", "rdparty", "bundled", "notice", "credits", "acknowledg", "vendored", "dependenc",
  ]

  private var fileName: String { path.lastComponent.description.lowercased() }
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
