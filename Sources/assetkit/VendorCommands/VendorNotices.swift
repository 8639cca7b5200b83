import ArgumentParser
import AuditKit
import SafeFiles
import VendorKit

/// `assetkit vendor notices`: the licence texts of all packages.
struct VendorNotices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notices",
    abstract: "Print the licence texts of all packages, equal ones once.",
    discussion: "A package without a text is named and ends with status 1.")

  @Flag(help: "One HTML page.")
  var html = false

  @Flag(help: "A property list for an iOS settings bundle.")
  var plist = false

  @Option(name: .shortAndLong, help: ArgumentHelp("Write to a file.", valueName: "file"))
  var output: String?

  func validate() throws {
    if html, plist { throw ValidationError("--html and --plist are two formats; name one.") }
  }

  func run() throws {
    let file = try output.map(OutputFile.init)
    let root = try VendorRoot.require()
    try Recovery.settle(in: root, lockTimeout: .seconds(30))
    let lock = try Lock(in: root)
    let context = AuditContext(root: root, lock: lock, policy: Policy(), today: .today)
    let notices = try Notices(in: context)
    let text = html ? notices.html : plist ? notices.propertyList : notices.text
    if let file {
      try file.write(Array(text.utf8))
    } else {
      Console.write(text, to: 1)
    }
    for package in notices.missing {
      Console.message(
        package, "has no licence text that could be found",
        remedy: "name its files with license-files in vendor.lock")
    }
    if !notices.missing.isEmpty { throw ExitStatus.found }
  }
}
