/// A group of licences that a policy allows or denies by one word: `permissive`.
///
/// A licence belongs to one preset at most, so a policy lists all that it accepts. What autoconf,
/// automake, libtool and bison add to a release comes with exceptions that let it be part of any
/// program: such files fit every preset that is allowed, and none that is denied.
public enum LicensePreset: String, CaseIterable, Hashable, Sendable {
  /// MIT, BSD, Apache-2.0, zlib, public domain and the like.
  case permissive
  /// MPL, LGPL, EPL, CDDL; GPL with an exception for linking.
  case weakCopyleft = "weak-copyleft"
  /// GPL.
  case strongCopyleft = "strong-copyleft"
  /// AGPL, EUPL, OSL.
  case networkCopyleft = "network-copyleft"

  /// Some of its licences, for people.
  public var examples: [String] {
    switch self {
    case .permissive: ["MIT", "BSD-3-Clause", "Apache-2.0", "Zlib", "0BSD"]
    case .weakCopyleft: ["MPL-2.0", "LGPL-2.1-or-later", "EPL-2.0", "CDDL-1.0"]
    case .strongCopyleft: ["GPL-2.0-only", "GPL-3.0-or-later"]
    case .networkCopyleft: ["AGPL-3.0-or-later", "EUPL-1.2", "OSL-3.0"]
    }
  }

  /// The preset that a term belongs to; nil if to none, or if it is a file of the autotools.
  init?(of term: LicenseTerm) {
    if Self.isOfAutotools(term) { return nil }
    guard let base = Self.allCases.first(where: { $0.licenses.contains(term.identifier) }) else {
      return nil
    }
    guard let exception = term.exception else {
      self = base
      return
    }
    // What is not on the list may be a restriction.
    guard LicenseList.exception(named: exception) != nil else { return nil }
    let isWeakened =
      base == .strongCopyleft && LicensePresetLists.weakeningExceptions.contains(exception)
    self = isWeakened ? .weakCopyleft : base
  }

  /// The licences without exceptions.
  var licenses: Set<String> {
    switch self {
    case .permissive: LicensePresetLists.permissive
    case .weakCopyleft: LicensePresetLists.weakCopyleft
    case .strongCopyleft: LicensePresetLists.strongCopyleft
    case .networkCopyleft: LicensePresetLists.networkCopyleft
    }
  }

  /// Whether this is a licence of files that the autotools add to a release.
  static func isOfAutotools(_ term: LicenseTerm) -> Bool {
    guard let exception = term.exception else {
      return LicensePresetLists.autotoolsLicenses.contains(term.identifier)
    }
    return LicensePresetLists.autotoolsExceptions.contains(exception)
      && LicenseList.gnuFamily(of: term.identifier) != nil
  }
}
