import FoundationEssentials

/// One advisory in the OSV format (ossf.github.io/osv-schema, 1.x), as far as matching needs it.
struct Advisory: Decodable, Sendable {
  let id: String
  /// When the entry last changed, RFC 3339; strings of this form sort by time.
  let modified: String
  let withdrawn: String?
  let aliases: [String]?
  let summary: String?
  let details: String?
  let affected: [Affected]?

  /// One package or repository that the advisory speaks of.
  struct Affected: Decodable, Sendable {
    let package: Package?
    let ranges: [Range]?
    /// Versions, or for repositories tags, listed one by one.
    let versions: [String]?
  }

  struct Package: Decodable, Sendable {
    let ecosystem: String
    let name: String
    let purl: String?
  }

  struct Range: Decodable, Sendable {
    /// `SEMVER`, `ECOSYSTEM` or `GIT`.
    let type: String
    let repo: String?
    let events: [Event]
  }

  /// Exactly one of the four is set.
  struct Event: Decodable, Sendable {
    let introduced: String?
    let fixed: String?
    let lastAffected: String?
    let limit: String?

    enum CodingKeys: String, CodingKey {
      case introduced
      case fixed
      case lastAffected = "last_affected"
      case limit
    }
  }

  /// A line for people: the summary, or how the details begin.
  var headline: String {
    let text = summary.flatMap { $0.isEmpty ? nil : $0 } ?? details ?? ""
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    return line.count > 120 ? line.prefix(117) + "…" : String(line)
  }
}
