/// Finds out which variation makes a path differ, by building with a part of them at a time.
struct CauseSearch {
  /// Builds with these properties varied and gives those of the paths that differ from the first build.
  typealias Build = (Set<VariedProperty>) throws(OfflineError) -> Set<String>

  private var found: [String: [VariedProperty]] = [:]

  /// What each of `paths` depends on; each differs when all of `properties` are varied.
  ///
  /// - Complexity: at most twice as many builds as properties; about 2 log₂ of their number for one
  ///   cause.
  static func dependences(
    of paths: Set<String>, among properties: [VariedProperty], build: Build
  ) throws(OfflineError) -> [String: Dependence] {
    var search = CauseSearch()
    let unstable = try build([]).intersection(paths)
    try search.halve(paths.subtracting(unstable), properties[...], build)
    var result = search.found.mapValues { Dependence.properties($0) }
    for path in unstable { result[path] = .nothing }
    return result
  }

  /// Divides `paths`, which differ when all of `properties` are varied.
  private mutating func halve(
    _ paths: Set<String>, _ properties: ArraySlice<VariedProperty>,
    _ build: Build
  ) throws(OfflineError) {
    if paths.isEmpty { return }
    if properties.count == 1 {
      for path in paths { found[path, default: []] += properties }
      return
    }
    let middle = properties.startIndex + properties.count / 2
    var together = paths
    for half in [properties[..<middle], properties[middle...]] where !half.isEmpty {
      let differing = try build(Set(half)).intersection(paths)
      together.subtract(differing)
      try halve(differing, half, build)
    }
    for path in together { found[path, default: []] += properties }
  }
}
