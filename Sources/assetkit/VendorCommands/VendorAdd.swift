import ArgumentParser
import AuditKit
import Findings
import SafeFiles
import VendorKit

/// `assetkit vendor add`: adds a package.
struct VendorAdd: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Fetch a package, check it, write it to Vendor/ and pin it.",
    discussion: """
      SOURCE is a folder or an archive inside the project, an http(s) address, or a git address. \
      Its type is inferred, or given with --type, and recorded in vendor.lock.
      """)

  @Argument(help: "The package's name: letters, digits, '.', '_', '-'.")
  var name: String

  @Argument(help: "Where it comes from; '{version}' stands for the version.")
  var source: String

  @Option(help: "The version, as upstream writes it.")
  var version: String?

  @OptionGroup var intent: IntentOptions
  @OptionGroup var origin: OriginOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func run() async throws {
    let root = try VendorRoot.nearest() ?? DirectoryHandle(path: ".")
    let vendoring = try Vendoring(root: root, sources: sources, network: network, change: change)
    var addition = Vendoring.Addition(try package(in: root))
    addition.archiveDigest = try intent.archiveDigest()
    addition.patchFiles = intent.patch
    addition.file = origin.from
    addition.signature = origin.givenSignature
    let added = try await vendoring.add(addition)
    for remark in added.remarks { Console.message(name, remark) }
    Console.hints(added.hints, of: name)
    let version = added.package.version.map { " \($0)" } ?? ""
    let files = Console.count(added.fileCount, "file")
    Console.result("\(name)\(version): \(files) in \(added.package.path)")
    for pin in [added.package.archiveDigest?.pin, added.package.commit].compactMap({ $0 }) {
      Console.result("\(name): source \(pin)")
    }
    if let signer = added.package.signature?.signer {
      Console.result("\(name): signed by \(signer)")
    }
    if added.package.purl == nil, let purl = SourceOrigin(added.package.resolvedSource)?.purl {
      Console.message(
        name, "no package URL was given; its source implies \(purl)",
        remedy: "record it with 'assetkit vendor update \(name) --purl \(purl)'")
    }
    for problem in Identifiers.problems(in: added.package) {
      Console.message(name, problem.text, remedy: problem.remedy)
    }
    if added.package.licenseFiles.isEmpty {
      Console.message(
        name, "contains no licence file",
        remedy: "check that you may redistribute it")
    }
  }

  private func package(in root: DirectoryHandle) throws -> Lock.Package {
    let place = try SourceArgument(source, ref: intent.ref, type: intent.type)
    var values = try intent.values()
    values.version = version
    values.type = place.type
    // The fetch fills in the digests.
    return values.applied(
      to: try Lock.Package(
        name: name, source: try place.written(from: root), type: place.type,
        pristine: SHA256Digest(), tree: SHA256Digest()))
  }
}
