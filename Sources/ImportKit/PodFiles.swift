import SafeFiles
import VendorKit

/// The files of a vendored pod as the arguments of a target in a `Package.swift`.
struct PodFiles {
  /// Why they cannot be one target; nil if they can.
  private(set) var problem: String?
  /// `exclude`, `sources`, `resources`, `publicHeadersPath`, `cSettings`, those that are needed.
  private(set) var arguments: [String] = []

  private typealias Path = [ArraySlice<UInt8>]

  init(_ spec: Podspec, of package: Lock.Package, in root: DirectoryHandle) throws {
    let all = try FileList(pinnedBy: package, in: root).entries.map {
      $0.path.bytes.split(separator: UInt8(ascii: "/"))
    }
    func matches(_ keys: String...) -> [Path] {
      let globs = keys.flatMap { spec.strings($0) }.flatMap(PodPatterns.globs)
        .flatMap { [$0, $0 + "/**"] }
      // What is no glob matches nothing, and was reported when the files were selected.
      let compiled = globs.compactMap { try? Glob($0) }
      return all.filter { path in compiled.contains { $0.matches(path) } }
    }
    let excluded = Set(matches("exclude_files"))
    let sources = matches("source_files").filter { !excluded.contains($0) }
    let compiled = sources.filter { Self.isCompiled($0) }
    let isSwift = compiled.contains { Self.ending($0) == "swift" }
    guard !compiled.isEmpty else {
      problem = "it has no sources to compile"
      return
    }
    guard !isSwift || compiled.allSatisfy({ Self.ending($0) == "swift" }) else {
      problem = "it mixes Swift with C or Objective-C, which must be two targets"
      return
    }
    let resources = matches("resources", "resource", "resource_bundles", "resource_bundle")
    let headers = matches("public_header_files").filter(Self.isHeader)
    // SwiftPM warns of every file in the folder that is none of these.
    let others = Self.others(than: Set(sources + resources + headers), in: all)
    if !others.isEmpty { arguments.append(Self.list("exclude", others)) }
    if !resources.isEmpty {
      let items = Set(resources.map(Self.resource)).sorted().map {
        ".process(\(PodManifest.quoted($0)))"
      }
      arguments.append("resources: [\(items.joined(separator: ", "))]")
    }
    if !isSwift { addHeaders(sources, matches) }
  }

  private mutating func addHeaders(_ sources: [Path], _ matches: (String...) -> [Path]) {
    let headers = sources.filter { Self.isHeader($0) }
    let hidden = Set(matches("private_header_files") + matches("project_header_files"))
    let named = matches("public_header_files").filter { Self.isHeader($0) }
    let visible = named.isEmpty ? headers.filter { !hidden.contains($0) } : named
    let folders = Set(visible.map { Array($0.dropLast()) })
    arguments.append("publicHeadersPath: \(PodManifest.quoted(Self.text(Self.common(folders))))")
    let others = Set(headers.map { Array($0.dropLast()) }).subtracting([Self.common(folders)])
    let paths = others.map(Self.text).sorted().map {
      ".headerSearchPath(\(PodManifest.quoted($0)))"
    }
    if !paths.isEmpty { arguments.append("cSettings: [\(paths.joined(separator: ", "))]") }
  }

  private static func list(_ label: String, _ paths: [Path]) -> String {
    let items = paths.map(text).sorted().map { "        \(PodManifest.quoted($0)),\n" }
    return "\(label): [\n\(items.joined())      ]"
  }

  /// The files that are not `needed`, as the outermost folders that contain no other.
  private static func others(than needed: Set<Path>, in all: [Path]) -> [Path] {
    let folders = Set(needed.flatMap { path in path.indices.map { Array(path[..<$0]) } })
    let others = all.filter { !needed.contains($0) }.map { path in
      let depth = path.indices.first { !folders.contains(Array(path[...$0])) } ?? path.count - 1
      return Array(path[...depth])
    }
    return Array(Set(others))
  }

  /// The folder that all of `folders` are in.
  private static func common(_ folders: Set<Path>) -> Path {
    guard var common = folders.first else { return [] }
    for folder in folders {
      while !folder.starts(with: common) { common.removeLast() }
    }
    return common
  }

  /// `.` for the package's own folder.
  private static func text(_ path: Path) -> String {
    path.isEmpty ? "." : path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  /// The resource that a file belongs to: the folder of a catalog or a localization, or the file.
  private static func resource(_ path: Path) -> String {
    let whole = path.firstIndex { part in
      [".xcassets", ".bundle", ".lproj", ".xcdatamodeld"].contains {
        String(decoding: part, as: UTF8.self).hasSuffix($0)
      }
    }
    return text(whole.map { Array(path[...$0]) } ?? path)
  }

  private static func ending(_ path: Path) -> String? {
    guard let name = path.last, let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self)
  }

  private static func isCompiled(_ path: Path) -> Bool {
    ending(path).map { ["swift", "m", "mm", "c", "cc", "cpp", "cxx", "s", "S"].contains($0) }
      ?? false
  }

  private static func isHeader(_ path: Path) -> Bool {
    ending(path).map { ["h", "hh", "hpp", "hxx", "inc", "def"].contains($0) } ?? false
  }
}
