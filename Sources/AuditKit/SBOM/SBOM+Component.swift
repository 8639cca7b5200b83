import SafeFiles
import VendorKit

extension SBOM {
  /// A package with its files and their licences.
  struct Component: Sendable {
    let package: Lock.Package
    let licences: LicenceSummary
    /// The copyright statements in its files, one a line; nil where there is none.
    let copyright: String?
    let files: [File]
    /// The identity of the committed folder, as git and Software Heritage compute it.
    let tree: SHA1Digest
    /// The digests of the list of its files, by their names in CycloneDX.
    let listDigests: [(name: String, hex: String)]
    /// Its patches.
    let patches: [File]
    /// Who supplies it; nil if that is not known.
    let supplier: Organization?
    /// The vulnerabilities that each patch says it fixes.
    var resolved: [RelativePath: [String]] = [:]

    /// The declared licence; nil if there is none or it is not a valid expression.
    var declared: LicenseExpression? {
      guard let text = package.license, let expression = try? LicenseExpression(parsing: text),
        expression.unlistedNames.isEmpty
      else { return nil }
      return expression
    }

    /// The licence of the main part, if all its terms are on the SPDX list: what governs the library
    /// (SPDX 2.3, 7.13).
    var concluded: LicenseExpression? { Self.listed(licences.concluded) }

    /// The licences found in all files together, if all are on the SPDX list (7.14).
    var everything: LicenseExpression? { Self.listed(licences.everything) }

    private static func listed(_ expression: LicenseExpression?) -> LicenseExpression? {
      expression.flatMap { $0.unlistedNames.isEmpty ? $0 : nil }
    }

    /// How the licence was concluded, where some files have others; nil where none has.
    var licenceComment: String? {
      guard concluded != everything, let everything else { return nil }
      return
        "Concluded from the main part of the package. With its tests, tools, documentation and "
        + "build files the licences found are \(everything)."
    }

    /// The version as upstream writes it, else the commit.
    var version: String? { package.statedVersion }

    /// Whether the files are no longer those that upstream distributes.
    var isPatched: Bool { !package.patches.isEmpty }

    /// The SWHID of the committed folder (ISO/IEC 18670).
    var swhid: String { "swh:1:dir:\(tree.hex)" }

    /// The digests of the archive as upstream distributes it, by their names in CycloneDX; empty for
    /// other types of source.
    var archiveDigests: [(name: String, hex: String)] {
      [
        package.archiveDigest.map { ("SHA-256", $0.hex) },
        package.archiveSHA512.map { ("SHA-512", $0.hex) },
      ].compactMap { $0 }
    }

    /// The digests of what the package is: of the archive where its files are upstream's, else of the
    /// list of its files.
    var digests: [(name: String, hex: String)] {
      hasArchiveDigests ? archiveDigests : listDigests
    }

    /// Whether `digests` are those of the archive.
    var hasArchiveDigests: Bool { !isPatched && !archiveDigests.isEmpty }

    /// The address of the source; nil for a path.
    var address: String? { package.sourceAddress }

    /// The name of the archive's file; nil for other types of source.
    var archiveName: String? {
      guard package.type == .archive else { return nil }
      let path = package.resolvedSource.prefix { $0 != "?" && $0 != "#" }
      return path.split(separator: "/").last.map(String.init)
    }

    /// Whether a file of it may be executed.
    var isExecutable: Bool { files.contains(where: \.isExecutable) }

    /// The package URL, as ``Lock/Package/billPackageURL`` has it.
    var purl: String? { package.billPackageURL }

    /// The CPE, as ``Lock/Package/billPlatformName`` has it.
    var cpe: String? { package.billPlatformName }
  }

  /// A committed file.
  struct File: Sendable {
    let path: RelativePath
    let isExecutable: Bool
    let sha256: SHA256Digest
    /// Required by SPDX 2.3; nothing here relies on it for security.
    let sha1: SHA1Digest
  }
}
