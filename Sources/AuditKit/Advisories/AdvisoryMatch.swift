/// One vulnerability of one package, by all entries that are about it.
struct AdvisoryMatch: Sendable {
  /// The package's position.
  let subject: Int
  /// All its ids, those of the distributions' entries that pass it on included.
  var names: Set<String>
  var headline: String
  var verdict: AdvisoryVerdict
  var score: CVSSScore?

  /// The id to show.
  var id: String { names.filter { $0.hasPrefix("CVE-") }.min() ?? names.min() ?? "" }

  /// Adds what another entry says of the same vulnerability.
  ///
  /// An entry that excludes the version decides where others cannot, but not against one that includes
  /// it: then somebody has to look.
  fileprivate mutating func merge(_ other: AdvisoryMatch) {
    names.formUnion(other.names)
    if headline.isEmpty { headline = other.headline }
    score = [score, other.score].compactMap(\.self).max()
    switch (verdict, other.verdict) {
    case (.undecided, .unaffected), (.unaffected, .undecided): verdict = .unaffected
    default: verdict = verdict.joined(with: other.verdict)
    }
  }
}

/// What one entry says of one package.
struct AdvisoryOpinion: Sendable {
  let id: String
  let aliases: [String]
  let upstream: [String]
  let headline: String
  let score: CVSSScore?
  let verdict: AdvisoryVerdict

  init(_ advisory: Advisory, _ verdict: AdvisoryVerdict) {
    id = advisory.id
    aliases = advisory.aliases
    upstream = advisory.upstream
    headline = advisory.headline
    score = CVSSScore(advisory.severity + advisory.affected.flatMap(\.severity))
    self.verdict = verdict
  }

  /// The vulnerabilities that the entry is about, each by the names that it goes by.
  ///
  /// `upstream` (OSV schema 1.7) of one id is an alias; of several, the entry is a bundle, and each of
  /// them a vulnerability of its own. `DEBIAN-CVE-2024-1` is `CVE-2024-1`, as its prefix says.
  fileprivate var vulnerabilities: [(keys: Set<String>, names: Set<String>)] {
    let plain = Set(upstream.map(Self.plainID)).sorted()
    guard plain.count > 1 else {
      let names = Set([id] + aliases + upstream)
      return [(names.union(names.map(Self.plainID)), names)]
    }
    return plain.map { ([$0], [$0, id]) }
  }

  /// The CVE in an id such as `UBUNTU-CVE-2024-1`; the id itself where there is none.
  private static func plainID(_ id: String) -> String {
    guard !id.hasPrefix("CVE-"), let start = id.firstRange(of: "-CVE-")?.lowerBound else {
      return id
    }
    return String(id[id.index(after: start)...])
  }
}

extension AdvisoryMatch {
  /// The vulnerabilities of one package, in the order of their ids, without those that do not affect it.
  ///
  /// - Complexity: O(names) in expectation, and sorting.
  static func matches(of opinions: [AdvisoryOpinion], subject: Int) -> [AdvisoryMatch] {
    var parents: [Int] = []
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    var items: [AdvisoryMatch] = []
    var owners: [String: Int] = [:]
    for opinion in opinions.sorted(by: { $0.id < $1.id }) {
      for (keys, names) in opinion.vulnerabilities {
        let index = items.count
        parents.append(index)
        items.append(
          AdvisoryMatch(
            subject: subject, names: names, headline: opinion.headline, verdict: opinion.verdict,
            score: opinion.score))
        for key in keys {
          // The first entry of a group stays its root.
          if let owner = owners[key] {
            let (first, second) = (root(owner), root(index))
            parents[max(first, second)] = min(first, second)
          } else {
            owners[key] = index
          }
        }
      }
    }
    var groups: [Int: AdvisoryMatch] = [:]
    for (index, item) in items.enumerated() {
      let place = root(index)
      if groups[place] == nil { groups[place] = item } else { groups[place]?.merge(item) }
    }
    return groups.values.filter { $0.verdict != .unaffected }.sorted { $0.id < $1.id }
  }
}
