public import SafeFiles

/// The dependencies that a `Package.resolved` pins, for reports.
public struct ResolvedPins: Sendable {
  /// One of them.
  public struct Pin: Hashable, Sendable {
    /// The identity by which the package manager knows it.
    public let identity: String
    /// The version; nil where a branch or a commit is pinned.
    public let version: String?
    /// The address; the identity for a package of a registry.
    public let location: String
    /// The pinned commit; nil for a package of a registry.
    public let commit: String?
  }

  /// The pins in the order of their identities.
  public let pins: [Pin]
  /// The file's bytes.
  public let bytes: [UInt8]

  /// The file's name.
  public static let fileName = RelativePath(known: "Package.resolved")

  /// Reads the file at the top of `root`; nil where there is none.
  ///
  /// - Throws: `ImportError` for a damaged file, `FileError`.
  public init?(in root: DirectoryHandle) throws {
    guard try root.statusIfPresent(of: Self.fileName) != nil else { return nil }
    bytes = try root.readFile(Self.fileName, limitBytes: 16 << 20)
    pins = try PackageResolved(bytes, file: Self.fileName.description).pins.map {
      Pin(identity: $0.identity, version: $0.version, location: $0.location, commit: $0.revision)
    }.sorted { $0.identity.utf8.lexicographicallyPrecedes($1.identity.utf8) }
  }
}
