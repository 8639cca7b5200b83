import SafeFiles
public import TextFormats
import VendorKit

extension SBOM {
  /// The SBOM in CycloneDX 1.6 (ECMA-424), JSON.
  ///
  /// The serial number is derived from what the SBOM is made from. A patched package has its upstream
  /// as ancestor in the pedigree, with the archive's digests there and not at the component.
  public var cycloneDX: JSON {
    let all = components.map(\.reference) + references.map(\.reference)
    return [
      "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
      "bomFormat": "CycloneDX",
      "specVersion": "1.6",
      "serialNumber": .string("urn:uuid:\(uuid)"),
      "version": 1,
      "metadata": [
        "timestamp": .string(timestamp),
        // CISA's type "source": made from source files, before anything is built.
        "lifecycles": [["phase": "pre-build"]],
        "tools": [
          "components": [
            ["type": "application", "name": "assetkit", "version": .string(toolVersion)]
          ]
        ],
        "component": root,
        "manufacturer": subject.organization?.cycloneDX,
        "supplier": subject.organization?.cycloneDX,
      ],
      "components": .array(components.map(\.cycloneDX) + references.map(\.cycloneDX)),
      // What a package depends on itself is not known, so it has no entry (ECMA-424, "dependencies").
      "dependencies": [["ref": .string(Self.rootReference), "dependsOn": .strings(all)]],
      "compositions": [
        ["aggregate": "unknown", "dependencies": .strings([Self.rootReference] + all)]
      ],
      "vulnerabilities": vulnerabilities.isEmpty ? nil : .array(vulnerabilities),
    ]
  }

  private static let rootReference = "project"

  private var root: JSON {
    [
      "type": "application",
      "bom-ref": .string(Self.rootReference),
      "supplier": subject.organization?.cycloneDX,
      "name": .string(subject.title),
      "version": subject.version.map(JSON.string),
      "hashes": subject.product.flatMap { CycloneDX.hashes($0.digests) },
      "licenses": subject.license.map { [["expression": .string($0)]] },
      "copyright": subject.copyright.map(JSON.string),
      "purl": subject.packageURL.map(JSON.string),
      "properties": subject.product.map { product in
        CycloneDX.properties(
          CycloneDX.traits(
            name: product.name, isExecutable: product.isExecutable, isArchive: product.isArchive,
            isStructured: product.isArchive))
      },
    ]
  }

  /// The identity as a UUID of version 8, whose bits the application defines (RFC 9562, 5.8).
  var uuid: String {
    let said = Array(JSON.array(vulnerabilities).text().utf8)
    var bytes = Array(SHA256.digest(of: Array(identity.bytes) + said).bytes.prefix(16))
    bytes[6] = 0x80 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }
}

extension SBOM.Subject {
  /// The project's name, or what stands for it.
  var title: String { name ?? "vendored sources" }

  /// Who supplies the project; nil if nobody says.
  var organization: SBOM.Organization? { supplier.map { SBOM.Organization($0) } }
}

extension SBOM.Organization {
  fileprivate var cycloneDX: JSON {
    [
      "name": .string(name), "url": url.map { [.string($0)] },
      "contact": email.map { [["email": .string($0)]] },
    ]
  }
}

extension SBOM.Reference {
  fileprivate var reference: String { "swift:\(name)" }

  fileprivate var cycloneDX: JSON {
    [
      "type": "library",
      "bom-ref": .string(reference),
      "supplier": SBOM.Organization(owning: url)?.cycloneDX,
      "name": .string(name),
      "version": (version ?? commit).map(JSON.string),
      "purl": purl.map(JSON.string),
      "externalReferences": url.contains("://") ? [["type": "vcs", "url": .string(url)]] : nil,
      "properties": commit.map { [["name": "assetkit:commit", "value": .string($0)]] },
    ]
  }
}

extension SBOM.Component {
  fileprivate var reference: String { SBOM.reference(toPackage: package.name) }

  fileprivate var cycloneDX: JSON {
    let expression = declared ?? concluded
    return [
      "type": "library",
      "bom-ref": .string(reference),
      "supplier": supplier?.cycloneDX,
      "name": .string(package.name),
      "version": version.map(JSON.string),
      "hashes": CycloneDX.hashes(digests),
      "licenses": expression.map {
        [
          [
            "expression": .string($0.description),
            "acknowledgement": declared == nil ? "concluded" : "declared",
          ]
        ]
      },
      "copyright": copyright.map(JSON.string),
      // ECMA-424, "evidence": what analysis found in the files, as opposed to what governs the whole.
      "evidence": everything.map { ["licenses": [["expression": .string($0.description)]]] },
      "cpe": cpe.map(JSON.string),
      "purl": purl.map(JSON.string),
      "swhid": [.string(swhid)],
      "externalReferences": externalReferences,
      "pedigree": isPatched ? pedigree : nil,
      "properties": CycloneDX.properties(properties),
    ]
  }

  private var externalReferences: JSON? {
    guard let address else { return nil }
    let isArchive = package.type.versionControlSystem == nil
    let types = isArchive ? ["distribution", "source-distribution"] : ["vcs"]
    return .array(
      types.map {
        ["type": .string($0), "url": .string(address), "hashes": CycloneDX.hashes(archiveDigests)]
      })
  }

  private var pedigree: JSON {
    [
      "ancestors": [
        [
          "type": "library", "supplier": supplier?.cycloneDX, "name": .string(package.name),
          "version": version.map(JSON.string), "purl": purl.map(JSON.string),
          "hashes": CycloneDX.hashes(archiveDigests),
        ]
      ],
      "patches": .array(
        package.patches.map { patch in
          [
            "type": "unofficial", "diff": ["url": .string(patch.path.uriReference)],
            "resolves": resolved[patch.path].map { ids in
              .array(
                ids.map {
                  [
                    "type": "security", "id": .string($0),
                    "source": VulnerabilityStatements.source(of: $0),
                  ]
                })
            },
          ]
        }),
    ]
  }

  private var properties: [(String, String)] {
    var properties = [
      ("assetkit:path", package.path.description), ("assetkit:pristine", package.pristine.pin),
      ("assetkit:tree", package.tree.pin),
      ("assetkit:hashes", hasArchiveDigests ? "archive" : package.sumsPath.description),
    ]
    if let commit = package.commit { properties.append(("assetkit:commit", commit)) }
    if isPatched {
      properties += package.patches.map { ("assetkit:patch", "\($0.path) \($0.digest.pin)") }
    }
    return properties
      + CycloneDX.traits(
        name: package.path.lastComponent.description, isExecutable: isExecutable, isArchive: false,
        isStructured: true)
  }
}

/// Parts of CycloneDX documents.
private enum CycloneDX {
  static func hashes(_ digests: [(name: String, hex: String)]) -> JSON? {
    if digests.isEmpty { return nil }
    return .array(digests.map { ["alg": .string($0.name), "content": .string($0.hex)] })
  }

  static func properties(_ properties: [(String, String)]) -> JSON {
    .array(properties.map { ["name": .string($0.0), "value": .string($0.1)] })
  }

  /// What TR-03183-2 wants to know of a file or folder, by the names of the BSI's taxonomy of
  /// CycloneDX properties. Structured is what still tells its parts, as folders and archives do.
  static func traits(
    name: String, isExecutable: Bool, isArchive: Bool, isStructured: Bool
  ) -> [(String, String)] {
    [
      ("bsi:component:filename", name),
      ("bsi:component:executable", isExecutable ? "executable" : "non-executable"),
      ("bsi:component:archive", isArchive ? "archive" : "no archive"),
      ("bsi:component:structured", isStructured ? "structured" : "unstructured"),
    ]
  }
}
