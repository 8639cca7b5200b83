/// The SPDX licence list: identifiers of licences and exceptions, deprecated ones and those that the
/// OSI has approved.
///
/// It contains names and flags, no licence texts. `Scripts/spdx-license-data` writes the table.
enum LicenseList {
  /// One line of the list.
  struct Entry: Hashable, Sendable {
    /// The identifier in the list's own case.
    let identifier: String
    /// Whether SPDX has deprecated it; the list keeps it for old documents.
    let isDeprecated: Bool
    /// Whether the Open Source Initiative has approved it; always false for exceptions.
    let isOSIApproved: Bool
  }

  /// The licence of that name, in any case; nil if the list has none.
  static func license(named name: some StringProtocol) -> Entry? {
    licenses[name.lowercased()]
  }

  /// The exception of that name, in any case; nil if the list has none.
  static func exception(named name: some StringProtocol) -> Entry? {
    exceptions[name.lowercased()]
  }

  /// The term in today's spelling: `GPL-2.0+` is `GPL-2.0-or-later`,
  /// `GPL-2.0-with-classpath-exception` is `GPL-2.0-only WITH Classpath-exception-2.0`.
  static func successor(of term: LicenseTerm) -> LicenseExpression {
    var base = term
    if let compound = compounds[term.identifier] {
      base.identifier = compound.license
      base.exception = term.exception ?? compound.exception
    } else if let renamed = renamed[term.identifier] {
      base.identifier = renamed
    }
    if let family = gnuFamily(of: base.identifier) {
      let later = base.allowsLaterVersions || base.identifier.hasSuffix("or-later")
      base.identifier = family + (later ? "-or-later" : "-only")
      base.allowsLaterVersions = false
    } else if base.identifier.hasSuffix("+") {
      base.identifier.removeLast()
      base.allowsLaterVersions = true
    }
    return .term(base)
  }

  /// `GPL-2.0` for `GPL-2.0`, `GPL-2.0+`, `GPL-2.0-only` and `GPL-2.0-or-later`; nil for others.
  static func gnuFamily(of identifier: String) -> String? {
    var stem = Substring(identifier)
    for suffix in ["+", "-only", "-or-later"] where stem.hasSuffix(suffix) {
      stem = stem.dropLast(suffix.count)
    }
    let isGNU = ["GPL-", "LGPL-", "AGPL-3", "AGPL-1", "GFDL-"].contains { stem.hasPrefix($0) }
    // AGPL-1.0 and the GFDL follow the same scheme; the -with- names are handled before.
    guard isGNU, !stem.contains("-with-") else { return nil }
    return String(stem)
  }

  /// Deprecated names that mean a licence with an exception.
  private static let compounds: [String: (license: String, exception: String)] = [
    "GPL-2.0-with-autoconf-exception": ("GPL-2.0-only", "Autoconf-exception-2.0"),
    "GPL-2.0-with-bison-exception": ("GPL-2.0-or-later", "Bison-exception-2.2"),
    "GPL-2.0-with-classpath-exception": ("GPL-2.0-only", "Classpath-exception-2.0"),
    "GPL-2.0-with-font-exception": ("GPL-2.0-only", "Font-exception-2.0"),
    "GPL-2.0-with-GCC-exception": ("GPL-2.0-or-later", "GCC-exception-2.0"),
    "GPL-3.0-with-autoconf-exception": ("GPL-3.0-only", "Autoconf-exception-3.0"),
    "GPL-3.0-with-GCC-exception": ("GPL-3.0-only", "GCC-exception-3.1"),
    "eCos-2.0": ("GPL-2.0-or-later", "eCos-exception-2.0"),
    "wxWindows": ("LGPL-2.0-or-later", "WxWindows-exception-3.1"),
  ]

  /// Deprecated names that the list has replaced.
  private static let renamed: [String: String] = [
    "BSD-2-Clause-FreeBSD": "BSD-2-Clause-Views",
    "BSD-2-Clause-NetBSD": "BSD-2-Clause",
    "bzip2-1.0.5": "bzip2-1.0.6",
    "Nunit": "zlib-acknowledgement",
    "StandardML-NJ": "SMLNJ",
  ]

  private static let licenses = table(licenseNames)
  private static let exceptions = table(exceptionNames)

  /// The entries of a table in which `~` before a name means deprecated, and `*` approved by the OSI.
  private static func table(_ names: String) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for word in names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let name = word.drop { $0 == "~" || $0 == "*" }
      let marks = word.dropLast(name.count)
      entries[name.lowercased()] = Entry(
        identifier: String(name), isDeprecated: marks.contains("~"),
        isOSIApproved: marks.contains("*"))
    }
    return entries
  }

  /// Every identifier on the list, for tests and completions.
  static var identifiers: [String] { licenses.values.map(\.identifier) }
}
