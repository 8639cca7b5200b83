public import Findings
import SafeFiles
import VendorKit

/// The group `licence`: checks packages' licences against the lock and the policy.
public struct LicenceGroup: AuditGroup {
  /// The number of bytes at the start of a file that are searched for tags.
  static let limitTagBytes = 64 << 10
  /// The most bytes of a manifest.
  static let limitManifestBytes = 1 << 20
  /// The bytes read before and after a licence keyword in a file that is not a licence file.
  static let before = 2 << 10
  static let after = 6 << 10

  private let known = KnownStretches()

  /// A group without options.
  public init() {}

  /// The licence rules.
  public var rules: [Finding.Rule] { LicenceRules.all }

  /// All of each package file: a single-file library has its licence at either end.
  public func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    file.package != nil && file.kind == .file ? .whole : .none
  }

  /// Facts before the first chunk.
  public func begin(_ file: AuditedFile, context: AuditContext) -> Facts {
    var facts = LicenceFacts()
    let name = file.path.lastComponent.bytes
    facts.isLicenceFile =
      LicenseFile.isLicense(name: name) || file.path.parent?.lastComponent.description == "LICENSES"
      || (context.package(of: file)?.licenseFiles.contains { file.isAt($0, in: context) } ?? false)
    if Manifest.isManifest(file.path), file.size <= Self.limitManifestBytes { facts.manifest = [] }
    return Facts(facts)
  }

  /// Looks for tags and texts.
  public func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    if facts.content.manifest != nil {
      facts.content.manifest?.append(contentsOf: chunk.bytes)
      return
    }
    // Most files contain no licence keyword; a tag contains one too.
    let isNamed = facts.content.isLicenceFile || Self.isReadme(file)
    guard isNamed || LicenceStretches.mayHold(chunk) else { return }
    if chunk.offset < Self.limitTagBytes { LicenceTags.find(in: chunk, into: &facts.content) }
    if isNamed {
      if chunk.offset < 1 << 20 {
        facts.content.words?.append(chunk.bytes, line: chunk.firstLine)
      }
    } else if chunk.offset < Self.limitTagBytes || chunk.offset + chunk.bytes.count >= file.size {
      LicenceStretches.take(
        from: chunk, hasComments: SourceKind.hasSlashComments(ending: file.fileExtension),
        into: &facts.content)
    }
  }

  /// Recognises licences in the collected words.
  public func end(_ file: AuditedFile, context: AuditContext, facts: inout Facts) {
    guard let words = facts.content.words else { return }
    facts.content.words = nil
    guard words.hashes.count >= 8 else { return }
    guard facts.content.isLicenceFile else {
      return facts.content.matches = Array(
        known.matches(in: words).prefix(LicenceFacts.limitMatches))
    }
    let outcome = LicenseRecognizer().outcome(in: words)
    facts.content.matches = Array(outcome.matches.prefix(LicenceFacts.limitMatches))
    facts.content.nearest = outcome.nearest
    facts.content.wordCount = words.hashes.count
    facts.content.recognisedCount = outcome.matches.reduce(0) { $0 + $1.words.count }
  }

  /// Files without licence information are dropped.
  public func isWorthKeeping(_ facts: Facts) -> Bool { !facts.content.isEmpty }

  /// Compares what was found with the lock and the policy.
  public func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink
  ) {
    for summary in LicenceSummary.summaries(of: files, in: context) {
      LicenceVerdict(summary: summary, context: context).report(to: &report)
    }
  }

  /// What the group remembers of a file.
  public struct Facts: Sendable {
    var content: LicenceFacts

    init(_ content: LicenceFacts) { self.content = content }
  }

  private static func isReadme(_ file: AuditedFile) -> Bool {
    file.name.lowercased().hasPrefix("readme")
  }
}

extension AuditedFile {
  /// Whether this is the file at `path` of its package.
  func isAt(_ path: RelativePath, in context: AuditContext) -> Bool {
    guard let package = context.package(of: self) else { return false }
    return package.path.appending(path) == self.path
  }

  /// The path from the package's folder.
  func pathInPackage(_ context: AuditContext) -> RelativePath {
    guard let package = context.package(of: self), path != package.path else { return path }
    do {
      return try RelativePath(bytes: path.bytes.dropFirst(package.path.bytes.count + 1))
    } catch {
      preconditionFailure("what follows a folder in a path is a path: \(error)")
    }
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
      AND, or leave those files out with --exclude.
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
      package, or ask the owner of the policy to change it.
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
      contains much more text. Read it: terms may have been added.
      """)
  static let deprecated = Rule(
    "licence-deprecated", .note, "a deprecated licence identifier",
    help:
      "The identifier is still valid, but SPDX has replaced it. Use the new one in vendor.lock.")

  static let all = [
    missing, mismatch, undeclared, undetermined, notAllowed, changed, invalid, unrecognised,
    deprecated,
  ]
}
