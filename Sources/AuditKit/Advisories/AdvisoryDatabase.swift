import CAuditKit
import TextFormats

/// The advisories that may affect the packages of one lock.
struct AdvisoryDatabase: Sendable {
  /// What is known of each file of the database, by the name of the zip or of the folder.
  private(set) var files: [String: FileState] = [:]
  /// The names of files that are not advisories, at most a hundred.
  private(set) var unreadable: [String] = []
  /// How many files are not advisories.
  private(set) var unreadableCount = 0
  /// The zips that could not be read, or not to their end, and why.
  private(set) var damaged: [(zip: String, problem: String)] = []

  /// How old a zip or a folder of entries is, and what it is about.
  struct FileState: Sendable, Equatable {
    /// How many entries were read, withdrawn ones included.
    var entries = 0
    /// The newest `modified` of all entries, which tells how old the file is.
    var newest: String?
    /// The ecosystems of its entries, and `GIT` for entries about repositories.
    var ecosystems: Set<String> = []
  }

  private let subjects: [AdvisorySubject]
  /// The words of which an entry about a package contains one, in lower case.
  private let keywords: Set<[UInt8]>
  /// The entries that name a package, by their ids.
  private var records: [String: Record] = [:]

  /// The newest entry with an id; it concerns no package where that is withdrawn.
  private struct Record: Sendable {
    var modified: String
    var opinions: [(subject: Int, opinion: AdvisoryOpinion)] = []
  }

  /// A database for these packages, empty until entries are added.
  init(subjects: [AdvisorySubject]) {
    self.subjects = subjects
    keywords = subjects.reduce(into: []) { $0.formUnion($1.keywords) }
  }

  /// How many entries were read.
  var entries: Int { files.values.reduce(0) { $0 + $1.entries } }

  /// The newest `modified` of all entries.
  var newest: String? { files.values.compactMap(\.newest).max() }

  /// The ecosystems that it has entries of.
  var ecosystems: Set<String> { files.values.reduce(into: []) { $0.formUnion($1.ecosystems) } }

  /// Reads one entry, and keeps what it says of the packages.
  ///
  /// Of an entry that contains no package's name, only the date and the first ecosystem are read: a
  /// database has hundreds of thousands of entries, and a lock a dozen packages. Of two entries with one
  /// id the one that was modified last counts, as the schema says.
  ///
  /// - Parameter file: the zip or the folder that the entry is in.
  /// - Complexity: O(length × packages).
  mutating func add(_ json: [UInt8], name: String, file: String = "") {
    if !mentionsSubject(json), let modified = Self.plainValue(of: "\"modified\"", in: json) {
      note(modified, Self.plainEcosystem(of: json), in: file)
      return
    }
    // A file that is not an advisory is reported, for whatever reason.
    guard let entry = JSON(json), let advisory = try? Advisory(entry) else {
      return addUnreadable(name)
    }
    note(advisory.modified, nil, in: file)
    files[file]?.ecosystems.formUnion(advisory.ecosystems)
    if let known = records[advisory.id], known.modified > advisory.modified { return }
    var record = Record(modified: advisory.modified)
    for (index, subject) in subjects.enumerated() {
      guard let verdict = advisory.verdict(on: subject) else { continue }
      record.opinions.append((index, AdvisoryOpinion(advisory, verdict)))
    }
    records[advisory.id] = record
  }

  /// Notes a file that is not an advisory.
  mutating func addUnreadable(_ name: String) {
    unreadableCount += 1
    if unreadable.count < 100 { unreadable.append(name) }
  }

  /// Notes a zip that could not be read, or not to its end.
  mutating func addDamaged(_ zip: String, _ problem: String) { damaged.append((zip, problem)) }

  private mutating func note(_ modified: String, _ ecosystem: String?, in file: String) {
    var state = files[file] ?? FileState()
    state.entries += 1
    // A date that does not exist would hide how old the others are.
    if state.newest.map({ $0 < modified }) ?? true, CivilDate(modified.prefix(10)) != nil {
      state.newest = modified
    }
    if let ecosystem { state.ecosystems.insert(ecosystem) }
    files[file] = state
  }

  /// The vulnerabilities that affect a package or may affect it, by package and id; entries about the
  /// same one, by `aliases` or `upstream`, are one match.
  ///
  /// A CVE id is preferred as its name.
  var matches: [AdvisoryMatch] {
    var opinions: [[AdvisoryOpinion]] = Array(repeating: [], count: subjects.count)
    for (subject, opinion) in records.values.flatMap(\.opinions) {
      opinions[subject].append(opinion)
    }
    return opinions.enumerated().flatMap { AdvisoryMatch.matches(of: $1, subject: $0) }
  }

  // MARK: - Without reading JSON

  /// Whether the entry contains a keyword of some package, or could in an escaped form.
  private func mentionsSubject(_ json: [UInt8]) -> Bool {
    let lowered = json.map(\.lowercased)
    return keywords.contains { Self.index(of: $0, in: lowered[...]) != nil }
      || Self.index(of: Array("\\u00".utf8), in: lowered[...]) != nil
  }

  /// The first ecosystem, without its release; `GIT` for an entry that has repositories only.
  private static func plainEcosystem(of json: [UInt8]) -> String? {
    if let name = plainValue(of: "\"ecosystem\"", in: json, least: 1) {
      return Ecosystem(name).name
    }
    return index(of: Array("\"GIT\"".utf8), in: json[...]).map { _ in "GIT" }
  }

  /// The string after a key, if it contains no escapes; dates and ecosystems contain none.
  ///
  /// - Parameter least: the fewest bytes that it must have.
  private static func plainValue(of key: StaticString, in json: [UInt8], least: Int = 10) -> String?
  {
    let key = key.withUTF8Buffer { Array($0) }
    guard let start = index(of: key, in: json[...]) else { return nil }
    let rest = json[(start + key.count)...].drop {
      $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ":")
    }
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard value.count >= least, value.endIndex < json.endIndex else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  private static func index(of needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, !needle.isEmpty else { return nil }
      return byte_search(base, bytes.count, needle, needle.count).map { $0 - base }
    }
  }
}

extension Advisory {
  /// The names of its ecosystems; `GIT` for an entry that has repositories only.
  fileprivate var ecosystems: Set<String> {
    let names = Set(affected.compactMap { $0.package?.ecosystem.name })
    let hasCommits = affected.contains { $0.ranges.contains { $0.type == "GIT" } }
    return names.isEmpty && hasCommits ? ["GIT"] : names
  }
}
