import SafeFiles

/// Two packages that cannot both be in a lock.
struct LockClash {
  /// The later one's place.
  let index: Int
  /// What clashes.
  let problem: String

  /// The first clash among `packages`, nil when there is none.
  init?(in packages: [Lock.Package]) {
    var names: [String: Int] = [:]
    for (index, package) in packages.enumerated() {
      let folded = CaseFolding.folded(Array(package.name.utf8))
      if let other = names.updateValue(index, forKey: folded) {
        self.index = index
        let otherName = packages[other].name
        problem =
          otherName == package.name
          ? "the package '\(package.name)' appears twice"
          : "the packages '\(otherName)' and '\(package.name)' differ only in case"
        return
      }
    }
    // Components and not bytes: only `String` compares by canonical equivalence.
    let places = packages.map { $0.path.components.map { CaseFolding.folded($0.bytes) } }
    var owners: [[String]: Int] = [:]
    for (index, place) in places.enumerated() where owners[place] == nil { owners[place] = index }
    for (index, place) in places.enumerated() {
      for length in 1...place.count {
        guard let other = owners[Array(place.prefix(length))], other != index else { continue }
        self.index = max(index, other)
        let (first, second) = (packages[min(index, other)], packages[max(index, other)])
        problem =
          "the folders of '\(first.name)' and '\(second.name)' overlap: "
          + "\(first.path) and \(second.path)"
        return
      }
    }
    return nil
  }
}
