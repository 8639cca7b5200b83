import ArgumentParser
import AuditKit
import FoundationEssentials
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor vex`: prints what is known of the packages' vulnerabilities.
struct VendorVEX: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vex",
    abstract: "Print what is known of the packages' vulnerabilities, as OpenVEX.",
    discussion: """
      Statements come from the exceptions in assetkit.toml that have a status, from patches whose \
      header has a line 'CVE: ID' (fixed), and with --advisories from what these say: affected, or \
      under investigation where the lock cannot tell.
      """)

  @Option(
    help: ArgumentHelp(
      "Advisories in OSV format: a folder of entries or zips, or a zip as published by OSV.",
      valueName: "path"))
  var advisories: String?

  @Option(help: ArgumentHelp("Who makes the statements.", valueName: "name"))
  var author = "Unknown Author"

  @Option(
    help: ArgumentHelp(
      "When the statements are made, as 2026-11-21T12:00:00Z. (default: SOURCE_DATE_EPOCH, or now)",
      valueName: "time"))
  var timestamp: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    if let timestamp, (try? Date(timestamp, strategy: .iso8601)) == nil {
      throw ValidationError("--timestamp must be a UTC time such as 2026-11-21T12:00:00Z.")
    }
    if author.allSatisfy(\.isWhitespace) { throw ValidationError("--author must not be empty.") }
  }

  func run() throws {
    let file = try output.map(OutputFile.init)
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let context = AuditContext(
      root: root, lock: lock, policy: try ProjectFile(in: root).policy(), today: .today)
    let group = try advisories.map {
      try AdvisoryGroup(path: $0, packages: context.packages, maximumAgeDays: .max)
    }
    let statements = VulnerabilityStatements(of: lock, in: context, advisories: group)
    let time =
      try timestamp ?? VendorSBOM.sourceDate() ?? Date().formatted(.iso8601)
    try Console.result(
      statements.openVEX(author: author, timestamp: time, toolVersion: ProgramVersion.text).text(),
      to: file)
  }
}
