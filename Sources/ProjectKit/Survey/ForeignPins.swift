import SafeFiles
import TextFormats

/// What other tools pin in this project, by the files that they keep it in.
struct ForeignPins {
  /// One such file.
  struct File {
    let path: RelativePath
    /// How many packages it names; nil where it could not be read.
    let count: Int?
    /// What they are and when they are fetched, in the plural.
    let noun: String
  }

  let files: [File]
  /// Whether the project has a lock of ours.
  let hasLock: Bool

  init(in root: DirectoryHandle, among paths: [RelativePath]) {
    let places = IconPlaces(in: root, among: [])
    func lines(of path: RelativePath) -> [Substring]? {
      // Without its contents the file is named and not counted.
      (try? root.readFile(path, limitBytes: 4 << 20)).map {
        String(decoding: $0, as: UTF8.self).split(separator: "\n")
      }
    }
    files = paths.compactMap { path in
      switch path.lastComponent.description {
      case "Package.resolved":
        let json = places.object(at: path)
        let pins = json?["pins"]?.elements ?? json?["object"]?["pins"]?.elements
        return File(path: path, count: pins?.count, noun: "Swift package")
      case "Podfile.lock":
        // Two spaces: a pod; more: what it depends on. The section ends at the next one.
        let pods = lines(of: path)?.drop { $0 != "PODS:" }.dropFirst().prefix { $0.hasPrefix(" ") }
        return File(path: path, count: pods?.count { $0.hasPrefix("  - ") }, noun: "pod")
      case ".gitmodules" where path.parent == nil:
        let count = lines(of: path)?.count { $0.hasPrefix("[submodule ") }
        return count == 0 ? nil : File(path: path, count: count, noun: "git submodule")
      default: return nil
      }
    }
    hasLock = paths.contains { $0.bytes == Array("vendor.lock".utf8) }
  }
}
