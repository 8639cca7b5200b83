extension LicenseExpression {
  /// The same meaning in one spelling: names that the list has replaced by their successors, no
  /// repetition, nothing that another part already implies (`A OR (A AND B)` is `A`), sorted.
  ///
  /// Two expressions with equal normal forms mean the same. The converse holds for expressions that
  /// do not need to be multiplied out: the normal form never grows.
  public var normal: LicenseExpression {
    switch self {
    case .term(let term):
      return LicenseList.successor(of: term)
    case .and(let parts):
      let simple = Self.absorbing(Self.flat(parts.map(\.normal), asAnd: true), isAnd: true)
      return Self.all(of: simple.sorted { $0.printsBefore($1) }) ?? self
    case .or(let parts):
      let simple = Self.absorbing(Self.flat(parts.map(\.normal), asAnd: false), isAnd: false)
      return Self.any(of: simple.sorted { $0.printsBefore($1) }) ?? self
    }
  }

  private static func flat(_ parts: [LicenseExpression], asAnd: Bool) -> [LicenseExpression] {
    parts.flatMap { part in
      switch part {
      case .and(let inner) where asAnd: inner
      case .or(let inner) where !asAnd: inner
      default: [part]
      }
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
    var unique: [LicenseExpression] = []
    for part in parts where !unique.contains(part) { unique.append(part) }
    let sets = unique.map(members)
    return unique.indices.filter { index in
      !sets.indices.contains { $0 != index && sets[$0].isStrictSubset(of: sets[index]) }
    }.map { unique[$0] }
  }

  private func printsBefore(_ other: LicenseExpression) -> Bool {
    description.utf8.lexicographicallyPrecedes(other.description.utf8)
  }
}
