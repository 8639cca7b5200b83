import Findings
import SafeFiles

/// Collects the copies of each library: packages of the lock, and files of packages and of the host.
struct LibraryCopies {
  /// One copy of a library.
  private struct Copy {
    /// The package that it is or is part of; nil for the host.
    let package: Int?
    /// Whether the package itself is the library.
    let isPackage: Bool
    let path: RelativePath
    let line: Int?
    let version: String
  }

  private let context: AuditContext
  /// The copies by library: a name of the table, `purl …` or `name …`.
  private var copies: [String: [Copy]] = [:]

  init(_ files: [(file: AuditedFile, facts: [LibraryVersion])], in context: AuditContext) {
    self.context = context
    let libraries = context.packages.map(Self.libraries)
    for (file, versions) in files {
      for found in versions {
        let isPackage =
          file.package.map {
            libraries[$0].contains(found.library)
              || Self.isItself(context.packages[$0], file.path, found)
          } ?? false
        // Its other files may define versions of formats, or of old releases.
        let isHeader = KnownLibrary.candidates(for: file.path).contains {
          $0.name == found.library
        }
        if isPackage, !isHeader { continue }
        // A library has several headers, and a package can contain one of them in several folders.
        let isKnown = copies[found.library, default: []].contains {
          $0.package == file.package && Self.isSame($0.version, found.version)
            && (isPackage || found.version.isEmpty || $0.path.parent == file.path.parent)
        }
        if isKnown { continue }
        copies[found.library, default: []].append(
          Copy(
            package: file.package, isPackage: isPackage, path: file.path, line: found.line,
            version: found.version))
      }
    }
    for (index, package) in context.packages.enumerated() {
      var keys = ["name \(Self.plainName(package.name, package.version))"]
      if let purl = Self.purl(of: package) { keys.append(purl) }
      let found = libraries[index].filter { library in
        copies[library, default: []].contains { $0.package == index && $0.isPackage }
      }
      if !found.isEmpty { continue }
      if !libraries[index].isEmpty { keys = libraries[index].sorted() }
      for key in keys {
        copies[key, default: []].append(
          Copy(
            package: index, isPackage: true, path: package.path, line: nil,
            version: package.version))
      }
    }
  }

  func report(to report: inout FindingSink) {
    for (library, found) in copies {
      reportEmbedded(library, found, to: &report)
      // One package alone, or the host alone, is not a second copy.
      guard found.count > 1, found.contains(where: { $0.package != nil }) else { continue }
      if library.hasPrefix("name "), areDifferent(found) { continue }
      reportTwice(library, found, to: &report)
    }
  }

  private func reportEmbedded(_ library: String, _ found: [Copy], to report: inout FindingSink) {
    for copy in found where !copy.isPackage {
      guard let package = copy.package.map({ context.packages[$0] }) else { continue }
      report.report(
        DuplicateCopiesRules.embedded, package: package.name, path: copy.path, line: copy.line,
        "a copy of \(Self.named(library, copy.version)) inside \(package.name)",
        remedy: "leave it out with --exclude and vendor \(library) as a package of its own")
    }
  }

  private func reportTwice(_ library: String, _ found: [Copy], to report: inout FindingSink) {
    let sorted = found.sorted {
      ($0.isPackage ? 0 : 1, $0.path, $0.line ?? 0) < ($1.isPackage ? 0 : 1, $1.path, $1.line ?? 0)
    }
    let first = sorted[0]
    for other in sorted.dropFirst() {
      let isSame = Self.isSame(first.version, other.version)
      let name = library.split(separator: " ").last.map(String.init) ?? library
      report.report(
        isSame ? DuplicateCopiesRules.library : DuplicateCopiesRules.versions,
        package: other.package.map { context.packages[$0].name }, path: other.path,
        line: other.line,
        isSame
          ? "\(Self.named(name, other.version)) is also at \(first.path)"
          : "\(Self.named(name, other.version)) is here, and \(first.version) at \(first.path)",
        remedy: "keep one of them")
    }
  }

  /// Whether the package URLs show that these are different libraries with similar names.
  private func areDifferent(_ found: [Copy]) -> Bool {
    let purls = found.compactMap { $0.package }.map { Self.purl(of: context.packages[$0]) }
    return !purls.contains(nil)
  }

  private static func named(_ library: String, _ version: String) -> String {
    version.isEmpty ? library : "\(library) \(version)"
  }

  /// The libraries of the table that a package is, by its URL, its name or its source's.
  static func libraries(_ package: AuditPackage) -> Set<String> {
    let purl = package.purl.flatMap(PackageURL.init)
    let source = package.source.split(separator: "/").last.map(String.init)
    let names = [
      purl?.name, package.name, package.path.lastComponent.description,
      source.map { $0.hasSuffix(".git") ? String($0.dropLast(4)) : $0 },
    ]
    var libraries: Set<String> = []
    for name in names.compactMap({ $0?.lowercased() }) {
      libraries.formUnion(KnownLibrary.names[name] ?? [])
      libraries.formUnion(KnownLibrary.names[plainName(name, package.version)] ?? [])
    }
    // fmtlib, libpng1.6: with what says that it is a library, or which.
    for name in names.compactMap({ $0?.lowercased() }) where libraries.isEmpty {
      let bare = name.trimmingSuffix { $0.isNumber || $0 == "." || $0 == "-" }
      for form in [trimmed(name), plainName(trimmed(name), ""), plainName(bare, "")] {
        libraries.formUnion(KnownLibrary.names[form] ?? [])
      }
    }
    return libraries
  }

  /// A name without `lib` and the like at its end.
  private static func trimmed(_ name: String) -> String {
    for ending in ["-lib", "_lib", "lib", "-src", "-source", "-dev", ".c", ".h", "-cpp"]
    where name.hasSuffix(ending) && name.utf8.count > ending.utf8.count + 1 {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  /// Whether a header is the package's own although its name says nothing: the package's version is
  /// the header's, and no folder on the way says that it is somebody else's.
  private static func isItself(
    _ package: AuditPackage, _ path: RelativePath, _ found: LibraryVersion
  ) -> Bool {
    guard found.version.contains("."), package.version.contains("."),
      isSame(package.version, found.version)
    else { return false }
    let folders = path.bytes.dropFirst(package.path.bytes.count).split(separator: UInt8(ascii: "/"))
      .dropLast()
    return folders.count <= 3
      && folders.allSatisfy { folder in
        let name = String(decoding: folder, as: UTF8.self).lowercased()
        return !foreignFolders.contains { name.contains($0) }
      }
  }

  /// How folders are called that contain other people's libraries.
  private static let foreignFolders = [
    "third", "3rd", "vendor", "extern", "contrib", "deps", "depend", "bundled", "embed",
    "subproject",
  ]

  private static func purl(of package: AuditPackage) -> String? {
    package.purl.flatMap(PackageURL.init).map {
      "purl " + ([$0.type] + $0.namespace + [$0.name]).joined(separator: "/")
    }
  }

  /// A package's name without the prefix `lib` and without its version as a suffix: `png` for
  /// `libpng1.6`, but `base32` for `base32`.
  static func plainName(_ name: String, _ version: String) -> String {
    var plain = name.lowercased()
    if plain.hasPrefix("lib"), plain.utf8.count > 4 { plain.removeFirst(3) }
    var end = plain.endIndex
    while end > plain.startIndex {
      let before = plain.index(before: end)
      guard plain[before].isNumber || plain[before] == "." else { break }
      end = before
    }
    let number = plain[end...]
    let digits = version.drop { !$0.isNumber }
    if !number.isEmpty, end > plain.startIndex, digits.hasPrefix(number) {
      plain = String(plain[..<end])
      while plain.last == "-" || plain.last == "_" { plain.removeLast() }
    }
    return plain
  }

  /// Whether two versions may be one release: one is a prefix of the other.
  static func isSame(_ left: String, _ right: String) -> Bool {
    func parts(_ version: String) -> [Substring] {
      version.drop { !$0.isNumber }.split { ".-_+".contains($0) }
    }
    return zip(parts(left), parts(right)).allSatisfy { $0 == $1 }
  }
}

extension String {
  /// The string without the characters at its end that satisfy `isEnd`.
  fileprivate func trimmingSuffix(while isEnd: (Character) -> Bool) -> String {
    lastIndex { !isEnd($0) }.map { String(self[...$0]) } ?? ""
  }
}
