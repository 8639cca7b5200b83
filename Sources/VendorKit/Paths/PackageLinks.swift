/// The symbolic links of a package, followed as a file system would, one that ignores case included.
struct PackageLinks {
  /// The components of each link's target, by the folded components of its path.
  private var targets: [[String]: [ArraySlice<UInt8>]] = [:]

  /// As many links as Linux follows in one path (path_resolution(7)).
  private static let maxLinks = 40

  /// Adds the link at `path`; empty components and `.` in its target mean nothing.
  mutating func add(_ path: [ArraySlice<UInt8>], target: [UInt8]) {
    targets[path.map { CaseFolding.folded($0) }] = target.split(separator: UInt8(ascii: "/"))
      .filter { !$0.elementsEqual(".".utf8) }
  }

  /// Follows the link at `path` to its end, through every other link on the way.
  ///
  /// - Returns: why it may not be there, the end of a sentence about the link: it leaves the package
  ///   at some step, or never ends. A name that does not exist is passed like a folder.
  func problem(at path: [ArraySlice<UInt8>]) -> String? {
    var folder: [String] = []
    var pending = Array(path.reversed())
    var passed = 0
    while let name = pending.popLast() {
      if name.elementsEqual("..".utf8) {
        guard folder.popLast() != nil else { return "leads out of the package" }
        continue
      }
      folder.append(CaseFolding.folded(name))
      guard let target = targets[folder] else { continue }
      folder.removeLast()
      passed += 1
      guard passed <= Self.maxLinks else { return "passes more than \(Self.maxLinks) links" }
      pending += target.reversed()
    }
    return nil
  }
}
