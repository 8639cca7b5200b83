import SafeFiles
public import TextFormats
import VendorKit

extension SBOM {
  /// The SBOM in CycloneDX 1.6 (ECMA-424), JSON.
  ///
  /// No serial number, because that would be a random one. A patched package has its upstream as
  /// ancestor in the pedigree, with the archive's digest there and not at the component.
  public var cycloneDX: JSON {
    let tool: JSON = [
      "type": "application", "name": "assetkit", "version": .string(toolVersion),
    ]
    return [
      "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
      "bomFormat": "CycloneDX",
      "specVersion": "1.6",
      "version": 1,
      "metadata": [
        "timestamp": timestamp.map { .string($0) },
        "tools": ["components": .array([tool])],
      ],
      "components": .array(components.map(Self.cycloneDX)),
    ]
  }

  private static func cycloneDX(_ component: Component) -> JSON {
    let package = component.package
    let isPatched = !package.patches.isEmpty
    let archive: JSON? = package.archiveDigest.map {
      .array([["alg": "SHA-256", "content": .string($0.hex)]])
    }
    let expression = component.declared ?? component.concluded
    let licenses: JSON? = expression.map {
      .array([
        [
          "expression": .string($0.description),
          "acknowledgement": component.declared == nil ? "concluded" : "declared",
        ]
      ])
    }
    let ancestor: JSON = [
      "type": "library", "name": .string(package.name),
      "version": package.version.map { .string($0) },
      "purl": package.purl.map { .string($0) }, "hashes": archive,
    ]
    let pedigree: JSON = [
      "ancestors": .array([ancestor]),
      "patches": .array(
        package.patches.map { patch in
          [
            "type": "unofficial",
            "diff": ["url": .string(patch.path.uriReference)],
          ]
        }),
    ]
    return [
      "type": "library",
      "bom-ref": .string("package:" + package.name),
      "name": .string(package.name),
      "version": package.version.map { .string($0) },
      "hashes": isPatched ? nil : archive,
      "licenses": licenses,
      "purl": package.purl.map { .string($0) },
      "externalReferences": reference(package, archive),
      "pedigree": isPatched ? pedigree : nil,
      "properties": .array(
        properties(package).map {
          ["name": .string("assetkit:" + $0.0), "value": .string($0.1)]
        }),
    ]
  }

  private static func reference(_ package: Lock.Package, _ archive: JSON?) -> JSON? {
    guard package.resolvedSource.contains("://") else { return nil }
    return .array([
      [
        "type": package.type.versionControlSystem == nil ? "distribution" : "vcs",
        "url": .string(package.resolvedSource), "hashes": archive,
      ]
    ])
  }

  private static func properties(_ package: Lock.Package) -> [(String, String)] {
    var properties = [("path", package.path.description), ("pristine", package.pristine.pin)]
    properties.append(("tree", package.tree.pin))
    if let commit = package.commit { properties.append(("commit", commit)) }
    return properties
  }
}
