import SafeFiles
public import TextFormats
import VendorKit

extension SBOM {
  /// The SBOM in SPDX 3.0.1, JSON-LD.
  ///
  /// Each package has a folder as its distribution artifact, whose digests are those of the list of its
  /// files, and is generated from upstream's archive, where there is one.
  public var spdx3: JSON {
    var graph = SPDX3Graph(prefix: "https://spdx.org/spdxdocs/assetkit-\(uuid)#")
    let author =
      subject.organization.map { graph.organization($0) }
      ?? graph.add("SoftwareAgent", "Agent-assetkit", ["name": "assetkit"])
    let tool = graph.add("Tool", "Tool", ["name": .string("assetkit-\(toolVersion)")])
    let project = graph.add(
      "software_Package", "Project",
      [
        "name": .string(subject.title),
        "software_packageVersion": subject.version.map(JSON.string),
        "software_primaryPurpose": "application",
        "suppliedBy": subject.organization.map { .string(graph.organization($0)) },
        "originatedBy": subject.organization.map { [.string(graph.organization($0))] },
        "software_copyrightText": subject.copyright.map(JSON.string),
        "software_packageUrl": subject.packageURL.map(JSON.string),
        "externalIdentifier": subject.packageURL.map { [graph.identifier("packageUrl", $0)] },
      ])
    if let license = subject.license {
      graph.license(license, of: project, as: ["hasDeclaredLicense", "hasConcludedLicense"])
    }
    if let product = subject.product {
      graph.relate(project, "hasDistributionArtifact", [graph.add(product)])
    }
    let packages = components.map { graph.add($0) }
    let dependencies = references.map { graph.add($0) }
    graph.relate(project, "contains", packages, "noAssertion")
    graph.relate(project, "dependsOn", dependencies, "noAssertion")

    let parts = graph.ids
    let sbom = graph.add(
      "software_Sbom", "SBOM",
      [
        "rootElement": [.string(project)], "element": .strings(parts),
        "software_sbomType": ["source"],
      ])
    _ = graph.add(
      "SpdxDocument", "Document",
      [
        "name": .string(subject.title), "rootElement": [.string(sbom)],
        "element": .strings(parts + [sbom]),
        "profileConformance": ["core", "software", "simpleLicensing"],
      ])
    let creation: JSON = [
      "type": "CreationInfo", "@id": .string(SPDX3Graph.creation), "specVersion": "3.0.1",
      "created": .string(timestamp), "createdBy": [.string(author)],
      "createdUsing": [.string(tool)],
    ]
    return [
      "@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld",
      "@graph": .array([creation] + graph.elements),
    ]
  }
}

/// The elements of an SPDX 3.0.1 document, each with an id of its own.
private struct SPDX3Graph {
  static let creation = "_:creationinfo"

  let prefix: String
  var elements: [JSON] = []
  var ids: [String] = []
  private var known: [String: String] = [:]

  init(prefix: String) {
    self.prefix = prefix
  }

  /// Adds an element and returns its id.
  mutating func add(_ type: String, _ name: String, _ members: JSON.Members) -> String {
    let id = prefix + name
    elements.append(
      .object(
        [
          "type": .string(type), "spdxId": .string(id), "creationInfo": .string(Self.creation),
        ] + members))
    ids.append(id)
    return id
  }

  /// The id of an element that is added when it is first asked for.
  private mutating func once(
    _ type: String, _ name: String, _ key: String, _ members: JSON.Members
  ) -> String {
    if let id = known["\(type) \(key)"] { return id }
    let id = add(type, "\(name)-\(known.count + 1)", members)
    known["\(type) \(key)"] = id
    return id
  }

  mutating func organization(_ organization: SBOM.Organization) -> String {
    var identifiers: [JSON] = []
    if let email = organization.email { identifiers.append(identifier("email", email)) }
    if let url = organization.url { identifiers.append(identifier("other", url)) }
    return once(
      "Organization", "Organization", "\(organization)",
      [
        "name": .string(organization.name),
        "externalIdentifier": identifiers.isEmpty ? nil : .array(identifiers),
      ])
  }

  /// Adds a relationship; none without targets.
  mutating func relate(
    _ from: String, _ type: String, _ to: [String], _ completeness: String? = nil
  ) {
    guard !to.isEmpty else { return }
    _ = add(
      "Relationship", "Relationship-\(ids.count + 1)",
      [
        "from": .string(from), "relationshipType": .string(type), "to": .strings(to),
        "completeness": completeness.map(JSON.string),
      ])
  }

  mutating func license(_ expression: String, of package: String, as types: [String]) {
    // The texts that the expression's own identifiers stand for.
    let parsed = try? LicenseExpression(parsing: expression)
    let names = Set(parsed?.terms.map(\.identifier) ?? []).filter { $0.hasPrefix("LicenseRef-") }
    let texts = names.sorted().map { name -> JSON in
      let text = once(
        "simplelicensing_SimpleLicensingText", "LicenseText", name,
        ["name": .string(name), "simplelicensing_licenseText": .string(SBOM.referenceText)])
      return ["type": "DictionaryEntry", "key": .string(name), "value": .string(text)]
    }
    let license = once(
      "simplelicensing_LicenseExpression", "License", expression,
      [
        "simplelicensing_licenseExpression": .string(expression),
        "simplelicensing_licenseListVersion": .string(LicenseList.version),
        "simplelicensing_customIdToUri": texts.isEmpty ? nil : .array(texts),
      ])
    for type in types { relate(package, type, [license]) }
  }

  mutating func add(_ component: SBOM.Component) -> String {
    let name = component.package.name
    let supplier = component.supplier.map { organization($0) }
    var identifiers = [identifier("swhid", component.swhid)]
    if let purl = component.purl { identifiers.append(identifier("packageUrl", purl)) }
    if let cpe = component.cpe { identifiers.append(identifier("cpe23", cpe)) }
    let members: JSON.Members = [
      "name": .string(name),
      "software_packageVersion": component.version.map(JSON.string),
      "software_downloadLocation": component.address.map(JSON.string),
      "software_packageUrl": component.purl.map(JSON.string),
      "software_primaryPurpose": "source",
      "software_copyrightText": component.copyright.map(JSON.string),
      "suppliedBy": supplier.map(JSON.string),
      "originatedBy": supplier.map { [.string($0)] },
    ]
    let package = add(
      "software_Package", "Package-\(name)",
      members + ["externalIdentifier": .array(identifiers)])
    if let declared = component.declared {
      license(declared.description, of: package, as: ["hasDeclaredLicense"])
    }
    if let concluded = component.concluded {
      license(concluded.description, of: package, as: ["hasConcludedLicense"])
    }
    relate(package, "hasDistributionArtifact", [folder(of: component)])
    let source = archive(of: component)
    if component.isPatched {
      let upstream = add(
        "software_Package", "Upstream-\(name)",
        members + ["externalIdentifier": component.purl.map { [identifier("packageUrl", $0)] }])
      if let declared = component.declared {
        license(declared.description, of: upstream, as: ["hasDeclaredLicense"])
      }
      relate(package, "descendantOf", [upstream])
      relate(
        package, "patchedBy", component.patches.enumerated().map { patch($1, $0 + 1, of: name) })
    }
    if let source { relate(source, "generates", [package]) }
    relate(package, "dependsOn", ["NoAssertionElement"], "noAssertion")
    return package
  }

  /// The committed folder, as the BSI's TR-03183-2 has it: `container` stands for "structured".
  private mutating func folder(of component: SBOM.Component) -> String {
    let list =
      "The digest of \(component.package.sumsPath), which lists every file with its SHA-256."
    return add(
      "software_File", "Folder-\(component.package.name)",
      [
        "name": .string(component.package.path.lastComponent.description),
        "software_fileKind": "directory", "software_primaryPurpose": "source",
        "software_additionalPurpose": .strings(
          ["container"] + (component.isExecutable ? ["executable"] : [])),
        "verifiedUsing": hashes(component.listDigests, list),
      ])
  }

  /// The file in which the project is delivered: `firmware` stands for "unstructured".
  mutating func add(_ product: SBOM.Product) -> String {
    let purposes = [
      product.isArchive ? "container" : "firmware", product.isArchive ? "archive" : nil,
      product.isExecutable ? "executable" : nil,
    ].compactMap { $0 }
    return add(
      "software_File", "Product",
      [
        "name": .string(product.name), "software_fileKind": "file",
        "software_primaryPurpose": "application",
        "software_additionalPurpose": .strings(purposes),
        "verifiedUsing": hashes(product.digests, nil),
      ])
  }

  /// Upstream's archive; nil for other types of source.
  private mutating func archive(of component: SBOM.Component) -> String? {
    guard let file = component.archiveName, !component.archiveDigests.isEmpty else { return nil }
    return add(
      "software_File", "Archive-\(component.package.name)",
      [
        "name": .string(file), "software_fileKind": "file", "software_primaryPurpose": "source",
        "software_additionalPurpose": ["archive"],
        "verifiedUsing": hashes(component.archiveDigests, nil),
        "externalRef": component.address.map {
          [
            [
              "type": "ExternalRef", "externalRefType": "sourceArtifact",
              "locator": [.string($0)],
            ]
          ]
        },
      ])
  }

  private mutating func patch(_ file: SBOM.File, _ number: Int, of package: String) -> String {
    add(
      "software_File", "Patch-\(package)-\(number)",
      [
        "name": .string(file.path.description), "software_fileKind": "file",
        "software_primaryPurpose": "patch",
        "verifiedUsing": hashes([("SHA-256", file.sha256.hex)], nil),
      ])
  }

  mutating func add(_ reference: SBOM.Reference) -> String {
    let supplier = SBOM.Organization(owning: reference.url).map { organization($0) }
    return add(
      "software_Package", "Dependency-\(PackageURLText.encoded(reference.name))",
      [
        "name": .string(reference.name),
        "software_packageVersion": (reference.version ?? reference.commit).map(JSON.string),
        "software_downloadLocation": reference.url.contains("://") ? .string(reference.url) : nil,
        "software_packageUrl": reference.purl.map(JSON.string),
        "suppliedBy": supplier.map(JSON.string),
        "externalIdentifier": reference.purl.map { [identifier("packageUrl", $0)] },
      ])
  }

  private func hashes(_ digests: [(name: String, hex: String)], _ comment: String?) -> JSON? {
    if digests.isEmpty { return nil }
    return .array(
      digests.map {
        [
          "type": "Hash", "algorithm": .string($0.name.lowercased().filter { $0 != "-" }),
          "hashValue": .string($0.hex), "comment": comment.map(JSON.string),
        ]
      })
  }

  func identifier(_ type: String, _ text: String) -> JSON {
    [
      "type": "ExternalIdentifier", "externalIdentifierType": .string(type),
      "identifier": .string(text),
    ]
  }
}
