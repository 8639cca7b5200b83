public import ArgumentParser
import Findings
import SafeFiles
public import VendorKit

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

  @Option(help: ArgumentHelp("The SHA-256 that the archive must have.", valueName: "hex"))
  var sha256: String?

  @Option(help: "The type of the source. (default: inferred)")
  var type: SourceType?

  @Option(help: "git: the branch, tag or commit.")
  var ref: String?

  @Option(help: "How many leading components to strip from every path.")
  var strip = 0

  @Option(help: ArgumentHelp("Files to include; may be repeated.", valueName: "glob"))
  var include: [String] = []

  @Option(help: ArgumentHelp("Files to exclude; may be repeated.", valueName: "glob"))
  var exclude: [String] = []

  @Option(help: ArgumentHelp("A patch to apply; may be repeated.", valueName: "file"))
  var patch: [String] = []

  @Option(help: ArgumentHelp("The package's folder. (default: Vendor/NAME)", valueName: "dir"))
  var path: String?

  @Option(help: ArgumentHelp("The licence, as an SPDX expression.", valueName: "spdx"))
  var license: String?

  @Option(help: "The package URL, for audits.")
  var purl: String?

  @Flag(help: "Allow symbolic links that stay inside the package.")
  var allowSymlinks = false

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func run() async throws {
    let root = try VendorRoot.nearest() ?? DirectoryHandle(path: ".")
    var vendoring = try Vendoring(root: root, sources: sources, network: network, change: change)
    vendoring.policy.allowsSymbolicLinks = allowSymlinks
    var addition = Vendoring.Addition(try package(in: root))
    addition.archiveDigest = try sha256.map(SHA256Digest.init(argument:))
    addition.patchFiles = patch
    let added = try await vendoring.add(addition)
    for remark in added.remarks { Console.message(name, remark) }
    for hint in added.hints { Console.message(name, hint.line(), remedy: hint.remedy) }
    let version = added.package.version.map { " \($0)" } ?? ""
    let files = Console.count(added.fileCount, "file")
    Console.result("\(name)\(version): \(files) in \(added.package.path)")
    for pin in [added.package.archiveDigest?.pin, added.package.commit].compactMap({ $0 }) {
      Console.result("\(name): source \(pin)")
    }
    if added.package.licenseFiles.isEmpty {
      Console.message(
        name, "contains no licence file",
        remedy: "check that you may redistribute it")
    }
  }

  private func package(in root: DirectoryHandle) throws -> Lock.Package {
    let place = try SourceArgument(source, ref: ref, type: type)
    let written = try place.written(from: root)
    // The fetch fills in the digests.
    var package = try Lock.Package(
      name: name, source: written, type: place.type,
      path: try path.map { try Self.path($0, option: "--path") }, pristine: SHA256Digest(),
      tree: SHA256Digest())
    package.version = version
    package.ref = ref
    package.strip = strip
    package.include = include
    package.exclude = exclude
    package.license = license
    package.purl = purl
    return package
  }

  private static func path(_ text: String, option: String) throws -> RelativePath {
    do {
      return try RelativePath(text)
    } catch {
      throw VendorError(
        .invalidArgument, at: option, "'\(text)' \(error)",
        remedy: "give a path relative to the project root")
    }
  }
}

extension SourceType: ExpressibleByArgument {}

extension SHA256Digest {
  /// The digest given on the command line, with or without `sha256:`, in either case.
  init(argument: String) throws {
    let text = argument.lowercased()
    guard let digest = SHA256Digest(pin: text) ?? SHA256Digest(hex: text) else {
      throw VendorError(
        .invalidArgument, at: "--sha256", "'\(argument)' is not 64 hexadecimal digits")
    }
    self = digest
  }
}
