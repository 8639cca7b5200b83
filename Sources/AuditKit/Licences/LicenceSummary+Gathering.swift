import SafeFiles
import VendorKit

extension LicenceSummary {
  /// A summary for every package of the context, in the order of the lock, without the rest of an
  /// audit.
  ///
  /// - Throws: what reading the root throws; a file that cannot be read is ignored.
  static func summaries(
    in context: AuditContext, threads: Int? = nil
  ) throws -> [LicenceSummary] {
    let tree = TreeWalk(root: context.root, packages: context.packages)
    return try summaries(
      of: tree.files.filter { $0.package != nil }, in: context, threads: threads)
  }

  /// A summary for every package, of these files.
  ///
  /// - Parameter check: looks at the scan, which has digests, before anything is concluded.
  static func summaries(
    of files: [AuditedFile], in context: AuditContext, threads: Int?,
    after check: ([FileScan.Result]) throws -> Void = { _ in }
  ) throws -> [LicenceSummary] {
    let scan = FileScan(context: context, groups: [LicenceGroup()])
    var facts: [(file: AuditedFile, facts: LicenceFacts)] = []
    let results = try scan.results(of: files, threads: threads)
    try check(results)
    for result in results {
      if let found = result.facts.first?.facts as? LicenceFacts {
        facts.append((result.file, found))
      }
    }
    return summaries(of: facts, in: context)
  }

  /// A summary for every package, in the order of the lock.
  static func summaries(
    of files: [(file: AuditedFile, facts: LicenceFacts)], in context: AuditContext
  ) -> [LicenceSummary] {
    var summaries = context.packages.map { LicenceSummary(package: $0) }
    for (file, facts) in files where facts.isLicenceFile {
      guard let package = file.package else { continue }
      summaries[package].note(textsOf: facts, file)
    }
    for (file, facts) in files {
      guard let package = file.package else { continue }
      summaries[package].add(facts, of: file)
    }
    for (file, facts) in files {
      guard let package = file.package else { continue }
      if let bytes = facts.manifest {
        summaries[package].add(Manifest(bytes, at: file.path), at: file.path)
      }
      if let bytes = facts.description,
        let stated = PackageManifest(bytes, at: file.path).license
      {
        summaries[package].evidence.append(
          Evidence(
            expression: stated.expression, alternatives: [], source: .tag, form: .manifest,
            path: file.path, line: stated.line, lastLine: stated.line, similarity: 1))
      }
    }
    for index in summaries.indices {
      summaries[index].clarify(in: context)
      summaries[index].evidence.sort {
        ($0.path, $0.line, $0.source) < ($1.path, $1.line, $1.source)
      }
      let summary = summaries[index]
      summaries[index].choices = LicenceChoices(of: summary) {
        summary.package.codeFiles(in: context.root)
      }
    }
    return summaries
  }

  private mutating func add(_ facts: LicenceFacts, of file: AuditedFile) {
    if facts.isScript { scripts.insert(file.path) }
    for tag in facts.tags { add(tag.text, as: .tag, file.path, tag.line) }
    // PATENTS speak of what others restrict.
    if let (phrase, line) = facts.restriction, !file.name.lowercased().hasPrefix("patents") {
      restricted.append((file.path, line, "restricts what its licence gives: \(phrase)"))
    }
    if facts.isLicenceFile {
      licenceFiles.append(file.path)
      checkRest(of: facts, file)
    }
    let tagged = facts.tags.compactMap { expressions[$0.text] }
    // What names a licence twice need not name its file twice.
    let naming = facts.items.filter(\.namesFile)
    for item in facts.items {
      // A tag is more exact than the notice below it; a full text counts beside a tag, unless it
      // only supplies what the tag offers.
      if item.kind == .header || item.kind == .statement, !facts.tags.isEmpty { continue }
      if item.kind == .text, tagged.contains(where: { $0.offers(item.identifiers) }) { continue }
      // BSD-4-Clause-UC is the text of BSD-4-Clause with a name filled in.
      if facts.tags.contains(where: { tag in
        item.identifiers.contains { tag.text.hasPrefix($0 + "-") }
      }) {
        continue
      }
      let parts = item.parts.map(expression(of:))
      guard let expression = item.isChoice ? .any(of: parts) : LicenseExpression.all(of: parts)
      else { continue }
      let exception = expression.terms.first?.exception
      evidence.append(
        Evidence(
          expression: expression,
          alternatives: item.twins.map { LicenseTerm(identifier: $0, exception: exception) },
          source: facts.isLicenceFile ? .licenceFile : .text,
          form: item.hasText ? .text : .notice, path: file.path,
          line: item.lines.lowerBound, lastLine: item.lines.upperBound,
          namesFile: naming.contains { $0.parts == item.parts }, isAboutItself: item.isAboutItself,
          similarity: item.similarity))
    }
  }

  /// Notes which of several texts a "BSD licence" and a "libpng licence" is in this package: that of
  /// the licence file nearest to its root. The same for a licence without its version, and for "with an
  /// exception".
  private mutating func note(textsOf facts: LicenceFacts, _ file: AuditedFile) {
    let depth = file.path.components.count
    for item in facts.items where item.kind == .text || item.hasText {
      for case .expression(let expression) in item.parts {
        for term in expression.terms {
          guard let exception = term.exception else { continue }
          exceptions[LicenseList.gnuFamily(of: term.identifier) ?? term.identifier] = exception
        }
      }
      for name in item.identifiers {
        texts[name] = min(depth, texts[name] ?? depth)
        for (prefix, isFirst) in [("BSD-", \Self.bsd), ("libpng", \Self.libpng)]
          as [(String, WritableKeyPath<Self, (name: String, depth: Int)?>)]
        where name.lowercased().hasPrefix(prefix.lowercased()) {
          if depth < self[keyPath: isFirst]?.depth ?? .max {
            self[keyPath: isFirst] = (name, depth)
          }
        }
      }
    }
  }

  private func expression(of part: LicenseStatement.Part) -> LicenseExpression {
    switch part {
    case .expression(let expression): expression
    case .someBSD: .term(LicenseTerm(identifier: bsd?.name ?? "BSD-3-Clause"))
    case .libpng: .term(LicenseTerm(identifier: libpng?.name ?? "libpng-2.0"))
    case .family(let identifiers): .term(LicenseTerm(identifier: member(of: identifiers)))
    case .excepted(let identifier):
      .term(
        LicenseTerm(
          identifier: identifier,
          exception: LicenseList.gnuFamily(of: identifier).flatMap { exceptions[$0] }))
    }
  }

  /// Which licence of a family is meant here: the one whose text is nearest to the package's root,
  /// else the newest.
  private func member(of identifiers: [String]) -> String {
    let present = identifiers.compactMap { name in texts[name].map { (name, $0) } }
    func version(_ identifier: String) -> [Int] {
      identifier.split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? 0 }
    }
    return present.min { $0.1 < $1.1 }?.0
      ?? identifiers.max { version($0).lexicographicallyPrecedes(version($1)) } ?? identifiers[0]
  }

  private mutating func add(
    _ text: String, as form: Form, _ path: RelativePath, _ line: Int
  ) {
    do {
      let expression = try expressions[text] ?? LicenseExpression(parsing: text)
      expressions[text] = expression
      if let name = expression.unlistedNames.first {
        invalid.append(
          Invalid(path: path, line: line, problem: "'\(name)' is not on the SPDX list"))
      }
      evidence.append(
        Evidence(
          expression: expression, alternatives: [], source: .tag, form: form, path: path,
          line: line,
          lastLine: line, similarity: 1))
    } catch {
      let shown = Printable.text(of: Array(text.utf8.prefix(80)))
      invalid.append(Invalid(path: path, line: line, problem: "'\(shown)': \(error)"))
    }
  }

  /// Reports a licence file with much unrecognised text, which may contain further terms.
  private mutating func checkRest(of facts: LicenceFacts, _ file: AuditedFile) {
    let name = file.name.lowercased()
    let rest = facts.wordCount - facts.recognisedCount
    guard facts.tags.isEmpty, facts.wordCount > 0 else { return }
    if facts.items.isEmpty {
      // NOTICE files often list names rather than terms.
      guard !name.hasPrefix("notice"), !name.hasPrefix("copyright"), !name.hasPrefix("patents")
      else { return }
      let near = facts.nearest.map {
        "; the nearest is \($0.identifier) (\(Int($0.similarity * 100)) % similar)"
      }
      unrecognised.append((file.path, "its text is not on the SPDX list\(near ?? "")"))
    } else if rest > 60, rest * 4 > facts.wordCount, !facts.isShortStatement {
      unrecognised.append(
        (file.path, "\(rest) of its \(facts.wordCount) words match no licence on the SPDX list")
      )
    }
  }

  private mutating func add(_ manifest: Manifest, at path: RelativePath) {
    if let problem = manifest.problem {
      invalid.append(Invalid(path: path, line: nil, problem: problem))
    }
    for annotation in manifest.annotations {
      add(annotation.license, as: .manifest, path, annotation.line)
    }
  }
}

extension AuditPackage {
  /// The paths of the files in the package's folder that are program code.
  fileprivate func codeFiles(in root: DirectoryHandle) -> [RelativePath] {
    // What cannot be read has a finding of its own.
    guard let folder = try? root.subdirectory(path) else { return [] }
    return TreeWalk(root: folder, packages: []).files
      .filter { SourceKind.isCode(ending: $0.fileExtension) }
      .map { path.appending($0.path) }
  }
}
