extension BuildComparison {
  /// Looks into the files that differ for what was varied.
  func nameCauses(
    _ made: [Made], _ sites: (BuildSite, BuildSite), _ run: Run,
    in outcome: inout ComparisonOutcome
  ) {
    let values = VariedValues(
      sites, seen: (made[0].outcome.observation, made[1].outcome.observation),
      periods: (made[0].seconds, made[1].seconds), workFolder: run.folder.path)
    for index in outcome.differences.indices.prefix(Self.namedLimit) {
      outcome.differences[index].nameCauses(
        with: values, first: made[0].place, second: made[1].place)
    }
  }

  /// Files that are looked into; reading each as a whole takes time.
  private static let namedLimit = 200

  /// Finds out by further builds what each difference depends on.
  func findCauses(
    _ made: [Made], _ run: Run, in outcome: inout ComparisonOutcome, _ progress: (String) -> Void
  ) throws(OfflineError) {
    // A build that fails stands for all paths.
    let isBuilt = outcome.builds.allSatisfy { $0.ending == .exited(0) }
    let paths = isBuilt ? Set(outcome.differences.map(\.path)) : [""]
    var last = made[1]
    let known = outcome
    var count = 0
    let properties = VariedProperty.allCases.filter(run.plan.varied.contains)
    let dependences = try CauseSearch.dependences(of: paths, among: properties) {
      varied throws(OfflineError) in
      let site = try run.plan.site(varying: varied)
      defer { run.copies.removeNew() }
      count += 1
      let names = properties.filter(varied.contains).map(\.rawValue).joined(separator: ", ")
      let latest = try build(site, run, after: last, known) { _ in
        progress("build \(count + 2), varying \(names.isEmpty ? "nothing" : "only \(names)")")
      }
      last = latest
      if let signal = latest.outcome.interruption { throw OfflineError.interrupted(by: signal) }
      guard latest.outcome.ending == .exited(0) else { return isBuilt ? [] : [""] }
      return isBuilt ? try Self.differing(paths, first: made[0].place, second: latest.place) : []
    }
    outcome.furtherBuildCount = count
    for index in outcome.differences.indices {
      outcome.differences[index].dependence = dependences[outcome.differences[index].path]
    }
    outcome.failure = dependences[""]
  }

  private static func differing(
    _ paths: Set<String>, first: String, second: String
  ) throws(OfflineError) -> Set<String> {
    var result: Set<String> = []
    for path in paths {
      var comparison = TreeComparison()
      try comparison.compare(path, first: first, second: second)
      if comparison.differenceCount > 0 { result.insert(path) }
    }
    return result
  }
}
