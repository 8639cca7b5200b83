import Findings
import SafeFiles
import VendorKit

/// The group `licence`: checks packages' licences against the lock and the policy.
struct LicenceGroup: AuditGroup {
  /// The most bytes of a manifest.
  static let limitManifestBytes = 1 << 20

  private let known = RecognitionCache()

  /// The licence rules.
  var rules: [Finding.Rule] { LicenceRules.all }

  /// All of each package file: a single-file library has its licence at either end.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    file.package != nil && file.kind == .file ? .whole : .none
  }

  /// Facts before the first chunk.
  func begin(_ file: AuditedFile, context: AuditContext) -> LicenceFacts {
    var facts = LicenceFacts()
    let name = file.path.lastComponent.bytes
    facts.isLicenceFile =
      LicenseFile.isLicense(name: name) || file.path.parent?.lastComponent.description == "LICENSES"
      || (context.package(of: file)?.licenseFiles.contains { file.isAt($0, in: context) } ?? false)
    facts.statements = facts.isLicenceFile ? .all : StatementScope(of: file)
    if Manifest.isManifest(file.path), file.size <= Self.limitManifestBytes { facts.manifest = [] }
    if PackageManifest.isManifest(file.path), file.size <= Self.limitManifestBytes {
      facts.description = []
    }
    return facts
  }

  /// Looks for tags and texts.
  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout LicenceFacts
  ) {
    if facts.manifest != nil {
      facts.manifest?.append(contentsOf: chunk.bytes)
      return
    }
    if chunk.offset == 0 {
      facts.isScript = PackagePart.isUnnamedScript(
        ending: file.fileExtension, head: chunk.bytes)
    }
    facts.description?.append(contentsOf: chunk.bytes)
    facts.inspect(chunk, of: file)
  }

  /// Recognises licences in the collected words; drops files without licence information.
  func end(_ file: AuditedFile, context: AuditContext, facts: LicenceFacts) -> LicenceFacts? {
    var facts = facts
    facts.recognise(with: known)
    return facts.isEmpty ? nil : facts
  }

  /// Compares what was found with the lock and the policy.
  func conclude(
    _ files: [(file: AuditedFile, facts: LicenceFacts)], in context: AuditContext,
    report: inout FindingSink
  ) {
    for summary in LicenceSummary.summaries(of: files, in: context) {
      LicenceVerdict(summary: summary, context: context).report(to: &report)
    }
    for clarification in context.policy.clarifications
    where !context.packages.contains(where: { $0.name == clarification.package }) {
      report.report(
        LicenceRules.clarificationVoid, path: .policy, line: clarification.line,
        "the clarification is of \(clarification.package), which is not vendored here",
        remedy: "remove the clarification")
    }
  }
}

extension AuditedFile {
  /// Whether this is the file at `path` of its package.
  func isAt(_ path: RelativePath, in context: AuditContext) -> Bool {
    guard let package = context.package(of: self) else { return false }
    return package.path.appending(path) == self.path
  }
}

/// Rules about licences.
enum LicenceRules {
  static let missing = Rule(
    "licence-missing", .error, "no licence was found",
    help: """
      The package contains no licence tag, no REUSE.toml and no licence text from the SPDX list. \
      Without a licence you may not use it: ask upstream, or declare the licence with --license.
      """)
  static let mismatch = Rule(
    "licence-mismatch", .error, "the declared licence differs from the one found",
    help: """
      The licence declared in vendor.lock contradicts the package's own licence file. Read \
      the file and correct the declaration.
      """)
  static let undeclared = Rule(
    "licence-undeclared", .warning, "an undeclared licence was found",
    help: """
      Some files of the package carry a licence that the declaration does not mention. Add it with \
      AND, or leave those files out with --exclude. Files that autotools add to a release need no \
      declaration.
      """)
  static let undetermined = Rule(
    "licence-declared-only", .note, "a declared licence was not found",
    help: """
      The package contains neither a tag nor the text of a licence that vendor.lock declares. The \
      declaration may be right; check it against upstream.
      """)
  static let notAllowed = Rule(
    "licence-not-allowed", .error, "a licence that the policy does not allow",
    help: """
      The policy in assetkit.toml denies the licence or does not list it as allowed. Replace the \
      package, or ask the owner of the policy to change it. If upstream offers another licence in \
      its place, say so of that file with [[audit.clarify]].
      """)
  static let changed = Rule(
    "licence-changed", .error, "the licence text changed since it was pinned",
    help: """
      A licence file named in vendor.lock is missing or differs from the pinned one. Compare it \
      with the version that was reviewed.
      """)
  static let invalid = Rule(
    "licence-invalid", .warning, "an invalid licence expression",
    help: """
      The text after SPDX-License-Identifier, in REUSE.toml or in vendor.lock is not a licence \
      expression, or names a licence that is not on the SPDX list. Correct it or use LicenseRef-.
      """)
  static let unrecognised = Rule(
    "licence-unrecognised", .warning, "an unrecognised licence file",
    help: """
      A file named like a licence does not match any licence on the SPDX list closely enough, or \
      contains much more text. Read it: terms may have been added. Then say what it is under with \
      [[audit.clarify]] in assetkit.toml; a declaration in vendor.lock does not replace that.
      """)
  static let restricted = Rule(
    "licence-restricted", .error, "a licence is restricted",
    help: """
      Words in or beside the text of a licence take back a part of what it gives: no commercial use, \
      only evaluation, no hosted service. The licence is then another one, whatever it is called. \
      Read it, and say what the file is under with [[audit.clarify]] in assetkit.toml: a LicenseRef- \
      of your own if it is restricted.
      """)
  static let clarificationVoid = Rule(
    "licence-clarification-void", .error, "a clarified licence does not apply",
    help: """
      assetkit.toml says what the licence of a file is, but the file is no longer the one that was \
      read for it, so its own text counts again. Read the file and correct [[audit.clarify]].
      """)
  static let deprecated = Rule(
    "licence-deprecated", .note, "a deprecated licence identifier",
    help:
      "The identifier is still valid, but SPDX has replaced it. Use the new one in vendor.lock.")

  static let all = [
    missing, mismatch, undeclared, undetermined, notAllowed, changed, invalid, unrecognised,
    restricted, clarificationVoid, deprecated,
  ]
}
