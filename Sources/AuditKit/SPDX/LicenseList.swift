import CAuditKit

/// The SPDX licence list: the identifiers of licences and exceptions, and which are deprecated.
enum LicenseList {
  /// One line of the list.
  struct Entry: Hashable, Sendable {
    /// The identifier in the list's own case.
    let identifier: String
    /// Whether SPDX has deprecated it; the list keeps it for old documents.
    let isDeprecated: Bool
    /// The full name of a licence: "Academic Free License v2.1"; empty for an exception.
    let name: String
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
  static func successor(of term: LicenseTerm) -> LicenseTerm {
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
    return base
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

  /// The release of the list that the names and the sketches are from.
  static let version = String(parts[0].joined())

  private static let licenses = table(parts[1])
  private static let exceptions = table(parts[2])

  /// The release, the licences and the exceptions, as `Scripts/spdx-license-data` has written them.
  private static let parts: [ArraySlice<Substring>] = {
    var count = 0
    let start = license_names(&count)
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
    precondition(parts.count == 3, "the list has a release, licences and exceptions")
    return parts
  }()

  /// The entries of a part, in which `~` precedes a deprecated identifier.
  private static func table(_ part: ArraySlice<Substring>) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for line in part {
      let isDeprecated = line.first == "~"
      let fields = line.drop { $0 == "~" }.split(separator: "\t")
      let identifier = String(fields[0])
      entries[identifier.lowercased()] = Entry(
        identifier: identifier, isDeprecated: isDeprecated,
        name: fields.count > 1 ? String(fields[1]) : "")
    }
    return entries
  }

  /// Every identifier on the list, for tests and completions.
  static var identifiers: [String] { licenses.values.map(\.identifier) }

  /// The licences that are not deprecated, by their identifiers.
  static var current: [Entry] {
    licenses.values.filter { !$0.isDeprecated }.sorted {
      $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
    }
  }

  /// The exceptions that are not deprecated, by their identifiers.
  static var currentExceptions: [Entry] {
    exceptions.values.filter { !$0.isDeprecated }.sorted {
      $0.identifier.utf8.lexicographicallyPrecedes($1.identifier.utf8)
    }
  }
}
