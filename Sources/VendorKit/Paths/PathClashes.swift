import SafeFiles

/// Finds paths that clash on a disk that ignores case or composition.
enum PathClashes {
  /// Two paths, or parent folders of two paths, that such a disk treats as one.
  struct Clash: Equatable {
    /// The one that comes first in bytes.
    var first: RelativePath
    /// The other.
    var second: RelativePath
  }

  /// Every clash among `count` paths that come sorted by bytes, in the order of the later path.
  ///
  /// A folder clashes once, not once for each file in it.
  /// - Complexity: O(total length). One word and one index for each distinct path and folder are
  ///   kept, not its text.
  static func among(count: Int, path: (Int) -> RelativePath) -> [Clash] {
    var seen = Dictionary<UInt64, Place>(minimumCapacity: count)
    var clashes: [Clash] = []
    var previous: [UInt8] = []
    // What is below a folder that clashes, slash included, clashes because of it.
    var clashing: [UInt8]?
    for index in 0..<count {
      let bytes = path(index).bytes
      defer { previous = bytes }
      if let clashing, bytes.starts(with: clashing) { continue }
      // Folders that the previous path went through have been looked at.
      var start = commonFolderLength(previous, bytes)
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
        let key = CaseFolding.folded(bytes[..<end])
        var hasher = Hasher()
        hasher.combine(key)
        let hash = UInt64(truncatingIfNeeded: hasher.finalize())
        if let place = seen[hash] {
          let other = path(place.index).bytes[..<place.length]
          if other != bytes[..<end], CaseFolding.folded(other) == key {
            clashes.append(
              Clash(
                first: prefix(of: path(place.index), length: place.length),
                second: prefix(of: path(index), length: end)))
            clashing = bytes[..<end] + [UInt8(ascii: "/")]
            break
          }
        } else {
          seen[hash] = Place(index: index, length: end)
        }
        start = end + 1
      }
    }
    return clashes
  }

  /// The path up to a slash or its end.
  private static func prefix(of path: RelativePath, length: Int) -> RelativePath {
    var prefix = path
    while prefix.bytes.count > length, let parent = prefix.parent { prefix = parent }
    return prefix
  }

  private struct Place {
    var index: Int
    var length: Int
  }

  /// The length of the folders, slash included, that both paths go through.
  private static func commonFolderLength(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var length = 0
    for index in 0..<min(a.count, b.count) {
      guard a[index] == b[index] else { break }
      if a[index] == UInt8(ascii: "/") { length = index + 1 }
    }
    return length
  }
}
