/// A set of licence terms that a policy allows or denies.
struct LicenseTerms: Hashable, Sendable {
  /// The terms, in today's spelling.
  private(set) var terms: Set<LicenseTerm> = []
  /// The groups of licences that are named by one word.
  private(set) var presets: Set<LicensePreset> = []

  /// Whether nothing is listed.
  var isEmpty: Bool { terms.isEmpty && presets.isEmpty }

  /// No terms.
  init() {}

  /// The terms of expressions that list alternatives: `MIT`, `MIT OR Zlib`,
  /// `GPL-2.0-only WITH Classpath-exception-2.0`; and presets: `permissive`.
  ///
  /// - Throws: ``LicenseExpressionError`` for a text that is not an expression or contains `AND`:
  ///   a policy lists licences one by one.
  init(_ expressions: [String]) throws(LicenseExpressionError) {
    for text in expressions { try insert(text) }
  }

  /// Adds the terms of one more expression; throws as ``init(_:)``.
  mutating func insert(_ text: String) throws(LicenseExpressionError) {
    if let preset = LicensePreset(rawValue: text) {
      presets.insert(preset)
      return
    }
    let expression = try LicenseExpression(parsing: text)
    switch expression {
    case .and:
      throw LicenseExpressionError(
        problem: "a policy lists licences one by one, without AND", offset: 0)
    case .or(let parts):
      for part in parts {
        guard case .term = part else {
          throw LicenseExpressionError(
            problem: "a policy lists licences one by one, without AND", offset: 0)
        }
      }
    case .term: break
    }
    terms.formUnion(expression.terms.map(LicenseList.successor))
  }

  /// Whether this exact term is listed, or an "or later" entry or a preset that covers it.
  func covers(_ term: LicenseTerm) -> Bool {
    if let preset = LicensePreset(of: term), presets.contains(preset) { return true }
    return lists(term)
  }

  /// Whether this exact term is listed, or an "or later" entry that covers it.
  func lists(_ term: LicenseTerm) -> Bool {
    if terms.contains(term) { return true }
    let choices = LicenseVersions.choices(of: term)
    return terms.contains { entry in
      entry.exception == term.exception
        && LicenseVersions.choices(of: entry).isSuperset(of: choices)
    }
  }
}

extension LicenseExpression {
  /// The terms that cannot be complied with by someone who may use only `allowed` licences and none
  /// that is `denied`, sorted.
  ///
  /// - `OR` needs one side, `AND` both. A term that allows later versions can be taken under any
  ///   version on the list that is not older: `GPL-2.0-or-later` complies where `GPL-3.0-only` is
  ///   allowed, and where `GPL-3.0-only` is denied but `GPL-2.0-only` allowed.
  /// - If `allowed` is nil, everything that is not denied is allowed.
  /// - An exception must be allowed by name or by a preset. A denied licence is denied with every
  ///   exception, unless `allowed` lists that very pair.
  /// - Files of the autotools may be used wherever a preset is allowed.
  func offending(
    allowed: LicenseTerms?, denied: LicenseTerms = LicenseTerms()
  ) -> [LicenseTerm] {
    switch self {
    case .term(let written):
      let term = LicenseList.successor(of: written)
      return Self.isUsable(term, allowed: allowed, denied: denied) ? [] : [term]
    case .and(let parts):
      return Set(parts.flatMap { $0.offending(allowed: allowed, denied: denied) }).sorted()
    case .or(let parts):
      var all: Set<LicenseTerm> = []
      for part in parts {
        let offending = part.offending(allowed: allowed, denied: denied)
        if offending.isEmpty { return [] }
        all.formUnion(offending)
      }
      return all.sorted()
    }
  }

  private static func isUsable(
    _ term: LicenseTerm, allowed: LicenseTerms?, denied: LicenseTerms
  ) -> Bool {
    let named = allowed?.terms.contains(term) ?? false
    if named, !denied.terms.contains(term) { return true }
    if let allowed, !allowed.presets.isEmpty, LicensePreset.isOfAutotools(term) {
      return !denied.lists(term)
    }
    return LicenseVersions.choices(of: term).contains { choice in
      var withoutException = choice
      withoutException.exception = nil
      let exact = allowed?.terms.contains(choice) ?? false
      if denied.covers(choice) || (!exact && denied.lists(withoutException)) { return false }
      return allowed?.covers(choice) ?? true
    }
  }
}

/// Which versions of a licence a term lets one choose.
enum LicenseVersions {
  /// The term itself, or one fixed-version term for each version on the list that is not older.
  ///
  /// `GPL-2.0-or-later` gives `GPL-2.0-only` and `GPL-3.0-only`; `MPL-1.1+` gives `MPL-1.1` and
  /// `MPL-2.0`; `MIT` gives `MIT`.
  static func choices(of term: LicenseTerm) -> Set<LicenseTerm> {
    if let family = LicenseList.gnuFamily(of: term.identifier) {
      let later = term.allowsLaterVersions || term.identifier.hasSuffix("-or-later")
      guard later else { return [term] }
      return versions(from: family, suffix: "-only", exception: term.exception)
    }
    guard term.allowsLaterVersions else { return [term] }
    return versions(from: term.identifier, suffix: "", exception: term.exception)
  }

  private static func versions(
    from stem: String, suffix: String, exception: String?
  ) -> Set<LicenseTerm> {
    var choices: Set<LicenseTerm> = [
      LicenseTerm(identifier: stem + suffix, exception: exception)
    ]
    guard let start = Split(stem) else { return choices }
    for identifier in LicenseList.identifiers where identifier.hasSuffix(suffix) {
      guard let other = Split(identifier.dropLast(suffix.count)), other.name == start.name,
        other.tail == start.tail, !other.version.lexicographicallyPrecedes(start.version)
      else { continue }
      choices.insert(LicenseTerm(identifier: identifier, exception: exception))
    }
    return choices
  }

  /// `GFDL-1.3-invariants` as name `GFDL`, version 1.3 and tail `-invariants`.
  private struct Split {
    let name: Substring
    let version: [Int]
    let tail: Substring

    init?(_ identifier: some StringProtocol) {
      let text = Substring(identifier)
      var index = text.startIndex
      while let dash = text[index...].firstIndex(of: "-") {
        let start = text.index(after: dash)
        let digits = text[start...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let rest = text[digits.endIndex...]
        if !digits.isEmpty, rest.isEmpty || rest.hasPrefix("-") {
          name = text[..<dash]
          version = digits.split(separator: ".").map { Int($0) ?? 0 }
          tail = rest
          return
        }
        index = start
      }
      return nil
    }
  }
}
