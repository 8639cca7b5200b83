/// A licence expression of SPDX 2.3 annex D and SPDX 3.0: `MIT`, `GPL-2.0-only WITH
/// Classpath-exception-2.0`, `(MIT OR Apache-2.0) AND Zlib`.
///
/// Printing puts parentheses only where precedence needs them (`+`, `WITH`, `AND`, `OR`, tightest
/// first), so that parsing what was printed gives an equal value.
indirect enum LicenseExpression: Hashable, Sendable {
  /// One licence, with its exception if it has one.
  case term(LicenseTerm)
  /// All of these at once; two or more, none of them an `.and`.
  case and([LicenseExpression])
  /// Any one of these; two or more, none of them an `.or`.
  case or([LicenseExpression])

  /// Every term in reading order, with repetitions.
  var terms: [LicenseTerm] {
    switch self {
    case .term(let term): [term]
    case .and(let parts), .or(let parts): parts.flatMap(\.terms)
    }
  }

  /// All of `parts` at once, without repetition and without nesting; nil for none.
  static func all(of parts: [LicenseExpression]) -> LicenseExpression? {
    joined(parts, { if case .and(let inner) = $0 { inner } else { nil } }, Self.and)
  }

  /// Any one of `parts`, without repetition and without nesting; nil for none.
  static func any(of parts: [LicenseExpression]) -> LicenseExpression? {
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
  var description: String {
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

/// One licence in an expression: an identifier, "or later", and an exception.
struct LicenseTerm: Hashable, Sendable {
  /// `MIT`, `LicenseRef-acme`, `DocumentRef-spdx:LicenseRef-1`; listed ones in the list's own case.
  var identifier: String
  /// Whether a `+` follows; identifiers of GNU licences end in `-or-later` instead.
  var allowsLaterVersions = false
  /// What follows `WITH`: `Classpath-exception-2.0`, `AdditionRef-acme`.
  var exception: String?

  /// Whether only the document defines the licence (`LicenseRef-`, `DocumentRef-`).
  var isReference: Bool {
    identifier.hasPrefix("LicenseRef-") || identifier.hasPrefix("DocumentRef-")
  }
}

extension LicenseTerm: CustomStringConvertible {
  /// The term as SPDX writes it.
  var description: String {
    let plus = allowsLaterVersions ? "+" : ""
    return exception.map { "\(identifier)\(plus) WITH \($0)" } ?? identifier + plus
  }
}

extension LicenseTerm: Comparable {
  /// Orders terms by the bytes of their text, so that the order is the same everywhere.
  static func < (left: LicenseTerm, right: LicenseTerm) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}

extension LicenseExpression {
  /// The same meaning in one spelling: names that the list has replaced by their successors, no
  /// repetition, nothing that another part already implies (`A OR (A AND B)` is `A`), sorted.
  ///
  /// Two expressions with equal normal forms mean the same. The converse holds for expressions that
  /// do not need to be multiplied out: the normal form never grows.
  var normal: LicenseExpression {
    switch self {
    case .term(let term): .term(LicenseList.successor(of: term))
    case .and(let parts): (Self.all(of: parts.map(\.normal)) ?? self).simplified
    case .or(let parts): (Self.any(of: parts.map(\.normal)) ?? self).simplified
    }
  }

  /// An expression of normal parts without those that another one absorbs, sorted.
  private var simplified: LicenseExpression {
    switch self {
    case .term: self
    case .and(let parts): Self.all(of: Self.absorbing(parts, isAnd: true)) ?? self
    case .or(let parts): Self.any(of: Self.absorbing(parts, isAnd: false)) ?? self
    }
  }

  /// Drops every part that a smaller one absorbs: in an OR an AND that contains another part, in an
  /// AND an OR that does.
  private static func absorbing(_ parts: [LicenseExpression], isAnd: Bool) -> [LicenseExpression] {
    func members(_ part: LicenseExpression) -> Set<LicenseExpression> {
      switch part {
      case .and(let inner) where !isAnd: Set(inner)
      case .or(let inner) where isAnd: Set(inner)
      default: [part]
      }
    }
    let sets = parts.map(members)
    return zip(parts, sets).filter { _, set in !sets.contains { $0.isStrictSubset(of: set) } }
      .map(\.0)
      .sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) }
  }
}
