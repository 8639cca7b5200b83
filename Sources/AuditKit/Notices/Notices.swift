import SafeFiles
import VendorKit

/// What must be passed on with the packages: their licence texts, each once, and every copyright
/// statement.
public struct Notices: Sendable {
  /// Packages with the same licence and the same texts.
  struct Section: Sendable {
    /// The packages' names and versions.
    var packages: [String]
    /// Their licence; nil if unknown.
    let expression: String?
    /// Sentences that the licences require in the documentation.
    let acknowledgements: [String]
    /// The statements of the main parts' files.
    var copyrights = CopyrightRegister()
    /// The statements of files that are tests, tools, documentation or part of the build.
    var otherCopyrights = CopyrightRegister()
    /// Indices of ``Notices/texts``.
    let texts: [Int]

    /// The lines of the main parts' holders, with their years in all files.
    var copyrightLines: [String] {
      var all = copyrights
      all.addYears(of: otherCopyrights)
      return all.statements.map(\.description)
    }
    /// The lines of the other files' statements, without holders of the main parts.
    var otherLines: [String] {
      otherCopyrights.statements.filter { !copyrights.contains($0) }.map(\.description)
    }
  }

  /// A licence text.
  struct Text: Sendable {
    /// The name of the file; of a text in other files, the licence.
    let title: String
    /// The text with `\n` as line ending.
    let text: String
    /// The first section that has it.
    let section: Int
  }

  /// Something that is not in the notices.
  public struct Gap: Sendable {
    /// The package's name and version, or the file.
    public let location: String
    /// What is missing.
    public let problem: String
    /// What to do.
    public let remedy: String
    /// Whether the package has no text at all, so that the notices are incomplete.
    public let isWholePackage: Bool
  }

  /// The sections, in the order of their first packages.
  private(set) var sections: [Section] = []
  /// The texts, in the order in which they appear.
  private(set) var texts: [Text] = []
  /// What is missing.
  public private(set) var gaps: [Gap] = []

  /// The notices of all packages of a context, from one pass over their files.
  ///
  /// The texts of a package are the licence files that the lock names, else those in its main part,
  /// and the licences that stand only in other files of that part. Where nothing was recognised in a
  /// package without a licence file, it has none.
  ///
  /// - Throws: what reading the root throws, and `AuditError` for a tree that differs from the lock; a
  ///   file that cannot be read is a gap.
  public init(in context: AuditContext, threads: Int? = nil) throws {
    let scan = try NoticesScan(
      of: context, orElse: "no notices were written", threads: threads)
    for (summary, found) in zip(scan.summaries, scan.copyrights) {
      var reader = NoticeTexts(of: summary, in: context)
      reader.read()
      add(summary, found, reader)
    }
  }

  private mutating func add(
    _ summary: LicenceSummary, _ found: NoticesScan.Copyrights, _ reader: NoticeTexts
  ) {
    let package = summary.package
    let title = package.version.isEmpty ? package.name : "\(package.name) \(package.version)"
    gaps += reader.gaps
    if reader.texts.isEmpty {
      gaps.append(
        Gap(
          location: title, problem: "has no licence text",
          remedy: "list its licence files under license-files in vendor.lock",
          isWholePackage: true))
    } else if !reader.unquoted.isEmpty {
      gaps.append(
        Gap(
          location: title,
          problem: "does not contain the text of \(reader.unquoted.joined(separator: ", "))",
          remedy: "add the text to your notices if those files are part of your product",
          isWholePackage: false))
    }
    let indices = reader.texts.map { text in
      if let known = texts.firstIndex(where: { $0.text == text.text }) { return known }
      texts.append(Text(title: text.title, text: text.text, section: sections.count))
      return texts.count - 1
    }
    let expression = package.license ?? summary.concluded?.description
    let acknowledgements = reader.acknowledgements
    let same = sections.firstIndex {
      !indices.isEmpty && $0.texts == indices && $0.expression == expression
        && $0.acknowledgements == acknowledgements
    }
    if let same {
      sections[same].packages.append(title)
      sections[same].copyrights.add(found.main)
      sections[same].otherCopyrights.add(found.others)
    } else {
      var section = Section(
        packages: [title], expression: expression, acknowledgements: acknowledgements,
        texts: indices)
      section.copyrights.add(found.main)
      section.otherCopyrights.add(found.others)
      if !indices.isEmpty || !section.copyrightLines.isEmpty { sections.append(section) }
    }
  }
}
