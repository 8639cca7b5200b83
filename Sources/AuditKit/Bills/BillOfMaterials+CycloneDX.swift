import SafeFiles
import VendorKit

extension BillOfMaterials {
  /// The bill in CycloneDX 1.6 (ECMA-424), JSON.
  ///
  /// No serial number, because that would be a random one. A patched package has its upstream as
  /// ancestor in the pedigree, with the archive's digest there and not at the component.
  public var cycloneDX: JSONValue {
    let tool = JSONValue.members([
      "type": "application", "name": "assetkit", "version": .string(toolVersion),
    ])
    return .members([
      "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
      "bomFormat": "CycloneDX",
      "specVersion": "1.6",
      "version": .integer(1),
      "metadata": .members([
        "timestamp": timestamp.map { .string($0) },
        "tools": .members(["components": .array([tool])]),
      ]),
      "components": .array(components.map(Self.cycloneDX)),
    ])
  }

  private static func cycloneDX(_ component: Component) -> JSONValue {
    let package = component.package
    let isPatched = !package.patches.isEmpty
    let archive: JSONValue? = package.archiveDigest.map {
      .array([.members(["alg": "SHA-256", "content": .string($0.hex)])])
    }
    let expression = component.declared ?? component.concluded
    let licenses: JSONValue? = expression.map {
      .array([
        .members([
          "expression": .string($0.description),
          "acknowledgement": component.declared == nil ? "concluded" : "declared",
        ])
      ])
    }
    let ancestor = JSONValue.members([
      "type": "library", "name": .string(package.name),
      "version": package.version.map { .string($0) },
      "purl": package.purl.map { .string($0) }, "hashes": archive,
    ])
    let pedigree = JSONValue.members([
      "ancestors": .array([ancestor]),
      "patches": .array(
        package.patches.map { patch in
          .members([
            "type": "unofficial",
            "diff": .members(["url": .string(patch.path.uriReference)]),
          ])
        }),
    ])
    return .members([
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
          .members(["name": .string("assetkit:" + $0.0), "value": .string($0.1)])
        }),
    ])
  }

  private static func reference(_ package: Lock.Package, _ archive: JSONValue?) -> JSONValue? {
    guard package.resolvedSource.contains("://") else { return nil }
    return .array([
      .members([
        "type": package.type == .git ? "vcs" : "distribution",
        "url": .string(package.resolvedSource), "hashes": archive,
      ])
    ])
  }

  private static func properties(_ package: Lock.Package) -> [(String, String)] {
    var properties = [("path", package.path.description), ("pristine", package.pristine.pin)]
    properties.append(("tree", package.tree.pin))
    if let commit = package.commit { properties.append(("commit", commit)) }
    return properties
  }
}
