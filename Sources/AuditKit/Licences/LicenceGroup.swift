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
