import Findings
import VendorKit

/// Rules about unused packages and headers.
enum UnusedPackagesRules {
  static let package = Rule(
    "idle-package", .warning, "an unused package",
    help: """
      No build file, include, import or module map of the host mentions the package, and no used \
      package includes its headers. An unused package still costs reviews and updates: remove it \
      with `assetkit vendor remove`.
      """)
  static let headers = Rule(
    "idle-headers", .note, "a folder of headers that nothing includes",
    help: """
      No source of the host or of a package includes one of these headers, and no build file names \
      the folder. Leave it out with --exclude.
      """)

  static let all = [package, headers]
}
