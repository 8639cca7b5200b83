import Findings
import VendorKit

/// Rules about what is vendored and not used.
enum UnusedPackagesRules {
  static let package = Rule(
    "idle-package", .warning, "a package that nothing here uses",
    help: """
      No build file, include, import or module map of the host mentions the package, and no used \
      package includes its headers. What is not used need not be reviewed, updated and shipped: \
      remove it with `assetkit vendor remove`.
      """)
  static let headers = Rule(
    "idle-headers", .note, "a folder of headers that nothing includes",
    help: """
      No source of the host or of a package includes one of these headers, and no build file names \
      the folder. Leave it out with --exclude.
      """)

  static let all = [package, headers]
}
