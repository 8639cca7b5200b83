public import ArgumentParser
import AuditKit
import SafeFiles
public import VendorKit

/// What `add` and `update` may say of a package besides its version and its source.
struct IntentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The SHA-256 that the archive must have.", valueName: "hex"))
  var sha256: String?

  @Option(help: "The type of the source. (default: inferred)")
  var type: SourceType?

  @Option(help: "git: the branch, tag or commit.")
  var ref: String?

  @Option(help: "How many leading components to strip from every path. (default: 0)")
  var strip: Int?

  @Option(
    help: ArgumentHelp(
      "Files to include; may be repeated. With 'update', the new list; '' for all files.",
      valueName: "glob"))
  var include: [String] = []

  @Option(
    help: ArgumentHelp(
      "Files to exclude; may be repeated. With 'update', the new list; '' for none.",
      valueName: "glob"))
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp(
      "A patch to apply, after those that the package has; may be repeated.", valueName: "file"))
  var patch: [String] = []

  @Option(help: ArgumentHelp("The package's folder. (default: Vendor/NAME)", valueName: "dir"))
  var path: String?

  @Option(help: ArgumentHelp("The licence, as an SPDX expression.", valueName: "spdx"))
  var license: String?

  @Option(help: "The package URL, for audits.")
  var purl: String?

  @Option(
    help: ArgumentHelp(
      "The CPE 2.3 name, for 'sbom'; a version of '*' follows the package's.", valueName: "cpe"))
  var cpe: String?

  @Option(
    help: ArgumentHelp(
      "Who makes the package, for 'sbom': NAME, or 'NAME <address>'. (default: from the package "
        + "URL or the address)", valueName: "name"))
  var supplier: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Allow symbolic links that stay inside the package; kept in vendor.lock.")
  var allowSymlinks: Bool?

  /// The names of the given options that can only be meant for one package.
  var namesForOnePackage: [String] {
    let given: KeyValuePairs = [
      "--sha256": sha256 != nil, "--type": type != nil, "--ref": ref != nil,
      "--strip": strip != nil, "--include": !include.isEmpty, "--exclude": !exclude.isEmpty,
      "--patch": !patch.isEmpty, "--path": path != nil, "--license": license != nil,
      "--purl": purl != nil, "--cpe": cpe != nil, "--supplier": supplier != nil,
    ]
    return given.filter(\.value).map(\.key)
  }

  /// The values for the lock, without version and source.
  func values() throws -> Vendoring.Intent {
    var intent = Vendoring.Intent()
    intent.type = type
    intent.ref = ref
    intent.strip = strip
    // An empty glob matches nothing: alone it stands for no list.
    intent.include = include.isEmpty ? nil : include.filter { !$0.isEmpty }
    intent.exclude = exclude.isEmpty ? nil : exclude.filter { !$0.isEmpty }
    intent.path = try path.map { try Self.path($0, option: "--path") }
    intent.license = try Self.checked(license, "--license", Identifiers.license)
    intent.purl = try Self.checked(purl, "--purl", Identifiers.packageURL)
    intent.cpe = try Self.checked(cpe, "--cpe", Identifiers.platformName)
    intent.supplier = try Self.checked(supplier, "--supplier", Identifiers.supplier)
    intent.allowsSymlinks = allowSymlinks
    return intent
  }

  /// The digest of `--sha256`.
  func archiveDigest() throws -> SHA256Digest? {
    try sha256.map(SHA256Digest.init(argument:))
  }

  /// The value in the spelling in which it is recorded; an empty one stands for none.
  private static func checked(
    _ text: String?, _ option: String,
    _ parse: (String) throws(IdentifierProblem) -> String
  ) throws -> String? {
    guard let text, !text.isEmpty else { return text }
    do throws(IdentifierProblem) { return try parse(text) } catch {
      throw VendorError(
        .invalidArgument, at: option,
        "'\(Printable.text(of: Array(text.utf8)))' \(error.problem)", remedy: error.remedy)
    }
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
  fileprivate init(argument: String) throws {
    let text = argument.lowercased()
    guard let digest = SHA256Digest(pin: text) ?? SHA256Digest(hex: text) else {
      throw VendorError(
        .invalidArgument, at: "--sha256", "'\(argument)' is not 64 hexadecimal digits")
    }
    self = digest
  }
}
