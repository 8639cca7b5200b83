import ArgumentParser
import AuditKit
import SafeFiles
import VendorKit

/// `assetkit vendor notices`: prints the licence texts and copyright statements of all packages.
struct VendorNotices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notices",
    abstract: "Print the licence texts and copyright statements of all packages.",
    discussion: """
      Each distinct text comes once, also if it stands only in the heads of source files; so does each \
      copyright holder, with all years. Sentences that a licence requires in the documentation come \
      first.

      Reports packages without a licence text on standard error and exits with status 1. Fails if the \
      files do not match vendor.lock.
      """
  )

  @Flag(help: "Write an HTML page.")
  var html = false

  @Flag(help: "Write a property list for an iOS settings bundle.")
  var plist = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    if html, plist { throw ValidationError("--html and --plist exclude each other; give one.") }
  }

  func run() throws {
    let file = try output.map(OutputFile.init)
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let policy = try ProjectFile(in: root).policy { Console.message($0, $1, remedy: $2) }
    let context = AuditContext(root: root, lock: lock, policy: policy, today: .today)
    let notices = try Notices(in: context)
    try Console.result(html ? notices.html : plist ? notices.propertyList : notices.text, to: file)
    for gap in notices.gaps { Console.message(gap.location, gap.problem, remedy: gap.remedy) }
    if notices.gaps.contains(where: \.isWholePackage) { throw ExitStatus.found }
  }
}
