import FoundationEssentials

/// The advisories that could concern the packages of one lock.
struct AdvisoryDatabase: Sendable {
  /// Those that are affecting somebody named here, aliases merged.
  private(set) var relevant: [(advisory: Advisory, subject: Int, verdict: AdvisoryVerdict)] = []
  /// How many entries were read, withdrawn ones included.
  private(set) var entries = 0
  /// The newest `modified` of all entries: how old the database is.
  private(set) var newest: String?
  /// Names of files that were not advisories, at most a hundred.
  private(set) var unreadable: [String] = []

  private let subjects: [AdvisorySubject]

  /// A database for these packages, empty until entries are added.
  init(subjects: [AdvisorySubject]) {
    self.subjects = subjects
  }

  /// Reads one entry and keeps it if it says anything of the packages.
  ///
  /// - Complexity: O(length + packages × events).
  mutating func add(_ json: [UInt8], name: String) {
    guard let advisory = try? JSONDecoder().decode(Advisory.self, from: Data(json)) else {
      if unreadable.count < 100 { unreadable.append(name) }
      return
    }
    entries += 1
    if newest.map({ $0 < advisory.modified }) ?? true { newest = advisory.modified }
    for (index, subject) in subjects.enumerated() {
      let verdict = advisory.verdict(on: subject)
      if verdict != .unaffected { relevant.append((advisory, index, verdict)) }
    }
  }

  /// What was found, entries that are each other's aliases as one, ordered by package and id.
  ///
  /// A CVE id is preferred as the name of a group; a decided verdict wins over an undecided one.
  var matches: [Match] {
    var groups: [Match] = []
    for item in relevant.sorted(by: { ($0.subject, $0.advisory.id) < ($1.subject, $1.advisory.id) })
    {
      let names = Set([item.advisory.id] + (item.advisory.aliases ?? []))
      var merged = Match(
        subject: item.subject, names: names, headline: item.advisory.headline, verdict: item.verdict
      )
      // One entry can tie two groups together that knew nothing of each other.
      while let other = groups.firstIndex(where: {
        $0.subject == merged.subject && !$0.names.isDisjoint(with: merged.names)
      }) {
        merged = groups.remove(at: other).merging(merged)
      }
      groups.append(merged)
    }
    return groups.sorted { ($0.subject, $0.id) < ($1.subject, $1.id) }
  }

  /// One vulnerability of one package.
  struct Match: Sendable {
    let subject: Int
    /// Every id it goes by.
    var names: Set<String>
    var headline: String
    var verdict: AdvisoryVerdict

    /// The id to show.
    var id: String { names.filter { $0.hasPrefix("CVE-") }.min() ?? names.min() ?? "" }

    fileprivate func merging(_ other: Match) -> Match {
      var merged = self
      merged.names.formUnion(other.names)
      if merged.headline.isEmpty { merged.headline = other.headline }
      switch (verdict, other.verdict) {
      case (.affected(let left), .affected(let right)):
        merged.verdict = .affected(fixed: left + right.filter { !left.contains($0) })
      case (_, .affected): merged.verdict = other.verdict
      default: break
      }
      return merged
    }
  }
}
