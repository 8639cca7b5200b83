import SafeFiles

/// A folder of Android resources, `res`, by its path.
enum ResourceFolder {
  /// How many folders to leave from a resource folder to its module: three in `src/main/res`, one
  /// in a `res` elsewhere; nil for another folder.
  static func levels(above folder: [RelativePath]) -> Int? {
    let names = folder.suffix(3).map(\.bytes)
    guard names.last == Array("res".utf8) else { return nil }
    return names.count == 3 && names[0] == Array("src".utf8) ? 3 : 1
  }

  /// Where the module is from the resource folder at `path`, and the resource folder from there;
  /// nil for another folder.
  static func module(of path: String) -> (path: String, below: RelativePath)? {
    let isAbsolute = path.hasPrefix("/")
    let names = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    var all = names
    if !isAbsolute || names.contains("..") {
      // The parts that the path does not name are those of the current folder.
      guard let real = realPath(names.contains("..") ? path : ".") else { return nil }
      let known = real.split(separator: "/").map(String.init)
      all = names.contains("..") ? known : known + names
    }
    // A name that is not a path's component is none of those that are looked for.
    let folder = all.suffix(3).compactMap { try? RelativePath($0) }
    guard folder.count == min(3, all.count), let levels = levels(above: folder) else { return nil }
    let own = folder.suffix(levels)
    let below = own.dropFirst().reduce(own[own.startIndex]) { $0.appending($1) }
    if names.contains("..") || names.count < levels {
      let up = [String](repeating: "..", count: levels).joined(separator: "/")
      // As the path was named: the text of `..` after a link leads elsewhere.
      return (names.isEmpty ? up : "\(path)/\(up)", below)
    }
    let rest = names.dropLast(levels).joined(separator: "/")
    return (isAbsolute ? "/\(rest)" : rest.isEmpty ? "." : rest, below)
  }
}
