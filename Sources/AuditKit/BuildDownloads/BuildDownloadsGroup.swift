import Findings
import SafeFiles
import VendorKit

/// Finds build-time downloads, in packages and in the host.
struct BuildDownloadsGroup: AuditGroup {
  /// The most bytes of one build file that are read; generated ones can be large.
  static let limitBytes = 8 << 20
  /// The most downloads of one file that are listed.
  static let limitSites = 200

  struct Facts: Sendable {
    /// Nil until the first chunk if the name alone does not tell.
    var kind: BuildFile?
    var text: [UInt8] = []
    var sites: [FetchSite] = []
    var isCut = false
  }

  var rules: [Finding.Rule] { BuildDownloadsRules.all }

  /// Files that are named like a build file, and those that may be scripts: executable ones, and
  /// those without a file extension.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.kind == .file, file.size > 0 else { return .none }
    if BuildFile(name: file.name, head: []) != nil { return .whole }
    return file.isExecutable || file.fileExtension.isEmpty ? .whole : .none
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> Facts {
    Facts(kind: BuildFile(name: file.name, head: []))
  }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    if chunk.offset == 0, facts.kind == nil {
      facts.kind = BuildFile(name: file.name, head: Array(chunk.bytes.prefix(128)))
    }
    guard facts.kind != nil else { return }
    let room = Self.limitBytes - facts.text.count
    facts.isCut = facts.isCut || chunk.bytes.count > room
    facts.text += chunk.bytes.prefix(room)
  }

  func end(_ file: AuditedFile, context: AuditContext, facts: inout Facts) {
    if let kind = facts.kind { facts.sites = kind.fetchSites(in: facts.text) }
    facts.isCut = facts.isCut || facts.sites.count > Self.limitSites
    facts.sites.removeLast(max(0, facts.sites.count - Self.limitSites))
    facts.text = []
  }

  func isWorthKeeping(_ facts: Facts) -> Bool { !facts.sites.isEmpty || facts.isCut }

  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink
  ) {
    for (file, facts) in files {
      guard let kind = facts.kind else { continue }
      for site in facts.sites {
        let target = site.target.map { " \(printable($0))" } ?? ""
        report.report(
          BuildDownloadsRules.rule(for: site, in: kind), in: file, of: context, line: site.line,
          "\(site.means) downloads\(target)",
          remedy: "vendor what it downloads, or leave the file out with --exclude")
      }
      if facts.isCut {
        report.report(
          AuditRules.cut, in: file, of: context,
          "only the first \(Self.limitBytes >> 20) MiB were read, and at most "
            + "\(Self.limitSites) downloads are listed"
        )
      }
    }
  }

  /// `text` as one line of at most a hundred characters, without control characters.
  private func printable(_ text: String) -> String {
    let plain = text.prefix(101).map { $0.isASCII && ($0.asciiValue ?? 0) < 32 ? " " : $0 }
    return plain.count > 100 ? String(plain.prefix(99)) + "…" : String(plain)
  }
}
