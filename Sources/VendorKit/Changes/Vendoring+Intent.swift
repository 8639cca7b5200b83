public import SafeFiles

extension Vendoring {
  /// What `add` and `update` may say of a package; nil keeps the value in the lock, or the default.
  public struct Intent: Sendable {
    /// The version as upstream writes it.
    public var version: String?
    /// The address, or the path relative to the root.
    public var source: String?
    /// The type of the source.
    public var type: SourceType?
    /// git: the branch, tag or commit.
    public var ref: String?
    /// The number of leading components stripped from every path.
    public var strip: Int?
    /// Globs of files to include; empty for all.
    public var include: [String]?
    /// Globs of files to exclude.
    public var exclude: [String]?
    /// The package's folder, relative to the root.
    public var path: RelativePath?
    /// The licence as an SPDX expression; empty for none.
    public var license: String?
    /// The package URL; empty for none.
    public var purl: String?
    /// The CPE 2.3 name; empty for none.
    public var cpe: String?
    /// Who makes it; empty to derive that from the package URL or the address.
    public var supplier: String?
    /// Whether symbolic links that stay inside the package are allowed.
    public var allowsSymlinks: Bool?

    /// An intent that changes nothing.
    public init() {}

    /// Whether it changes what is said of the package and neither its source nor its files.
    var isDescription: Bool {
      let changesFiles =
        version != nil || source != nil || type != nil || ref != nil || strip != nil
        || include != nil || exclude != nil || path != nil || allowsSymlinks != nil
      return !changesFiles && (license != nil || purl != nil || cpe != nil || supplier != nil)
    }

    /// `package` with the values that this has.
    public func applied(to package: Lock.Package) -> Lock.Package {
      var package = package
      if let version { package.version = version }
      if let source { package.source = source }
      if let type {
        package.type = type
        // A reference of another type of source means nothing to this one.
        if type.pin != .commit { package.ref = nil }
      }
      if let ref { package.ref = ref }
      if let strip { package.strip = strip }
      if let include { package.include = include }
      if let exclude { package.exclude = exclude }
      if let path { package.path = path }
      if let license { package.license = license.isEmpty ? nil : license }
      if let purl { package.purl = purl.isEmpty ? nil : purl }
      if let cpe { package.cpe = cpe.isEmpty ? nil : cpe }
      if let supplier { package.supplier = supplier.isEmpty ? nil : supplier }
      if let allowsSymlinks { package.allowsSymlinks = allowsSymlinks }
      return package
    }
  }
}
