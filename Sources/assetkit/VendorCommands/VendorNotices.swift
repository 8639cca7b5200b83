import ArgumentParser
import AuditKit
import SafeFiles
import VendorKit

/// `assetkit vendor notices`: prints the licence texts of all packages.
struct VendorNotices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notices",
    abstract: "Print the licence texts of all packages, each distinct text once.",
    discussion: "Reports packages without a licence text on standard error and exits with status 1."
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
    let context = AuditContext(root: root, lock: lock, policy: Policy(), today: .today)
    let notices = try Notices(in: context)
    try Console.result(html ? notices.html : plist ? notices.propertyList : notices.text, to: file)
    for package in notices.missing {
      Console.message(
        package, "has no licence text",
        remedy: "list its licence files under license-files in vendor.lock")
    }
    if !notices.missing.isEmpty { throw ExitStatus.found }
  }
}
