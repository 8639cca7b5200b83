import TextFormats

/// One advisory in the OSV format (ossf.github.io/osv-schema, 1.x), as far as matching needs it.
struct Advisory: Sendable {
  /// Why a text is not an advisory: a field is missing, or is not of its type.
  struct Malformed: Error {}

  let id: String
  /// When the entry last changed, RFC 3339; strings of this form sort by time.
  let modified: String
  let withdrawn: String?
  let aliases: [String]
  /// The vulnerabilities of other databases that this entry passes on, as a distribution's does.
  let upstream: [String]
  let severity: [Severity]
  let summary: String?
  let details: String?
  let affected: [Affected]

  init(_ entry: JSON) throws(Malformed) {
    id = try entry.required("id")
    modified = try entry.required("modified")
    withdrawn = try entry.string("withdrawn")
    aliases = try entry.strings("aliases")
    upstream = try entry.strings("upstream")
    severity = try entry.list("severity", Severity.init)
    summary = try entry.string("summary")
    details = try entry.string("details")
    affected = try entry.list("affected", Affected.init)
  }

  /// One package or repository that the advisory is about.
  struct Affected: Sendable {
    let package: Package?
    let ranges: [Range]
    /// Versions, or for repositories tags, listed one by one.
    let versions: [String]
    let severity: [Severity]

    init(_ entry: JSON) throws(Malformed) {
      package = try entry.field("package").map(Package.init)
      ranges = try entry.list("ranges", Range.init)
      versions = try entry.strings("versions")
      severity = try entry.list("severity", Severity.init)
    }
  }

  /// A score by one of the ways of scoring that the schema lists: for CVSS a vector.
  struct Severity: Sendable {
    let type: String
    let score: String

    init(_ entry: JSON) throws(Malformed) {
      type = try entry.required("type")
      score = try entry.required("score")
    }
  }

  struct Package: Sendable {
    let ecosystem: Ecosystem
    let name: String
    let purl: String?

    init(_ entry: JSON) throws(Malformed) {
      ecosystem = Ecosystem(try entry.required("ecosystem"))
      name = try entry.required("name")
      purl = try entry.string("purl")
    }
  }

  struct Range: Sendable {
    /// `SEMVER`, `ECOSYSTEM` or `GIT`.
    let type: String
    let repo: String?
    let events: [Event]

    init(_ entry: JSON) throws(Malformed) {
      type = try entry.required("type")
      repo = try entry.string("repo")
      guard try entry.field("events") != nil else { throw Malformed() }
      events = try entry.list("events", Event.init)
    }
  }

  /// Exactly one of the four is set.
  struct Event: Sendable {
    let introduced: String?
    let fixed: String?
    let lastAffected: String?
    let limit: String?

    init(_ entry: JSON) throws(Malformed) {
      introduced = try entry.string("introduced")
      fixed = try entry.string("fixed")
      lastAffected = try entry.string("last_affected")
      limit = try entry.string("limit")
    }
  }

  /// A line for people: the summary, or how the details begin.
  var headline: String {
    let text = summary.flatMap { $0.isEmpty ? nil : $0 } ?? details ?? ""
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    return line.count > 120 ? line.prefix(117) + "…" : String(line)
  }
}

extension JSON {
  /// A member of this object; nil if it is missing or null.
  fileprivate func field(_ key: String) throws(Advisory.Malformed) -> JSON? {
    guard case .object(let members) = self else { throw Advisory.Malformed() }
    return members[key].flatMap { $0 == .null ? nil : $0 }
  }

  fileprivate func string(_ key: String) throws(Advisory.Malformed) -> String? {
    guard let field = try field(key) else { return nil }
    guard let text = field.text else { throw Advisory.Malformed() }
    return text
  }

  fileprivate func required(_ key: String) throws(Advisory.Malformed) -> String {
    guard let text = try string(key) else { throw Advisory.Malformed() }
    return text
  }

  /// The elements of an array; none if it is missing or null.
  fileprivate func list<Element>(
    _ key: String, _ element: (JSON) throws(Advisory.Malformed) -> Element
  ) throws(Advisory.Malformed) -> [Element] {
    guard let field = try field(key) else { return [] }
    guard let elements = field.elements else { throw Advisory.Malformed() }
    return try elements.map(element)
  }

  fileprivate func strings(_ key: String) throws(Advisory.Malformed) -> [String] {
    try list(key) { element throws(Advisory.Malformed) in
      guard let text = element.text else { throw Advisory.Malformed() }
      return text
    }
  }
}
