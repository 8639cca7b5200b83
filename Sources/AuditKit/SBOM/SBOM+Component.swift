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
    var version: String? { package.version ?? package.commit }

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
    var address: String? {
      let source = package.resolvedSource
      if source.contains("://") { return source }
      // ssh's `user@host:path`, as a URL.
      guard package.type == .git, let at = source.firstIndex(of: "@"),
        let colon = source[at...].firstIndex(of: ":")
      else { return nil }
      return "ssh://\(source[..<colon])/\(source[source.index(after: colon)...])"
    }

    /// The name of the archive's file; nil for other types of source.
    var archiveName: String? {
      guard package.type == .archive else { return nil }
      let path = package.resolvedSource.prefix { $0 != "?" && $0 != "#" }
      return path.split(separator: "/").last.map(String.init)
    }

    /// Whether a file of it may be executed.
    var isExecutable: Bool { files.contains(where: \.isExecutable) }

    /// The package URL with its version; without one in the lock, a generic one that says where it
    /// comes from and what it must be (purl-spec, type `generic`).
    var purl: String? {
      if let text = package.purl {
        guard let purl = PackageURL(text), purl.version == nil else { return text }
        // Tags are named freely, so only the commit is certain on a forge.
        let isForge = ["github", "bitbucket"].contains(purl.type)
        guard let version = isForge ? package.commit ?? package.ref : version else { return text }
        let rest = text.firstIndex { "?#".contains($0) } ?? text.endIndex
        return "\(text[..<rest])@\(PackageURL.encoded(version))\(text[rest...])"
      }
      guard let address else { return nil }
      var qualifiers: [String] = []
      if let digest = package.archiveDigest { qualifiers.append("checksum=sha256:\(digest.hex)") }
      switch package.type.versionControlSystem {
      case let system?:
        let place = "\(system)+\(address)" + (package.commit.map { "@\($0)" } ?? "")
        qualifiers.append("vcs_url=\(PackageURL.encoded(place))")
      case nil: qualifiers.append("download_url=\(PackageURL.encoded(address))")
      }
      let name = PackageURL.encoded(package.name)
      let at = version.map { "@\(PackageURL.encoded($0))" } ?? ""
      return "pkg:generic/\(name)\(at)?\(qualifiers.joined(separator: "&"))"
    }

    /// The CPE 2.3 name of the lock, with the package's version where it leaves that open.
    ///
    /// None is guessed: a wrong one makes scanners report another product's vulnerabilities.
    var cpe: String? {
      guard let cpe = package.cpe, let version = package.version else { return package.cpe }
      var parts: [String] = [""]
      var isQuoted = false
      for character in cpe {
        if character == ":", !isQuoted {
          parts.append("")
        } else {
          parts[parts.count - 1].append(character)
        }
        isQuoted = character == "\\" && !isQuoted
      }
      guard parts.count == 13, parts[5] == "*" else { return cpe }
      parts[5] = Self.quoted(version)
      return parts.joined(separator: ":")
    }

    /// NISTIR 7695, 6.2: all but letters, digits, `_`, `.` and `-` are quoted by a backslash.
    private static func quoted(_ version: String) -> String {
      version.lowercased().reduce(into: "") { text, character in
        let isPlain = character.isASCII && (character.isLetter || character.isNumber)
        text += isPlain || "_.-".contains(character) ? "\(character)" : "\\\(character)"
      }
    }
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

extension PackageURL {
  /// The text as a part of a package URL: all but letters, digits and `.-_~` as `%XX`; a colon stays
  /// (ECMA-427, 5.4).
  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x3A:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }
}
