import SafeFiles
public import TextFormats
import VendorKit

extension SBOM {
  /// The SBOM in SPDX 2.3, JSON.
  ///
  /// The project contains the packages and depends on what is not vendored; what the packages depend
  /// on themselves is not known. A patched package descends from its upstream, which has the
  /// archive's digests then.
  public var spdx: JSON {
    var packages = [root]
    var files: [JSON] = []
    var relationships = [Self.relationship("SPDXRef-DOCUMENT", "DESCRIBES", Self.rootID)]
    for (index, component) in components.enumerated() {
      let id = "SPDXRef-Package-\(index + 1)"
      packages.append(Self.package(component, id))
      relationships += [
        Self.relationship(Self.rootID, "CONTAINS", id),
        Self.relationship(id, "DEPENDS_ON", "NOASSERTION"),
      ]
      let found = Dictionary(grouping: component.licences.evidence, by: \.path)
      for (number, file) in component.files.enumerated() {
        let fileID = "SPDXRef-File-\(index + 1)-\(number + 1)"
        files.append(Self.file(file, fileID, found[file.path] ?? []))
        relationships.append(Self.relationship(id, "CONTAINS", fileID))
      }
      guard component.isPatched else { continue }
      let upstream = "SPDXRef-Upstream-\(index + 1)"
      packages.append(Self.upstream(of: component, upstream))
      relationships.append(Self.relationship(id, "DESCENDANT_OF", upstream))
      for (number, patch) in component.patches.enumerated() {
        let patchID = "SPDXRef-Patch-\(index + 1)-\(number + 1)"
        files.append(Self.file(patch, patchID, []))
        relationships.append(Self.relationship(patchID, "PATCH_APPLIED", id))
      }
    }
    for (index, reference) in references.enumerated() {
      let id = "SPDXRef-Dependency-\(index + 1)"
      packages.append(Self.package(reference, id))
      relationships += [
        Self.relationship(Self.rootID, "DEPENDS_ON", id),
        Self.relationship(id, "DEPENDS_ON", "NOASSERTION"),
      ]
    }
    return [
      "spdxVersion": "SPDX-2.3",
      "dataLicense": "CC0-1.0",
      "SPDXID": "SPDXRef-DOCUMENT",
      "name": .string(subject.title),
      "documentNamespace": .string("https://spdx.org/spdxdocs/assetkit-\(uuid)"),
      "creationInfo": [
        "created": .string(timestamp),
        "creators": .strings(
          (subject.organization.map { [$0.spdx] } ?? []) + ["Tool: assetkit-\(toolVersion)"]),
        "licenseListVersion": .string(
          LicenseList.version.split(separator: ".").prefix(2).joined(separator: ".")),
      ],
      "packages": .array(packages),
      "files": files.isEmpty ? nil : .array(files),
      "relationships": .array(relationships),
      "hasExtractedLicensingInfos": licenseReferences.isEmpty
        ? nil
        : .array(
          licenseReferences.map {
            ["licenseId": .string($0), "extractedText": .string(Self.referenceText)]
          }),
    ]
  }

  private static let rootID = "SPDXRef-Project"

  private var root: JSON {
    [
      "SPDXID": .string(Self.rootID),
      "name": .string(subject.title),
      "versionInfo": subject.version.map(JSON.string),
      "supplier": .string(subject.organization?.spdx ?? "NOASSERTION"),
      "packageFileName": subject.product.map { .string($0.name) },
      "downloadLocation": "NOASSERTION",
      "filesAnalyzed": false,
      "checksums": subject.product.flatMap { Self.checksums($0.digests) },
      "licenseConcluded": .string(subject.license ?? "NOASSERTION"),
      "licenseDeclared": .string(subject.license ?? "NOASSERTION"),
      "copyrightText": .string(subject.copyright ?? "NOASSERTION"),
      "externalRefs": subject.packageURL.map { [Self.reference("PACKAGE-MANAGER", "purl", $0)] },
      "primaryPackagePurpose": "APPLICATION",
    ]
  }

  private static func package(_ component: Component, _ id: String) -> JSON {
    let names = Set(component.licences.evidence.flatMap { listed($0.expression) }).sorted()
    let isArchive = component.archiveName != nil && !component.isPatched
    return [
      "SPDXID": .string(id),
      "name": .string(component.package.name),
      "versionInfo": component.version.map(JSON.string),
      "packageFileName": .string(
        isArchive ? component.archiveName ?? "" : "./\(component.package.path)"),
      "supplier": .string(component.supplier?.spdx ?? "NOASSERTION"),
      "downloadLocation": .string(component.downloadLocation),
      "filesAnalyzed": true,
      "packageVerificationCode": [
        "packageVerificationCodeValue": .string(verificationCode(of: component.files))
      ],
      "checksums": isArchive ? checksums(component.archiveDigests) : nil,
      "sourceInfo": .string(
        "\(component.package.path), as \(component.package.sumsPath) lists it: "
          + component.package.tree.pin),
      "licenseConcluded": .string(component.concluded?.description ?? "NOASSERTION"),
      "licenseDeclared": .string(component.declared?.description ?? "NOASSERTION"),
      "licenseInfoFromFiles": .array(
        names.isEmpty ? ["NOASSERTION"] : names.map { .string($0) }),
      "licenseComments": component.licenceComment.map(JSON.string),
      "copyrightText": .string(component.copyright ?? "NOASSERTION"),
      "externalRefs": .array(
        [
          component.purl.map { reference("PACKAGE-MANAGER", "purl", $0) },
          component.cpe.map { reference("SECURITY", "cpe23Type", $0) },
          reference("PERSISTENT-ID", "swh", component.swhid),
        ].compactMap { $0 }),
      "primaryPackagePurpose": "SOURCE",
    ]
  }

  /// What a patched package was made from.
  private static func upstream(of component: Component, _ id: String) -> JSON {
    [
      "SPDXID": .string(id),
      "name": .string(component.package.name),
      "versionInfo": component.version.map(JSON.string),
      "packageFileName": component.archiveName.map(JSON.string),
      "supplier": .string(component.supplier?.spdx ?? "NOASSERTION"),
      "downloadLocation": .string(component.downloadLocation),
      "filesAnalyzed": false,
      "checksums": checksums(component.archiveDigests),
      "licenseConcluded": .string(component.concluded?.description ?? "NOASSERTION"),
      "licenseDeclared": .string(component.declared?.description ?? "NOASSERTION"),
      "copyrightText": .string(component.copyright ?? "NOASSERTION"),
      "externalRefs": component.purl.map { [reference("PACKAGE-MANAGER", "purl", $0)] },
      "primaryPackagePurpose": "SOURCE",
    ]
  }

  private static func package(_ reference: Reference, _ id: String) -> JSON {
    let isAddress = reference.url.contains("://")
    let commit = reference.commit.map { "@\($0)" } ?? ""
    return [
      "SPDXID": .string(id),
      "name": .string(reference.name),
      "versionInfo": (reference.version ?? reference.commit).map(JSON.string),
      "supplier": .string(Organization(owning: reference.url)?.spdx ?? "NOASSERTION"),
      "downloadLocation": .string(isAddress ? "git+\(reference.url)\(commit)" : "NOASSERTION"),
      "filesAnalyzed": false,
      "licenseConcluded": "NOASSERTION",
      "licenseDeclared": "NOASSERTION",
      "copyrightText": "NOASSERTION",
      "externalRefs": reference.purl.map { [Self.reference("PACKAGE-MANAGER", "purl", $0)] },
    ]
  }

  private static func reference(_ category: String, _ type: String, _ locator: String) -> JSON {
    [
      "referenceCategory": .string(category), "referenceType": .string(type),
      "referenceLocator": .string(locator),
    ]
  }

  private static func checksums(_ digests: [(name: String, hex: String)]) -> JSON? {
    if digests.isEmpty { return nil }
    return .array(
      digests.map {
        [
          "algorithm": .string($0.name.filter { $0 != "-" }), "checksumValue": .string($0.hex),
        ]
      })
  }

  /// SPDX 2.3, 7.9: the SHA-1 of the files' SHA-1 digests in hexadecimal, sorted and concatenated.
  static func verificationCode(of files: [File]) -> String {
    SHA1.digest(of: files.map(\.sha1.hex).sorted().joined().utf8).hex
  }

  private static func file(
    _ file: File, _ id: String, _ evidence: [LicenceSummary.Evidence]
  ) -> JSON {
    let names = Set(evidence.flatMap { listed($0.expression) }).sorted()
    return [
      "SPDXID": .string(id),
      "fileName": .string("./" + file.path.description),
      "checksums": .array([
        ["algorithm": "SHA1", "checksumValue": .string(file.sha1.hex)],
        ["algorithm": "SHA256", "checksumValue": .string(file.sha256.hex)],
      ]),
      "licenseConcluded": "NOASSERTION",
      "licenseInfoInFiles": .array(names.isEmpty ? ["NOASSERTION"] : names.map { .string($0) }),
      "copyrightText": "NOASSERTION",
    ]
  }

  /// The single licences of an expression that are on the SPDX list or are references.
  private static func listed(_ expression: LicenseExpression) -> [String] {
    expression.terms.compactMap { term in
      let base = LicenseTerm(
        identifier: term.identifier, allowsLaterVersions: term.allowsLaterVersions)
      let isListed = LicenseList.license(named: term.identifier) != nil
      return isListed || term.identifier.hasPrefix("LicenseRef-") ? base.description : nil
    }
  }

  /// Every `LicenseRef-` that the SBOM names; SPDX requires an explanation of each.
  var licenseReferences: [String] {
    var names: Set<String> = []
    for component in components {
      let expressions =
        component.licences.evidence.map(\.expression)
        + [component.declared, component.concluded].compactMap { $0 }
      for term in expressions.flatMap(\.terms) where term.identifier.hasPrefix("LicenseRef-") {
        names.insert(term.identifier)
      }
    }
    return names.sorted()
  }

  /// What explains a `LicenseRef-`.
  static let referenceText = "The text is in the files of the packages that refer to it."

  private static func relationship(_ from: String, _ type: String, _ to: String) -> JSON {
    [
      "spdxElementId": .string(from), "relationshipType": .string(type),
      "relatedSpdxElement": .string(to),
    ]
  }
}

extension SBOM.Organization {
  /// An actor as SPDX 2.3 writes it (6.8).
  fileprivate var spdx: String {
    "Organization: \(name)" + (email.map { " (\($0))" } ?? "")
  }
}

extension SBOM.Component {
  /// Where it can be fetched, as SPDX 2.3 writes it (7.7).
  fileprivate var downloadLocation: String {
    guard let address else { return "NOASSERTION" }
    let system = package.type.versionControlSystem.map { "\($0)+" } ?? ""
    return system + address + (package.commit.map { "@\($0)" } ?? "")
  }
}
