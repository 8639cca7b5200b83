import SafeFiles
import VendorKit

/// The licences of packages, file by file: `vendor licences`.
public struct LicenceTable: Sendable {
  /// How far the concluded licence can be relied on.
  enum Confidence: String, Sendable {
    /// Every licence text or tag of the main part was recognised.
    case high
    /// Something is only similar, or few files say a licence.
    case medium
    /// A licence file of the main part was not recognised.
    case low
    /// No licence was found.
    case none
  }

  /// A file and its licence.
  struct File: Sendable {
    /// The path from the root.
    let path: RelativePath
    /// The part of the package that it belongs to.
    let part: PackagePart
    /// What the file itself says; nil if it says nothing.
    let expression: LicenseExpression?
    /// The places that say it, in reading order.
    let evidence: [LicenceSummary.Evidence]
  }

  /// The number of files of one part with one licence.
  struct Count: Sendable {
    let part: PackagePart
    /// Nil for the files that say nothing.
    let expression: LicenseExpression?
    let files: Int
  }

  /// A package.
  struct Row: Sendable {
    let package: AuditPackage
    /// The licence of the main part: of its licence files and of its other files.
    let concluded: LicenseExpression?
    /// The licence of all files together.
    let everything: LicenseExpression?
    let confidence: Confidence
    /// Why the confidence is not high, as sentences.
    let reasons: [String]
    /// All regular files, sorted by path.
    let files: [File]
    /// The files by part and licence, the main part and the commonest licence first.
    let counts: [Count]
  }

  /// The packages, in the order of the lock.
  let rows: [Row]

  /// Reads the files of these packages of a context; of all, if `packages` is empty.
  ///
  /// - Throws: what reading the root throws, and `AuditError` for packages that differ from the lock; a
  ///   file that cannot be read says nothing.
  public init(in context: AuditContext, packages: [String] = [], threads: Int? = nil) throws {
    let chosen = context.packages.indices.filter {
      packages.isEmpty || packages.contains(context.packages[$0].name)
    }
    let files = TreeWalk(root: context.root, packages: context.packages).files.filter { file in
      file.package.map(chosen.contains) ?? false
    }
    let summaries = try LicenceSummary.summaries(of: files, in: context, threads: threads) {
      try context.requirePinnedFiles(
        $0, of: chosen.map { context.packages[$0].name }, orElse: "no licences were concluded")
    }
    rows = chosen.map { index in
      Row(summaries[index], files.filter { $0.package == index && $0.kind == .file })
    }
  }
}

extension LicenceTable.Row {
  fileprivate init(_ summary: LicenceSummary, _ files: [AuditedFile]) {
    let package = summary.package
    self.package = package
    let evidence = Dictionary(grouping: summary.evidence, by: \.path)
    self.files = files.map { file in
      let found = evidence[file.path] ?? []
      return LicenceTable.File(
        path: file.path, part: summary.part(of: file.path),
        expression: LicenseExpression.all(of: summary.settled(found))?.normal, evidence: found)
    }
    let main = self.files.filter { $0.part == .main }
    concluded = summary.concluded
    everything = summary.everything
    let verdict = LicenceConfidence(of: summary, main: main)
    (confidence, reasons) = (verdict.confidence, verdict.reasons)
    counts = Self.counts(of: self.files)
  }

  private static func counts(of files: [LicenceTable.File]) -> [LicenceTable.Count] {
    struct Key: Hashable {
      let part: PackagePart
      let expression: LicenseExpression?
    }
    var numbers: [Key: Int] = [:]
    for file in files {
      numbers[Key(part: file.part, expression: file.expression), default: 0] += 1
    }
    // What says nothing comes last in its part.
    func order(_ count: LicenceTable.Count) -> (PackagePart, Int, Int, String) {
      (
        count.part, count.expression == nil ? 1 : 0, -count.files,
        count.expression?.description ?? ""
      )
    }
    return numbers.map {
      LicenceTable.Count(part: $0.key.part, expression: $0.key.expression, files: $0.value)
    }.sorted { order($0) < order($1) }
  }
}
