import SafeFiles
import VendorKit

/// The licence texts of one package.
struct NoticeTexts {
  let summary: LicenceSummary
  let context: AuditContext

  /// The texts with their titles: whole licence files first, then parts of other files.
  private(set) var texts: [(title: String, text: String)] = []
  /// Files that could not be read.
  private(set) var gaps: [Notices.Gap] = []
  /// Licences that files of the main part name and whose texts are not in the package.
  private(set) var unquoted: [String] = []
  /// Sentences that the licences require.
  private(set) var acknowledgements: [String] = []

  /// The words of the licences quoted so far.
  private var quotedWords: Set<[UInt32]> = []

  init(of summary: LicenceSummary, in context: AuditContext) {
    self.summary = summary
    self.context = context
  }

  private var package: AuditPackage { summary.package }

  /// Reads the texts.
  mutating func read() {
    let files = licenceFiles
    for path in files { readFile(path, isLocked: !package.licenseFiles.isEmpty) }
    let others = ownEvidence.filter { !files.contains($0.path) && !$0.isException }
    readParts(of: others.filter { $0.form == .text && $0.lastLine > $0.line })
    findUnquoted()
    // A choice says its texts together; another notice is of use where its licence is not quoted.
    let missing = Set(unquoted)
    readParts(
      of: others.filter { item in
        guard item.form == .notice, item.lastLine - item.line >= Self.fewLines else { return false }
        return item.isChoice
          || item.expression.terms.contains { missing.contains($0.identifier) }
      })
    let names = Set(ownEvidence.flatMap(\.expression.terms).map(\.identifier))
    acknowledgements = Acknowledgement.sentences(
      for: names, texts: texts.map(\.text))
  }

  /// A notice of fewer lines only names its licence.
  private static let fewLines = 4

  /// The licence files that the lock names; else those of the main part; else all.
  private var licenceFiles: [RelativePath] {
    if !package.licenseFiles.isEmpty { return package.licenseFiles.map(package.path.appending) }
    let main = summary.licenceFiles.filter { summary.part(of: $0) == .main }
    return (main.isEmpty ? summary.licenceFiles : main).sorted()
  }

  /// What was found in the main part and in the README at the top.
  private var ownEvidence: [LicenceSummary.Evidence] {
    summary.evidence.filter { item in
      let part = summary.part(of: item.path)
      let isTop = item.path.components.count == package.path.components.count + 1
      return part == .main || (isTop && item.path.isReadme)
    }
  }

  private mutating func readFile(_ path: RelativePath, isLocked: Bool) {
    do {
      let lines = try lines(of: path)
      add(title(of: path), lines.joined(separator: "\n"))
      for item in summary.evidence where item.path == path && item.form == .text {
        if let words = words(of: item, lines) { quotedWords.insert(words) }
      }
    } catch {
      gaps.append(
        Notices.Gap(
          location: path.description, problem: error.problem,
          remedy: error.remedy
            ?? (isLocked ? "correct license-files in vendor.lock" : "make the file readable"),
          isWholePackage: false))
    }
  }

  private mutating func readParts(of evidence: [LicenceSummary.Evidence]) {
    for (path, parts) in Dictionary(grouping: evidence, by: \.path).sorted(by: { $0.key < $1.key })
    {
      readParts(of: path, parts)
    }
  }

  /// Adds the licences in a file that is not a licence file, unless the same words came before.
  private mutating func readParts(of path: RelativePath, _ parts: [LicenceSummary.Evidence]) {
    // A file that was readable a moment ago; without it, its licence is reported as unquoted.
    guard !parts.isEmpty, let lines = try? self.lines(of: path) else { return }
    for part in parts {
      guard let words = words(of: part, lines), quotedWords.insert(words).inserted else { continue }
      let block = CommentBlock(lines[(part.line - 1)..<part.lastLine])
      add("\(part.expression), from \(title(of: path))", block.text)
    }
  }

  private mutating func add(_ title: String, _ text: String) {
    guard !texts.contains(where: { $0.text == text }), !text.isEmpty else { return }
    texts.append((title, text))
  }

  private func title(of path: RelativePath) -> String {
    path.components.dropFirst(package.path.components.count).map(\.description)
      .joined(separator: "/")
  }

  private func words(
    of item: LicenceSummary.Evidence, _ lines: [Substring]
  ) -> [UInt32]? {
    guard item.line >= 1, item.lastLine <= lines.count else { return nil }
    var words = LicenseWords()
    let text = lines[(item.line - 1)..<item.lastLine].joined(separator: "\n")
    Array(text.utf8).withUnsafeBytes { words.append($0, line: 1) }
    return words.hashes
  }

  /// The licences of the main part without a text, a text of the same GNU licence counting for all
  /// its notices.
  private mutating func findUnquoted() {
    let files = Set(licenceFiles)
    let own = Set(ownEvidence.map(\.path)).union(files)
    var quoted: Set<String> = []
    for item in summary.evidence
    where (item.form == .text && own.contains(item.path)) || item.form == .clarified {
      quoted.formUnion(item.stems)
    }
    var missing: Set<String> = []
    for item in ownEvidence where item.form != .text && !item.isException {
      // Of a choice, one licence is enough.
      if item.isChoice, !quoted.isDisjoint(with: item.stems) { continue }
      for term in item.expression.terms where !quoted.contains(term.stem) {
        // Some packages keep the texts in their documentation.
        let elsewhere = summary.evidence.first { other in
          other.form == .text && other.stems.contains(term.stem)
        }
        if let elsewhere {
          readParts(of: elsewhere.path, [elsewhere])
          quoted.insert(term.stem)
        } else {
          missing.insert(term.identifier)
        }
      }
    }
    unquoted = missing.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: - Files

  /// The most links that are followed from a licence file.
  private static let limitLinks = 8

  /// The lines of a file of the package, without white space at the end.
  ///
  /// A licence file may be a link to another one of the package; a link that leads out is refused.
  private func lines(
    of path: RelativePath
  ) throws(FileError) -> [Substring] {
    var path = path
    for _ in 0..<Self.limitLinks {
      guard try context.root.status(of: path).kind == .symbolicLink else { break }
      path = try target(of: path)
    }
    let bytes = try context.root.readFile(path, limitBytes: 16 << 20).filter { $0 != 0x0D }
    guard !bytes.prefix(8192).contains(0), !bytes.starts(with: "%PDF".utf8) else {
      throw FileError(
        .other, at: path.description, "is not text",
        remedy: "add what it says to your notices yourself")
    }
    // Page breaks and a byte order mark are no part of the text.
    let text = String(decoding: bytes, as: UTF8.self)
      .unicodeScalars.filter { $0 != "\u{0C}" && $0 != "\u{FEFF}" }
    var lines = Printable.lines(String(String.UnicodeScalarView(text)))
      .split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.allSatisfy(\.isWhitespace) ?? false { lines.removeLast() }
    return lines
  }

  private func target(of link: RelativePath) throws(FileError) -> RelativePath {
    let text = try context.root.readLink(link)
    var components = link.components.dropLast().map(\.bytes)
    for part in text.split(separator: UInt8(ascii: "/")) where Array(part) != Array(".".utf8) {
      if Array(part) == Array("..".utf8) {
        if components.isEmpty { break }
        components.removeLast()
      } else {
        components.append(Array(part))
      }
    }
    let joined = Array(components.joined(separator: [UInt8(ascii: "/")]))
    guard text.first != UInt8(ascii: "/"), let path = try? RelativePath(bytes: joined),
      path.isInside(package.path)
    else {
      throw FileError(
        .link, at: link.description,
        "links to '\(Printable.text(of: text))', which is outside the package")
    }
    return path
  }
}

extension LicenceSummary.Evidence {
  /// Whether the licence is one of several to choose from.
  fileprivate var isChoice: Bool { if case .or = expression { true } else { false } }

  /// The licences, those of the GNU licences without "only" and "or later", which have one text.
  fileprivate var stems: Set<String> { Set((expression.terms + alternatives).map(\.stem)) }
}

extension LicenseTerm {
  fileprivate var stem: String { LicenseList.gnuFamily(of: identifier) ?? identifier }
}
