/// A licence expression of SPDX 2.3 annex D and SPDX 3.0: `MIT`, `GPL-2.0-only WITH
/// Classpath-exception-2.0`, `(MIT OR Apache-2.0) AND Zlib`.
///
/// Printing puts parentheses only where precedence needs them (`+`, `WITH`, `AND`, `OR`, tightest
/// first), so that parsing what was printed gives an equal value.
public indirect enum LicenseExpression: Hashable, Sendable {
  /// One licence, with its exception if it has one.
  case term(LicenseTerm)
  /// All of these at once; two or more, none of them an `.and`.
  case and([LicenseExpression])
  /// Any one of these; two or more, none of them an `.or`.
  case or([LicenseExpression])

  /// A licence by itself; the identifier is taken as it stands.
  public init(identifier: String) {
    self = .term(LicenseTerm(identifier: identifier))
  }

  /// Every term in reading order, with repetitions.
  public var terms: [LicenseTerm] {
    switch self {
    case .term(let term): [term]
    case .and(let parts), .or(let parts): parts.flatMap(\.terms)
    }
  }

  /// All of `parts` at once, without repetition and without nesting; nil for none.
  public static func all(of parts: [LicenseExpression]) -> LicenseExpression? {
    joined(parts, { if case .and(let inner) = $0 { inner } else { nil } }, Self.and)
  }

  /// Any one of `parts`, without repetition and without nesting; nil for none.
  public static func any(of parts: [LicenseExpression]) -> LicenseExpression? {
    joined(parts, { if case .or(let inner) = $0 { inner } else { nil } }, Self.or)
  }

  private static func joined(
    _ parts: [LicenseExpression], _ inside: (LicenseExpression) -> [LicenseExpression]?,
    _ make: ([LicenseExpression]) -> LicenseExpression
  ) -> LicenseExpression? {
    var flat: [LicenseExpression] = []
    var seen: Set<LicenseExpression> = []
    for part in parts.flatMap({ inside($0) ?? [$0] }) where seen.insert(part).inserted {
      flat.append(part)
    }
    return flat.count > 1 ? make(flat) : flat.first
  }
}

extension LicenseExpression: CustomStringConvertible {
  /// The expression as SPDX writes it.
  public var description: String {
    switch self {
    case .term(let term): term.description
    case .and(let parts):
      parts.map { part in
        if case .or = part { "(\(part))" } else { part.description }
      }.joined(separator: " AND ")
    case .or(let parts): parts.map(\.description).joined(separator: " OR ")
    }
  }
}
