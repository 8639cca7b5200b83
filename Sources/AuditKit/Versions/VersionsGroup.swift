import Findings
import SafeFiles

/// Compares the version that the lock says with what the code itself says.
///
/// Nothing else proves that word: digests pin bytes. A project may say its version in several places,
/// and forget one of them at a release, so there is a finding only where none agrees with the lock.
struct VersionsGroup: AuditGroup {
  /// The versions that one file states.
  struct Facts: Sendable {
    var text: [UInt8] = []
    var stated: [StatedVersion] = []
  }

  /// How far into a manifest its version is searched for.
  private static let headBytes = 256 << 10

  var rules: [Finding.Rule] { VersionRules.all }

  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.kind == .file, let package = context.package(of: file), !package.version.isEmpty
    else { return .none }
    if Self.isManifest(file, of: package) { return .head(limitBytes: Self.headBytes) }
    return headers(file, of: package).isEmpty
      ? .none : .head(limitBytes: DuplicateCopiesGroup.headBytes)
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> Facts { Facts() }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    guard let package = context.package(of: file) else { return }
    if Self.isManifest(file, of: package) {
      facts.text += chunk.bytes.prefix(Self.headBytes - facts.text.count)
    } else if facts.stated.isEmpty {
      facts.stated = LibraryVersion.versions(of: headers(file, of: package), in: chunk).map {
        StatedVersion(name: nil, version: $0.version, line: $0.line)
      }
    }
  }

  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? {
    var facts = facts
    if let kind = VersionFile(name: file.name), let stated = kind.statement(in: facts.text) {
      facts.stated.append(stated)
    }
    facts.text = []
    return facts.stated.isEmpty ? nil : facts
  }

  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink
  ) {
    for (index, package) in context.packages.enumerated() {
      guard let version = ReleaseNumber(package.version) else { continue }
      let names = package.names
      let places = files.filter { $0.file.package == index }.flatMap { file, facts in
        facts.stated.compactMap { stated in
          ReleaseNumber(stated.version).map { (file: file, stated: stated, number: $0) }
        }
      }.filter { place in
        place.stated.name.map { name in names.contains { StatedVersion.isSame($0, name) } } ?? true
      }
      guard !places.contains(where: { version.agrees(with: $0.number) }),
        let first = places.min(by: { Self.rank($0.file) < Self.rank($1.file) })
      else { continue }
      report.report(
        VersionRules.mismatch, in: first.file, of: context, line: first.stated.line,
        "says that \(package.name) is version \(first.stated.version), vendor.lock says "
          + package.version,
        remedy:
          "check which release this is; then set 'version' of \(package.name) in vendor.lock, "
          + "or fetch the right one with 'assetkit vendor update'")
    }
  }

  /// Whether the file is a manifest of the package itself: at its top, or in the folder that an
  /// archive has around all its files.
  private static func isManifest(_ file: AuditedFile, of package: AuditPackage) -> Bool {
    guard VersionFile(name: file.name) != nil, let parent = file.path.parent else { return false }
    if parent == package.path { return true }
    guard parent.parent == package.path else { return false }
    let folder = parent.lastComponent.description
    return package.names.contains { StatedVersion.isSame($0, AuditPackage.stem(of: folder)) }
      && folder != AuditPackage.stem(of: folder)
  }

  /// The libraries that the package is and the file is the header of.
  private func headers(_ file: AuditedFile, of package: AuditPackage) -> [KnownLibrary] {
    let candidates = KnownLibrary.candidates(for: file.path)
    guard !candidates.isEmpty else { return [] }
    let libraries = LibraryCopies.libraries(package)
    // A collection such as stb has a version of its own, if any.
    return libraries.count == 1 ? candidates.filter { libraries.contains($0.name) } : []
  }

  /// The headers that are compiled come first, then manifests by kind.
  private static func rank(_ file: AuditedFile) -> Int {
    VersionFile(name: file.name).flatMap { VersionFile.allCases.firstIndex(of: $0) } ?? -1
  }
}

extension AuditPackage {
  /// What the package may call itself: the name in the lock, the purl's, and the parts of its address.
  var names: [String] {
    let parts = source.split { "/:@".contains($0) }.map { Self.stem(of: String($0)) }
    return [name] + [purl.flatMap(PackageURL.init)?.name].compactMap { $0 } + parts
  }

  /// A file's or a folder's name without the version and what follows it: `zlib` of `zlib-1.3.tar.gz`.
  static func stem(of name: String) -> String {
    var before: Character?
    for index in name.indices {
      if name[index].isNumber, let before, "-_".contains(before) {
        return String(name[..<name.index(before: index)])
      }
      before = name[index]
    }
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }
}

/// Rules about versions.
enum VersionRules {
  static let mismatch = Rule(
    "version-mismatch", .error, "the code says another version than vendor.lock",
    help: """
      Lists, bills of materials and advisories take the version from vendor.lock. A header, a manifest \
      or a build file of the package says another one, and none says this: the lock was edited, or the \
      package was fetched from elsewhere. Find out which release it is and correct the lock.
      """)

  static let all = [mismatch]
}
