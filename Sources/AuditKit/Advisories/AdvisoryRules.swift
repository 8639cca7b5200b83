import Findings

/// Rules about known vulnerabilities.
enum AdvisoryRules {
  static let known = Rule(
    "vulnerability-known", .error, "a known vulnerability",
    help: """
      An advisory says that this version is affected. Update to the fixed version with `assetkit \
      vendor update`, or record an exception with a reason and an end date.
      """)
  static let patched = Rule(
    "vulnerability-patched", .note, "a vulnerability that a patch of the lock fixes",
    help: """
      An advisory affects this version, and the header of a patch has a line `CVE:` with its id. Drop \
      the patch when you update to a fixed version.
      """)
  static let undecided = Rule(
    "vulnerability-undecided", .warning,
    "an advisory that may or may not apply",
    help: """
      An advisory names this package, but vendor.lock does not contain enough to tell whether this \
      version is affected. Read the advisory; a purl with a version is usually enough.
      """)
  static let unmatched = Rule(
    "vulnerability-unmatched", .note, "a package that advisories cannot be matched to",
    help: """
      Advisories are matched by purl, or by repository and commit; this package has neither, so \
      the absence of findings says nothing. Give it a purl with --purl.
      """)
  static let identifier = Rule(
    "vulnerability-identifier", .warning,
    "an invalid package URL, CPE or supplier, or a package URL of another version",
    help: """
      Advisories are matched by the package URL, and bills of materials identify a package by it and by \
      its CPE. An invalid one matches nothing and is left out of bills; one of another version is \
      matched as that version.
      """)
  static let uncovered = Rule(
    "vulnerability-uncovered", .warning,
    "a package whose ecosystem the advisory database leaves out",
    help: """
      The database has no entry of the registry or distribution that the package comes from, so the \
      absence of findings says nothing. `assetkit vendor advisories DIR` says what to download.
      """)
  static let stale = Rule(
    "vulnerability-stale", .warning, "the advisory database is old",
    help: """
      Its newest entry is older than --max-age allows, so later ones are missing. \
      Download a newer copy.
      """)
  static let notLooked = Rule(
    "vulnerability-not-looked", .note, "no advisory database was given",
    help: """
      Packages were not checked for known vulnerabilities. Name a folder or zip of OSV entries with \
      --advisories.
      """)
  static let unreadable = Rule(
    "vulnerability-unreadable", .warning, "an entry that is not an advisory",
    help: "The file is not in OSV format, so it was ignored.")
  static let damaged = Rule(
    "vulnerability-damaged", .error, "a zip of advisories that cannot be read",
    help: """
      What the zip should contain was not checked: it is empty, was cut short, or is damaged. The other \
      files were read. Download it again.
      """)

  static let all = [
    known, patched, undecided, unmatched, identifier, uncovered, stale, notLooked, unreadable,
    damaged,
  ]
}
