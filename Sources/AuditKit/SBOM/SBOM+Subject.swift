public import TextFormats

extension SBOM {
  /// What the SBOM is of, and who issues it: the project that contains the packages.
  public struct Subject: Hashable, Sendable {
    /// The project's name.
    public var name: String?
    /// The version of the project.
    public var version: String?
    /// Who makes the project and issues the SBOM: `NAME`, or `NAME <ADDRESS>`.
    public var supplier: String?
    /// The project's licence, as an SPDX expression.
    public var license: String?
    /// The project's copyright notice.
    public var copyright: String?
    /// The file in which it is delivered.
    public var product: Product?

    /// A project of which nothing is known.
    public init() {}

    /// A generic package URL with the name and the version; nil where one of them is missing.
    public var packageURL: String? {
      guard let name, let version else { return nil }
      return PackageURLText.generic(name, version: version)
    }

    /// The keys of `[sbom]` in `assetkit.toml`.
    public static let fields: [TOMLSchema.Field] = [
      .optional("name", .string, "The project's name."),
      .optional("version", .string, "The version of the project."),
      .optional("supplier", .string, "Who makes it and issues the SBOM: NAME, or NAME <ADDRESS>."),
      .optional("license", .string, "The project's licence, as an SPDX expression."),
      .optional("copyright", .string, "The project's copyright notice."),
    ]

    /// The project that a table of these fields describes.
    ///
    /// - Throws: `TOMLError` with the line of the mistake.
    public init(_ table: TOMLNode) throws(TOMLError) {
      for field in Self.fields {
        guard let node = table[field.name] else { continue }
        if !node.string.contains(where: { !$0.isWhitespace }) { throw node.error("is empty") }
      }
      name = table["name"]?.string
      version = table["version"]?.string
      supplier = table["supplier"]?.string
      copyright = table["copyright"]?.string
      if let node = table["supplier"] {
        do { _ = try Identifiers.supplier(node.string) } catch {
          throw node.error("'\(node.string)' \(error.problem); \(error.remedy)")
        }
      }
      if let node = table["license"] {
        let unlisted: String?
        do { unlisted = try LicenseExpression(parsing: node.string).unlistedNames.first } catch {
          throw node.error("'\(node.string)' is not a licence: \(error)")
        }
        if let unlisted { throw node.error("'\(unlisted)' is not on the SPDX licence list") }
        license = node.string
      }
    }
  }

  /// A dependency that is not vendored: a pin of `Package.resolved`.
  public struct Reference: Hashable, Sendable {
    /// The name by which the package manager knows it.
    public var name: String
    /// The version; nil where a branch or a commit is pinned.
    public var version: String?
    /// The address of its repository.
    public var url: String
    /// The pinned commit; nil for a registry.
    public var commit: String?

    /// A dependency of these parts.
    public init(name: String, version: String?, url: String, commit: String?) {
      self.name = name
      self.version = version
      self.url = url
      self.commit = commit
    }

    /// `pkg:swift/HOST/OWNER/NAME@VERSION` (purl-spec, type `swift`); nil for an address that has none.
    var purl: String? {
      guard let scheme = url.firstRange(of: "://") else { return nil }
      var path = url[scheme.upperBound...]
      if path.hasSuffix(".git") { path = path.dropLast(4) }
      let parts = path.split(separator: "/")
      guard parts.count > 1, let version = version ?? commit else { return nil }
      let encoded = parts.map { PackageURLText.encoded(String($0)) }.joined(separator: "/")
      return "pkg:swift/\(encoded)@\(PackageURLText.encoded(version))"
    }
  }
}
