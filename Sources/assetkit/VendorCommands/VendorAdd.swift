public import ArgumentParser
import Findings
import SafeFiles
public import VendorKit

/// `assetkit vendor add`: take a package in.
struct VendorAdd: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Fetch a package, check it, put it into Vendor/ and pin it.",
    discussion: """
      SOURCE is a folder or an archive inside the project, an http(s) address, or a git address. Its \
      type is decided here once and stands in vendor.lock from then on.
      """)

  @Argument(help: "The package's name: letters, digits, '.', '_', '-'.")
  var name: String

  @Argument(help: "Where it comes from; '{version}' stands for the version.")
  var source: String

  @Option(help: "The version, as upstream writes it.")
  var version: String?

  @Option(help: ArgumentHelp("Refuse an archive with any other digest.", valueName: "hex"))
  var sha256: String?

  @Option(help: "archive, git or directory. (default: by the source)")
  var type: SourceType?

  @Option(help: "git: the branch, tag or commit.")
  var ref: String?

  @Option(help: "How many leading components of every path to leave out.")
  var strip = 0

  @Option(help: ArgumentHelp("What to take; may be repeated.", valueName: "glob"))
  var include: [String] = []

  @Option(help: ArgumentHelp("What to leave out; may be repeated.", valueName: "glob"))
  var exclude: [String] = []

  @Option(help: ArgumentHelp("A patch to apply; may be repeated.", valueName: "file"))
  var patch: [String] = []

  @Option(help: ArgumentHelp("Where it lives. (default: Vendor/NAME)", valueName: "dir"))
  var path: String?

  @Option(help: ArgumentHelp("The licence, as an SPDX expression.", valueName: "spdx"))
  var license: String?

  @Option(help: "The package URL, for audits.")
  var purl: String?

  @Flag(help: "Take symbolic links that stay inside the package.")
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
    Console.result("\(name)\(version): \(added.fileCount) files in \(added.package.path)")
    for pin in [added.package.archiveDigest?.pin, added.package.commit].compactMap({ $0 }) {
      Console.result("\(name): source \(pin)")
    }
    if added.package.licenseFiles.isEmpty {
      Console.message(
        name, "has no file that is named like a licence",
        remedy: "make sure that you may redistribute it")
    }
  }

  private func package(in root: DirectoryHandle) throws -> Lock.Package {
    let place = try SourceArgument(source, ref: ref, type: type)
    let written = try place.written(from: root)
    // The digests are filled in by what is fetched.
    let none = SHA256.digest(of: [UInt8]())
    var package = try Lock.Package(
      name: name, source: written, type: place.type,
      path: try path.map { try Self.path($0, option: "--path") }, pristine: none, tree: none)
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
        .invalidArgument, at: option, "'\(text)' \(error)", remedy: "give a path from the root")
    }
  }
}

extension SourceType: ExpressibleByArgument {}

extension SHA256Digest {
  /// The digest that a person typed or pasted, with or without `sha256:`, in any case.
  init(argument: String) throws {
    let text = argument.lowercased()
    guard let digest = SHA256Digest(pin: text) ?? SHA256Digest(hex: text) else {
      throw VendorError(
        .invalidArgument, at: "--sha256", "'\(argument)' is not 64 hexadecimal digits")
    }
    self = digest
  }
}
