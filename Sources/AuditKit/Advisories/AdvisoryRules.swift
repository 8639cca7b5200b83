import Findings
import VendorKit

/// Rules about known vulnerabilities.
enum AdvisoryRules {
  static let known = Rule(
    "vulnerability-known", .error, "a known vulnerability",
    help: """
      An advisory says that this version is affected. Update to the fixed version with `assetkit \
      vendor update`, or record an exception with its reason and an end.
      """)
  static let undecided = Rule(
    "vulnerability-undecided", .warning,
    "an advisory that cannot be decided offline",
    help: """
      An advisory names this package, but what the lock says does not tell whether this version is \
      affected. Read it; a purl with a version decides most.
      """)
  static let unmatched = Rule(
    "vulnerability-unmatched", .note, "a package that no advisory can name",
    help: """
      Without a purl, and without a commit and repository, no advisory can be matched: silence says \
      nothing. Give the package a purl with --purl.
      """)
  static let stale = Rule(
    "vulnerability-stale", .warning, "the advisory database is old",
    help: """
      Its newest entry is older than --max-age allows, so what was published since is missing. Bring \
      a newer copy.
      """)
  static let notLooked = Rule(
    "vulnerability-not-looked", .note, "no advisory database was given",
    help: """
      Known vulnerabilities were not looked for. Give a folder or zip of OSV entries with \
      --advisories.
      """)
  static let unreadable = Rule(
    "vulnerability-unreadable", .warning, "an entry that is no advisory",
    help: "The file is not in the OSV format, so what it says was not considered.")

  static let all = [known, undecided, unmatched, stale, notLooked, unreadable]
}
