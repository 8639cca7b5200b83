import VendorKit

extension Advisory {
  /// Whether this advisory affects `subject`; nil where it is about something else.
  ///
  /// Entries with a package are matched by purl, those of a distribution also by the release that the
  /// qualifier `distro` names. Entries with a repository are matched by it, or by a purl or an address of
  /// an archive that imply the same one. An OSS-Fuzz project that only has the name of a package without
  /// a purl is undecided unless its tags exclude the version.
  ///
  /// - Complexity: O(events + versions).
  func verdict(on subject: AdvisorySubject) -> AdvisoryVerdict? {
    guard withdrawn == nil else { return nil }
    var verdict: AdvisoryVerdict?
    func add(_ other: AdvisoryVerdict) { verdict = verdict?.joined(with: other) ?? other }

    let named = affected.filter { $0.package?.names(subject) ?? false }
    if let ofReleases = Self.verdict(ofReleases: named, on: subject) { add(ofReleases) }
    for entry in affected where !(entry.package?.names(subject) ?? false) {
      let ranges = entry.ranges.filter { range in
        range.type == "GIT"
          && range.repo.map { subject.repositories.contains(Repository($0)) } ?? false
      }
      if !ranges.isEmpty {
        add(entry.verdict(commits: ranges, of: subject))
      } else if entry.package?.mayName(subject) ?? false {
        add(entry.verdictByName(on: subject))
      }
    }
    return verdict
  }

  /// The verdict of the entries about a package, which may each be about one release.
  private static func verdict(
    ofReleases entries: [Affected], on subject: AdvisorySubject
  ) -> AdvisoryVerdict? {
    let release = subject.purl?.release
    var (ofAll, ofSome): ([AdvisoryVerdict], [AdvisoryVerdict]) = ([], [])
    for entry in entries {
      let ecosystem = entry.package?.ecosystem
      guard let ecosystem, ecosystem.hasReleases, let suffix = ecosystem.suffix else {
        ofAll.append(entry.verdict(on: subject))
        continue
      }
      if let release, !release.agrees(with: DistributionRelease(suffix)) { continue }
      ofSome.append(entry.verdict(on: subject))
    }
    let joined = (ofAll + ofSome).reduce(nil) { $0?.joined(with: $1) ?? $1 }
    if release == nil, ofSome.contains(.unaffected), let joined, joined != .unaffected,
      !ofAll.contains(where: { $0 != .unaffected })
    {
      return .undecided(
        reason: "not every release of the distribution is affected; name yours in the purl, as in "
          + "?distro=debian-12")
    }
    // A distribution that has no entry for this release does not have the vulnerability there.
    return joined ?? (entries.isEmpty ? nil : .unaffected)
  }
}

extension Advisory.Package {
  /// Whether this is the package that the subject's purl names, whatever the version.
  fileprivate func names(_ subject: AdvisorySubject) -> Bool {
    if let purl = subject.purl?.package {
      if let own = self.purl.flatMap(PackageURL.init), own.package == purl { return true }
      if ecosystem.purl(of: name) == purl { return true }
    }
    return switch ecosystem.name {
    case "SwiftURL", "Go": subject.repositories.contains(Repository(name))
    case "GitHub Actions": subject.repositories.contains(Repository("github.com/\(name)"))
    default: false
    }
  }

  /// Whether only the name says that it may be the subject, of which nothing else is known.
  fileprivate func mayName(_ subject: AdvisorySubject) -> Bool {
    ecosystem.name == "OSS-Fuzz" && subject.purl == nil && subject.repositories.isEmpty
      && name.lowercased() == subject.name.lowercased()
  }
}

extension Advisory.Affected {
  /// By versions where the entry has any, else by commits and tags.
  fileprivate func verdict(on subject: AdvisorySubject) -> AdvisoryVerdict {
    let commits = ranges.filter { $0.type == "GIT" }
    if package?.ecosystem.name == "OSS-Fuzz" || commits.count == ranges.count && !commits.isEmpty {
      return verdict(commits: commits, of: subject)
    }
    guard let version = subject.ecosystemVersion else {
      return .undecided(reason: "no version is known")
    }
    return verdict(version: version)
  }

  /// By the ecosystem's order: listed, or inside a range (the schema's evaluation algorithm).
  private func verdict(version text: String) -> AdvisoryVerdict {
    var verdict = versions.contains(text) ? AdvisoryVerdict.affected(fixed: []) : nil
    let ecosystem = package?.ecosystem ?? Ecosystem("")
    for range in ranges where range.type != "GIT" {
      let scheme = ecosystem.scheme ?? (range.type == "SEMVER" ? .semantic : nil)
      let other = range.verdict(on: text, scheme: scheme, of: ecosystem)
      verdict = verdict?.joined(with: other) ?? other
    }
    if let verdict { return verdict }
    if versions.isEmpty { return .undecided(reason: "it names no versions") }
    // A list alone: 1.0 and 1.0.0 are one version for some registries.
    if let scheme = ecosystem.scheme, let version = scheme.parse(text) {
      let isListed = versions.contains { scheme.parse($0)?.compare(version) == 0 }
      return isListed ? .affected(fixed: []) : .unaffected
    }
    return .undecided(
      reason: "'\(text)' is not among the versions that it lists, which have no order")
  }

  /// By commits, which only their repository could order: named commits decide, then listed tags.
  fileprivate func verdict(
    commits ranges: [Advisory.Range], of subject: AdvisorySubject
  ) -> AdvisoryVerdict {
    let events = ranges.flatMap(\.events)
    let fixed = events.compactMap(\.fixed)
    if let commit = subject.commit {
      if fixed.contains(commit) || events.contains(where: { $0.limit == commit }) {
        return .unaffected
      }
      if events.contains(where: { $0.introduced == commit || $0.lastAffected == commit }) {
        return .affected(fixed: fixed)
      }
    }
    if let listed = verdictByTags(of: subject, fixed: fixed) { return listed }
    let neverEnds =
      fixed.isEmpty && events.contains { $0.introduced == "0" }
      && !events.contains { $0.lastAffected != nil || $0.limit != nil }
    if neverEnds { return .affected(fixed: []) }
    return .undecided(reason: "it names commits, which only the repository's history can order")
  }

  /// By the tags among `versions`; nil where they say nothing of the subject's version.
  private func verdictByTags(of subject: AdvisorySubject, fixed: [String]) -> AdvisoryVerdict? {
    guard !versions.isEmpty else { return nil }
    if let ref = subject.ref, versions.contains(ref) { return .affected(fixed: fixed) }
    let names = subject.tagNames.union([package?.name.lowercased()].compactMap(\.self))
    let own = [subject.ref, subject.version, subject.purl?.version].compactMap { text in
      text.map { ReleaseTag($0, names: names) }
    }.filter(\.isVersion)
    guard !own.isEmpty else { return nil }
    let tags = versions.lazy.map { ReleaseTag($0, names: names) }
    var isComparable = false
    for tag in tags {
      if own.contains(tag) { return .affected(fixed: fixed) }
      isComparable = isComparable || own.contains { $0.numberCount == tag.numberCount }
    }
    // Tags of another form, dates for example, exclude nothing.
    return isComparable ? .unaffected : nil
  }

  /// By the name alone: what would be affected is undecided.
  fileprivate func verdictByName(on subject: AdvisorySubject) -> AdvisoryVerdict {
    switch verdict(commits: ranges.filter { $0.type == "GIT" }, of: subject) {
    case .affected:
      .undecided(reason: "only the name says that it is this project; record its purl")
    case let other: other
    }
  }
}

extension Advisory.Range {
  /// Whether a version is in the range: of the events up to it the last one decides.
  ///
  /// - Complexity: O(events), each compared in O(length).
  fileprivate func verdict(
    on text: String, scheme: VersionScheme?, of ecosystem: Ecosystem
  ) -> AdvisoryVerdict {
    guard let scheme else {
      return .undecided(reason: "the versions of \(ecosystem.name) have no published order")
    }
    guard let version = scheme.parse(text) else {
      return .undecided(reason: "'\(text)' is not a version of \(ecosystem.name)")
    }
    var last: (place: OrderedVersion?, isAffected: Bool)?
    var nearest: (text: String, place: OrderedVersion)?
    var limits: [Bool] = []
    for event in events {
      guard let place = event.introduced ?? event.fixed ?? event.lastAffected ?? event.limit else {
        continue
      }
      if event.limit != nil, place == "*" { continue }
      if event.introduced == "0" {
        // Before all versions, so whatever else came first stays.
        if last == nil { last = (nil, true) }
        continue
      }
      guard let at = scheme.parse(place) else {
        return .undecided(reason: "'\(place)' in its range is not a version of \(ecosystem.name)")
      }
      if ecosystem.hasReleases, let problem = Self.gap(between: version, and: at) {
        return .undecided(reason: problem)
      }
      let order = at.compare(version)
      if event.limit != nil {
        limits.append(order > 0)
        continue
      }
      if event.fixed != nil, order > 0, nearest.map({ at.compare($0.place) < 0 }) ?? true {
        nearest = (place, at)
      }
      guard event.lastAffected == nil ? order <= 0 : order < 0 else { continue }
      if let before = last?.place, before.compare(at) > 0 { continue }
      last = (at, event.introduced != nil)
    }
    let isAffected =
      (last?.isAffected ?? false) && (limits.isEmpty || limits.contains(true))
    return isAffected ? .affected(fixed: nearest.map { [$0.text] } ?? []) : .unaffected
  }

  /// Why two versions of a distribution cannot be compared: one lacks the epoch or the revision that would
  /// decide, as the version of an upstream archive does.
  private static func gap(between version: OrderedVersion, and place: OrderedVersion) -> String? {
    let (own, other): (PackageManagerVersion, PackageManagerVersion)
    switch (version, place) {
    case (.debian(let a), .debian(let b)), (.rpm(let a), .rpm(let b)): (own, other) = (a, b)
    default: return nil
    }
    if own.epoch == nil, let epoch = other.epoch, !epoch.digits.isEmpty {
      return "its versions have the epoch \(epoch.digits), and this one has none"
    }
    guard own.revision == nil, other.revision != nil else { return nil }
    let isSame =
      if case .debian = version { own.compareUpstream(other) == 0 } else {
        own.compareAsRPM(other) == 0
      }
    return isSame ? "only the distribution's revision decides, and this version has none" : nil
  }
}
