import CAuditKit
import TextFormats

/// The advisories that may affect the packages of one lock.
struct AdvisoryDatabase: Sendable {
  /// The advisories that affect a package or may affect it, with the package's position.
  private(set) var relevant: [(advisory: Advisory, subject: Int, verdict: AdvisoryVerdict)] = []
  /// How many entries were read, withdrawn ones included.
  private(set) var entries = 0
  /// The newest `modified` of all entries, which tells how old the database is.
  private(set) var newest: String?
  /// The names of files that are not advisories, at most a hundred.
  private(set) var unreadable: [String] = []

  private let subjects: [AdvisorySubject]
  /// The words of which an entry about a package contains one, in lower case.
  private let keywords: [[UInt8]]

  /// A database for these packages, empty until entries are added.
  init(subjects: [AdvisorySubject]) {
    self.subjects = subjects
    keywords = subjects.flatMap(Self.keywords)
  }

  /// Reads one entry, and keeps it if it affects or may affect a package.
  ///
  /// Of an entry that contains no package's name, only the date is read: a database has hundreds of
  /// thousands of entries, and a lock a dozen packages.
  ///
  /// - Complexity: O(length × packages).
  mutating func add(_ json: [UInt8], name: String) {
    if !mentionsSubject(json), let modified = Self.plainValue(of: "\"modified\"", in: json) {
      entries += 1
      if newest.map({ $0 < modified }) ?? true { newest = modified }
      return
    }
    // A file that is not an advisory is reported, for whatever reason.
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

  /// Whether the entry contains a keyword of some package.
  private func mentionsSubject(_ json: [UInt8]) -> Bool {
    let lowered = json.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
    return keywords.contains { Self.index(of: $0, in: lowered) != nil }
  }

  /// The string after a key, if it contains no escapes; dates contain none.
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

  /// The longest run of letters and digits of each of the subject's names, in lower case.
  private static func keywords(of subject: AdvisorySubject) -> [[UInt8]] {
    let repository = subject.repository?.split(separator: "/").last.map { name in
      name.hasSuffix(".git") ? String(name.dropLast(4)) : String(name)
    }
    return [subject.purl?.name, repository].compactMap(\.self).compactMap { name in
      name.lowercased().utf8.split { !(97...122).contains($0) && !(48...57).contains($0) }
        .max { $0.count < $1.count }.map(Array.init)
    }
  }

  /// The matches by package and id; entries that are aliases of each other are one match.
  ///
  /// A CVE id is preferred as its name, and a decided verdict over an undecided one.
  var matches: [Match] {
    var groups: [Match] = []
    for item in relevant.sorted(by: { ($0.subject, $0.advisory.id) < ($1.subject, $1.advisory.id) })
    {
      let names = Set([item.advisory.id] + item.advisory.aliases)
      var merged = Match(
        subject: item.subject, names: names, headline: item.advisory.headline, verdict: item.verdict
      )
      // One entry can connect two groups that have no name in common.
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
    /// All its ids.
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
