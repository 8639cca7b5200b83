import SafeFiles
public import TextFormats
import VendorKit

extension SBOM {
  /// The SBOM in SPDX 2.3, JSON.
  ///
  /// SPDX requires a date; without a timestamp it is 1970-01-01T00:00:00Z. The namespace is derived
  /// from the lock's digest, so equal locks give equal documents.
  public var spdx: JSON {
    var packages: [JSON] = []
    var files: [JSON] = []
    var relationships: [JSON] = []
    for (index, component) in components.enumerated() {
      let id = "SPDXRef-Package-\(index + 1)"
      packages.append(Self.package(component, id))
      relationships.append(Self.relationship("SPDXRef-DOCUMENT", "DESCRIBES", id))
      let found = Dictionary(grouping: component.licences.evidence, by: \.path)
      for (number, file) in component.files.enumerated() {
        let fileID = "SPDXRef-File-\(index + 1)-\(number + 1)"
        files.append(Self.file(file, fileID, found[file.path] ?? []))
        relationships.append(Self.relationship(id, "CONTAINS", fileID))
      }
    }
    return [
      "spdxVersion": "SPDX-2.3",
      "dataLicense": "CC0-1.0",
      "SPDXID": "SPDXRef-DOCUMENT",
      "name": "vendored sources",
      "documentNamespace": .string("https://spdx.org/spdxdocs/assetkit-\(lockDigest.hex)"),
      "creationInfo": [
        "created": .string(timestamp ?? "1970-01-01T00:00:00Z"),
        "creators": .array([.string("Tool: assetkit-\(toolVersion)")]),
        "licenseListVersion": .string(
          LicenseList.version.split(separator: ".").prefix(2).joined(separator: ".")),
      ],
      "packages": .array(packages),
      "files": files.isEmpty ? nil : .array(files),
      "relationships": .array(relationships),
      "hasExtractedLicensingInfos": references.isEmpty ? nil : .array(references),
    ]
  }

  private static func package(_ component: Component, _ id: String) -> JSON {
    let package = component.package
    let names = Set(component.licences.evidence.flatMap { listed($0.expression) }).sorted()
    let source = package.resolvedSource
    return [
      "SPDXID": .string(id),
      "name": .string(package.name),
      "versionInfo": package.version.map { .string($0) },
      "downloadLocation": .string(
        source.contains("://")
          ? (package.type.versionControlSystem.map { "\($0)+" } ?? "") + source
            + (package.commit.map { "@\($0)" } ?? "")
          : "NOASSERTION"),
      "filesAnalyzed": true,
      "packageVerificationCode": [
        "packageVerificationCodeValue": .string(verificationCode(of: component.files))
      ],
      "checksums": package.archiveDigest.map {
        .array([["algorithm": "SHA256", "checksumValue": .string($0.hex)]])
      },
      "licenseConcluded": .string(component.concluded?.description ?? "NOASSERTION"),
      "licenseDeclared": .string(component.declared?.description ?? "NOASSERTION"),
      "licenseInfoFromFiles": .array(
        names.isEmpty ? ["NOASSERTION"] : names.map { .string($0) }),
      "copyrightText": "NOASSERTION",
      "externalRefs": package.purl.map {
        .array([
          [
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": .string($0),
          ]
        ])
      },
    ]
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
  private var references: [JSON] {
    var names: Set<String> = []
    for component in components {
      let expressions =
        component.licences.evidence.map(\.expression)
        + [component.declared, component.concluded].compactMap { $0 }
      for term in expressions.flatMap(\.terms) where term.identifier.hasPrefix("LicenseRef-") {
        names.insert(term.identifier)
      }
    }
    return names.sorted().map {
      [
        "licenseId": .string($0),
        "extractedText": "The text is in the files of the packages that refer to it.",
      ]
    }
  }

  private static func relationship(_ from: String, _ type: String, _ to: String) -> JSON {
    [
      "spdxElementId": .string(from), "relationshipType": .string(type),
      "relatedSpdxElement": .string(to),
    ]
  }
}
