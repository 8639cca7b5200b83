import ArgumentParser
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor list`: lists the vendored packages.
struct VendorList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the vendored packages.",
    discussion: "Reads only vendor.lock; 'verify' checks the files against it.")

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let lock = try Lock(in: try VendorRoot.require())
    if json { return Console.result(document(lock)) }
    let rows = lock.packages.map {
      [$0.name, $0.version ?? "-", $0.license ?? "-", $0.path.description, $0.resolvedSource]
    }
    let widths = (0..<4).map { column in rows.map { width(of: $0[column]) }.max() ?? 0 }
    var lines: [String] = []
    for row in rows {
      let padded = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - self.width(of: text))
      }
      lines.append((padded + [row[4]]).joined(separator: "  "))
    }
    // In one piece: a write for each of a thousand packages takes longer than all the rest.
    if !lines.isEmpty { Console.result(lines.joined(separator: "\n")) }
  }

  /// The number of characters; in ASCII that of bytes.
  private func width(of text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
  }

  /// The JSON document, schema 1: the fields of the lock by their names there.
  private func document(_ lock: Lock) -> JSON {
    let packages = lock.packages.map { package -> JSON in
      [
        "name": .string(package.name),
        "version": package.version.map(JSON.string),
        "source": .string(package.source),
        "type": .string(package.type.rawValue),
        "ref": package.ref.map(JSON.string),
        "commit": package.commit.map(JSON.string),
        "archive-sha256": package.archiveDigest.map { .string($0.hex) },
        "archive-sha512": package.archiveSHA512.map { .string($0.hex) },
        "strip": .integer(package.strip),
        "include": .strings(package.include),
        "exclude": .strings(package.exclude),
        "patches": .strings(package.patches.map { "\($0.path) \($0.digest.pin)" }),
        "path": .string(package.path.description),
        "license": package.license.map(JSON.string),
        "license-files": .strings(package.licenseFiles.map(\.description)),
        "purl": package.purl.map(JSON.string),
        "cpe": package.cpe.map(JSON.string),
        "supplier": package.supplier.map(JSON.string),
        "pristine": .string(package.pristine.pin),
        "tree": .string(package.tree.pin),
      ]
    }
    return ["schema": 1, "packages": .array(packages)]
  }
}
