#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A name in a folder, on the path to a file.
struct WatchedPlace: Hashable {
  /// The folder's path.
  let folder: String
  /// The name in it, as bytes.
  let name: [UInt8]
  /// Whether it is the file's own name, and not that of a folder or link on the path.
  let isFile: Bool

  /// Every place on the path to `path`: its folders, and for links, those of their targets.
  static func places(of path: String) -> [WatchedPlace] {
    var places: [WatchedPlace] = []
    var path = path
    for _ in 0..<limitLinks {
      let chain = chain(of: path)
      guard let last = chain.last, let target = linkTarget(of: path) else { return places + chain }
      places += chain.dropLast()
      places.append(WatchedPlace(folder: last.folder, name: last.name, isFile: false))
      path = target.hasPrefix("/") ? target : "\(last.folder)/\(target)"
    }
    return places
  }

  /// The number of links that Linux follows (path_resolution(7)).
  private static let limitLinks = 40

  private static func chain(of path: String) -> [WatchedPlace] {
    var folder = path.hasPrefix("/") ? "/" : "."
    var places: [WatchedPlace] = []
    let names = path.split(separator: "/")
    for (i, name) in names.enumerated() {
      places.append(
        WatchedPlace(folder: folder, name: Array(name.utf8), isFile: i == names.count - 1))
      folder = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
    }
    return places
  }

  private static func linkTarget(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &target, target.count)
    guard count > 0, count < target.count else { return nil }
    return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
