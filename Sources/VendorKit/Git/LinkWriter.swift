import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Creates symbolic links in a folder, except those that lead out of it.
struct LinkWriter {
  private let folder: DirectoryHandle

  init(_ folder: DirectoryHandle) {
    self.folder = folder
  }

  /// Creates the links, and removes those that lead out, through whatever other links.
  ///
  /// - Parameter report: called for each link with its place and whether it was left out.
  func write(
    _ links: [(path: RelativePath, target: [UInt8])],
    report: (_ place: Int, _ leaves: Bool) -> Void
  ) throws {
    for link in links {
      if let parent = link.path.parent { try folder.createDirectories(parent) }
      guard !link.target.isEmpty, !link.target.contains(0) else { continue }
      try folder.createSymbolicLink(link.path, to: link.target)
    }
    guard let root = Self.realPath(folder.name) else {
      throw FileError(errno: errno, at: folder.name, cannot: "be found")
    }
    let leaving = links.map { Self.leaves($0.path, $0.target, root: root) }
    for (link, leaves) in zip(links, leaving) where leaves { try folder.removeTree(link.path) }
    for (place, leaves) in leaving.enumerated() { report(place, leaves) }
  }

  /// Follows the target step by step, as the system does (path_resolution(7)).
  private static func leaves(_ path: RelativePath, _ target: [UInt8], root: String) -> Bool {
    if target.isEmpty || target.contains(0) || target.first == UInt8(ascii: "/") { return true }
    let parent = path.parent.map { "/" + String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    var place = root + parent
    for step in target.split(separator: UInt8(ascii: "/")) where step != [UInt8(ascii: ".")] {
      if step.elementsEqual("..".utf8) {
        place = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
      } else {
        let next = "\(place)/\(String(decoding: step, as: UTF8.self))"
        // Where there is nothing, there is no link to follow either.
        place = realPath(next) ?? next
      }
      if place != root, !place.hasPrefix(root + "/") { return true }
    }
    return false
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
