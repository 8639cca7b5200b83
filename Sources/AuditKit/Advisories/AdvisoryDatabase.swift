import CAuditKit
import TextFormats

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
  private let marks: [[UInt8]]

  /// A database for these packages, empty until entries are added.
  init(subjects: [AdvisorySubject]) {
    self.subjects = subjects
    marks = subjects.flatMap(Self.marks)
  }

  /// Reads one entry and keeps it if it says anything of the packages.
  ///
  /// An entry in which no package's name occurs is read only for its date: a database has hundreds of
  /// thousands of entries, and a lock a dozen packages.
  ///
  /// - Complexity: O(length × packages), of which all but the first search is rarely done.
  mutating func add(_ json: [UInt8], name: String) {
    if !mentionsSubject(json), let modified = Self.plainValue(of: "\"modified\"", in: json) {
      entries += 1
      if newest.map({ $0 < modified }) ?? true { newest = modified }
      return
    }
    // What is not an advisory is a finding, whatever the reason.
    guard let entry = JSON(json), let advisory = try? Advisory(entry) else {
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

  /// Whether the entry holds the longest run of letters and digits of some package's name.
  private func mentionsSubject(_ json: [UInt8]) -> Bool {
    let lowered = json.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    return marks.contains { Self.index(of: $0, in: lowered) != nil }
  }

  /// The string behind a key, if it has no escapes; dates have none.
  private static func plainValue(of key: StaticString, in json: [UInt8]) -> String? {
    let key = key.withUTF8Buffer { Array($0) }
    guard let start = index(of: key, in: json) else { return nil }
    let rest = json[(start + key.count)...].drop {
      $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ":")
    }
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard value.count >= 10, value.endIndex < json.endIndex else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  private static func index(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, !needle.isEmpty else { return nil }
      return byte_search(base, bytes.count, needle, needle.count).map { $0 - base }
    }
  }

  /// What an entry about a subject must hold, in lower case, for each of its names.
  private static func marks(of subject: AdvisorySubject) -> [[UInt8]] {
    let repository = subject.repository?.split(separator: "/").last.map { name in
      name.hasSuffix(".git") ? String(name.dropLast(4)) : String(name)
    }
    return [subject.purl?.name, repository].compactMap(\.self).compactMap { name in
      name.lowercased().utf8.split { !(97...122).contains($0) && !(48...57).contains($0) }
        .max { $0.count < $1.count }.map(Array.init)
    }
  }

  /// What was found, entries that are each other's aliases as one, ordered by package and id.
  ///
  /// A CVE id is preferred as the name of a group; a decided verdict wins over an undecided one.
  var matches: [Match] {
    var groups: [Match] = []
    for item in relevant.sorted(by: { ($0.subject, $0.advisory.id) < ($1.subject, $1.advisory.id) })
    {
      let names = Set([item.advisory.id] + item.advisory.aliases)
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
