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
