import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit vendor list`: what is vendored.
struct VendorList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what is vendored.",
    discussion: "Reads vendor.lock alone; 'verify' says whether the tree agrees.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let lock = try Lock(in: try VendorRoot.require())
    if json { return try JSONOutput.print(Document(lock)) }
    let rows = lock.packages.map {
      [$0.name, $0.version ?? "-", $0.license ?? "-", $0.path.description, $0.resolvedSource]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let padded = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }
      Console.result((padded + [row[4]]).joined(separator: "  "))
    }
  }

  /// The JSON document, schema 1: the fields of the lock by their names there.
  private struct Document: Encodable {
    let schema = 1
    let packages: [Package]

    init(_ lock: Lock) {
      packages = lock.packages.map(Package.init)
    }
  }

  private struct Package: Encodable {
    let name: String
    let version: String?
    let source: String
    let type: String
    let ref: String?
    let commit: String?
    let archiveSHA256: String?
    let strip: Int
    let include: [String]
    let exclude: [String]
    let patches: [String]
    let path: String
    let license: String?
    let licenseFiles: [String]
    let purl: String?
    let pristine: String
    let tree: String

    private enum CodingKeys: String, CodingKey {
      case name, version, source, type, ref, commit, strip, include, exclude, patches, path, license
      case purl, pristine, tree
      case archiveSHA256 = "archive-sha256"
      case licenseFiles = "license-files"
    }

    init(_ package: Lock.Package) {
      name = package.name
      version = package.version
      source = package.source
      type = package.type.rawValue
      ref = package.ref
      commit = package.commit
      archiveSHA256 = package.archiveDigest?.hex
      strip = package.strip
      include = package.include
      exclude = package.exclude
      patches = package.patches.map { "\($0.path) \($0.digest.pin)" }
      path = package.path.description
      license = package.license
      licenseFiles = package.licenseFiles.map(\.description)
      purl = package.purl
      pristine = package.pristine.pin
      tree = package.tree.pin
    }
  }
}
