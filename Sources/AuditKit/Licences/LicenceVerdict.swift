import Findings
import SafeFiles
import VendorKit

/// Compares the licences found in a package with those that the lock declares and the policy
/// allows.
struct LicenceVerdict {
  let summary: LicenceSummary
  let context: AuditContext

  /// The evidence by licence expression: most files of a package have the same.
  private let evidence: [LicenseExpression: [LicenceSummary.Evidence]]

  init(summary: LicenceSummary, context: AuditContext) {
    self.summary = summary
    self.context = context
    evidence = Dictionary(grouping: summary.evidence, by: \.expression)
  }

  private var package: AuditPackage { summary.package }

  func report(to sink: inout FindingSink) {
    let declared = declaration(&sink)
    for item in summary.invalid {
      sink.report(
        LicenceRules.invalid, package: package.name, path: item.path, line: item.line, item.problem)
    }
    for item in summary.unrecognised {
      sink.report(
        LicenceRules.unrecognised, package: package.name, path: item.path, item.message,
        remedy: remedy(forUnrecognised: item.path))
    }
    for item in summary.restricted {
      sink.report(
        LicenceRules.restricted, package: package.name, path: item.path, line: item.line,
        item.message, remedy: remedy(forUnrecognised: item.path))
    }
    for (clarification, problem) in summary.voidClarifications {
      sink.report(
        LicenceRules.clarificationVoid, package: package.name, path: clarification.path,
        "\(problem); line \(clarification.line) of assetkit.toml does not apply",
        remedy: "read the file, then correct or remove that [[audit.clarify]]")
    }
    if summary.evidence.isEmpty, declared == nil {
      sink.report(
        LicenceRules.missing, package: package.name, path: package.path,
        "neither a tag nor a licence text was found",
        remedy: "ask upstream, then declare the licence with --license")
    }
    if let declared { compare(declared, &sink) }
    judge(declared, &sink)
    checkPins(&sink)
    reportDeprecated(declared, &sink)
  }

  /// What an owner does about a licence file that nobody but a person can read. A declaration in the
  /// lock would not do: it would hold for whatever the file says after the next update.
  private func remedy(forUnrecognised path: RelativePath) -> String {
    // A file that cannot be read has a finding of its own.
    let digest = (try? context.root.readFile(path, limitBytes: 64 << 20)).map {
      SHA256.digest(of: $0).hex
    }
    return "read it, then say what it is under in assetkit.toml: [[audit.clarify]] with package "
      + "\"\(package.name)\", path \"\(path)\", sha256 \"\(digest ?? "…")\", expression and reason"
  }

  private func declaration(_ sink: inout FindingSink) -> LicenseExpression? {
    guard let text = package.license else { return nil }
    do {
      let expression = try LicenseExpression(parsing: text)
      if let name = expression.unlistedNames.first {
        sink.report(
          LicenceRules.invalid, package: package.name,
          "vendor.lock declares '\(name)', which is not on the SPDX list")
      }
      return expression
    } catch {
      sink.report(
        LicenceRules.invalid, package: package.name, "vendor.lock declares '\(text)': \(error)")
      return nil
    }
  }

  private func compare(_ declared: LicenseExpression, _ sink: inout FindingSink) {
    let names = Set(declared.normal.terms.map(\.identifier))
    var foundNames: Set<String> = []
    for (expression, items) in evidence {
      foundNames.formUnion(expression.normal.terms.map(\.identifier))
      for item in items { foundNames.formUnion(item.alternatives.map(\.identifier)) }
    }
    if let main = summary.main, names.isDisjoint(with: allNames(in: main)) {
      let place = summary.clearest(of: summary.mainEvidence.filter { !$0.isException })
      sink.report(
        LicenceRules.mismatch, package: package.name, path: place?.path, line: place?.line,
        "vendor.lock declares \(declared), but the package is under \(main)",
        remedy: "correct the declaration in vendor.lock, or ask upstream")
    } else {
      reportUndeclared(names, &sink)
    }
    for name in names.subtracting(foundNames).sorted() where !names.isDisjoint(with: foundNames) {
      sink.report(
        LicenceRules.undetermined, package: package.name, path: package.path,
        "\(name) is declared but was not found")
    }
    if summary.evidence.isEmpty {
      sink.report(
        LicenceRules.undetermined, package: package.name, path: package.path,
        "\(declared) is declared, but neither a tag nor a licence text was found")
    }
  }

  /// The identifiers in an expression, and the alternatives that have the same texts.
  private func allNames(in expression: LicenseExpression) -> Set<String> {
    var names = Set(expression.terms.map(\.identifier))
    for item in summary.evidence
    where !names.isDisjoint(with: item.expression.terms.map(\.identifier)) {
      names.formUnion(item.alternatives.map(\.identifier))
    }
    return names
  }

  /// Files that the autotools add to a release need no declaration: their terms ask for nothing of
  /// what they are distributed with.
  private func reportUndeclared(_ names: Set<String>, _ sink: inout FindingSink) {
    func isDeclared(_ term: LicenseTerm) -> Bool {
      names.contains(term.identifier) || LicensePreset.isOfAutotools(term)
    }
    var places: [LicenseExpression: [LicenceSummary.Evidence]] = [:]
    for (expression, items) in evidence {
      for part in expression.normal.conjuncts where !part.isSatisfied(by: isDeclared) {
        places[part, default: []] += items.filter { item in
          !item.isException && names.isDisjoint(with: item.alternatives.map(\.identifier))
        }
      }
    }
    // A choice needs no declaration where one of its licences has to be declared for another file.
    let others = Set(places.filter { !$0.value.isEmpty }.keys.compactMap(\.single))
    for (part, items) in places.sorted(by: { $0.key.description < $1.key.description }) {
      let isChoice = part.single == nil
      guard let place = summary.clearest(of: items),
        !isChoice || !part.isSatisfied(by: { isDeclared($0) || others.contains($0) })
      else { continue }
      sink.report(
        LicenceRules.undeclared, package: package.name, path: place.path, line: place.line,
        "\(part) is not declared"
          + (items.count > 1 ? ", here and in \(items.count - 1) more places" : "")
          + (summary.partsBesidesMain(of: items).map { "; only \($0) have it" } ?? ""),
        remedy:
          "add \(isChoice ? "the one that you choose" : "it") to the declaration with AND, or "
          + "leave the file out with --exclude")
    }
  }

  private func judge(_ declared: LicenseExpression?, _ sink: inout FindingSink) {
    let policy = context.policy
    guard policy.allowedLicenses != nil || !policy.deniedLicenses.isEmpty else { return }
    guard let whole = declared ?? summary.everything else { return }
    var offending: Set<LicenseExpression> = []
    func add(_ expression: LicenseExpression) {
      offending.formUnion(
        expression.normal.conjuncts.filter { part in
          !part.offending(allowed: policy.allowedLicenses, denied: policy.deniedLicenses).isEmpty
        })
    }
    add(whole)
    // Licences that the declaration leaves out apply all the same, and a file that is under one
    // licence of a choice alone does not offer the others.
    let parts = whole.normal.conjuncts
    let names = Set(parts.compactMap { $0.single?.identifier })
    let choices = parts.filter { $0.single == nil }
    func supplies(_ item: LicenceSummary.Evidence) -> Bool {
      guard let offered = summary.choices else { return false }
      return offered.choice(of: item) != nil || offered.isOfLesser(item)
    }
    for (expression, items) in evidence
    where !expression.normal.isSatisfied(by: names) && !choices.contains(expression.normal)
      && items.contains(where: {
        !$0.isException && names.isDisjoint(with: $0.alternatives.map(\.identifier))
          && !supplies($0)
      })
    {
      add(expression)
    }
    for part in offending.sorted(by: { $0.description < $1.description }) {
      let terms = Set(part.terms)
      // A file that offers another licence too is not what forbids it, unless nothing else is.
      let exact = evidence.filter { $0.key.normal.conjuncts.contains(part) }
      let items =
        (exact.isEmpty ? evidence.filter { terms.isSubset(of: $0.key.normal.terms) } : exact)
        .flatMap(\.value)
      // The text of a GNU licence does not tell "only" from "or later".
      let texts = summary.evidence.filter {
        $0.expression.single != nil && !terms.isDisjoint(with: $0.alternatives)
      }
      // Nor is a text that only supplies a licence of what is offered.
      let found = items + texts
      let standing = found.filter { !supplies($0) }
      let places = standing.isEmpty ? found : standing
      let place = summary.clearest(of: places)
      let others = summary.partsBesidesMain(of: places)
      sink.report(
        LicenceRules.notAllowed, package: package.name, path: place?.path, line: place?.line,
        (part.single == nil ? "none of \(part) is" : "\(part) is not")
          + " allowed by assetkit.toml" + (others.map { "; only \($0) have it" } ?? ""),
        remedy: others.flatMap { _ in
          // A README or a licence file states what holds all the same without it.
          places.contains { $0.source == .licenceFile || summary.part(of: $0.path) == .docs }
            ? nil
            : "leave those files out with --exclude, or ask the owner of the policy to change it"
        })
    }
  }

  private func checkPins(_ sink: inout FindingSink) {
    guard !package.licenseFiles.isEmpty, let locked = context.lock?[package.name] else { return }
    // A list that cannot be read is reported by the integrity group.
    guard let list = try? CommittedList(of: locked, in: context.root).list.get() else { return }
    for file in package.licenseFiles {
      let path = package.path.appending(file)
      guard case .file(let pinned, _)? = list[file]?.content else { continue }
      // Licence files are few: reading them again costs less than hashing on the way.
      let found: SHA256Digest?
      do {
        found = SHA256.digest(of: try context.root.readFile(path, limitBytes: 64 << 20))
      } catch  where error.code == .notFound {
        found = nil
      } catch {
        continue
      }
      guard found != pinned else { continue }
      sink.report(
        LicenceRules.changed, package: package.name, path: path,
        found == nil ? "the licence file is missing" : "the licence file has changed",
        remedy: "compare it with upstream's; assetkit vendor diff \(package.name) shows the change")
    }
  }

  private func reportDeprecated(_ declared: LicenseExpression?, _ sink: inout FindingSink) {
    for term in Set(declared?.terms ?? []).sorted() {
      guard LicenseList.license(named: term.identifier)?.isDeprecated ?? false else { continue }
      let today = LicenseList.successor(of: term)
      sink.report(
        LicenceRules.deprecated, package: package.name,
        "vendor.lock declares \(term)"
          + (today == term ? ", which SPDX has withdrawn" : ", now called \(today)"))
    }
  }
}
