import SafeFiles
import VendorKit

/// The licences and the copyright statements of all packages, read in one pass.
struct NoticesScan {
  /// The statements of a package's files, one element for each in a file.
  struct Copyrights {
    var main: [CopyrightStatement] = []
    var others: [CopyrightStatement] = []
  }

  /// For each package, in the order of the lock.
  let summaries: [LicenceSummary]
  private(set) var copyrights: [Copyrights]

  /// - Parameter consequence: what does not happen where the tree is not the lock's:
  ///   `no notices were written`.
  init(of context: AuditContext, orElse consequence: String, threads: Int?) throws {
    let files = TreeWalk(root: context.root, packages: context.packages).files
      .filter { $0.package != nil }
    let scan = FileScan(context: context, groups: [LicenceGroup(), CopyrightGroup()])
    let results = try scan.results(of: files, threads: threads)
    try context.requirePinnedFiles(
      results, of: context.packages.map(\.name), orElse: consequence)
    var licences: [(file: AuditedFile, facts: LicenceFacts)] = []
    copyrights = context.packages.map { _ in Copyrights() }
    for result in results {
      let isScript = result.facts.contains { ($0.facts as? LicenceFacts)?.isScript ?? false }
      for (_, facts) in result.facts {
        if let facts = facts as? LicenceFacts { licences.append((result.file, facts)) }
        guard let facts = facts as? CopyrightGroup.Facts, let package = result.file.package else {
          continue
        }
        let part = PackagePart(
          of: result.file.path, in: context.packages[package], isScript: isScript)
        if part == .main {
          copyrights[package].main += facts.statements
        } else {
          copyrights[package].others += facts.statements
        }
      }
    }
    summaries = LicenceSummary.summaries(of: licences, in: context)
  }
}
