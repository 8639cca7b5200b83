import ArgumentParser
import AuditKit
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
      under investigation where the lock cannot tell. The product of each is the project, as [sbom] in \
      assetkit.toml names it; the package is the subcomponent in which the vulnerability originates.
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
  var timestamp: UTCTimestamp?

  @Option(
    help: ArgumentHelp(
      "The project's version. (default: what assetkit.toml says)", valueName: "version"))
  var projectVersion: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    if projectVersion?.isEmpty == true {
      throw ValidationError("--project-version must not be empty.")
    }
    if author.allSatisfy(\.isWhitespace) { throw ValidationError("--author must not be empty.") }
  }

  func run() throws {
    let file = try output.map(OutputFile.init)
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let project = try ProjectFile(in: root)
    var subject = try project.sbomSubject()
    subject.version = projectVersion ?? subject.version
    let time = try timestamp ?? UTCTimestamp.sourceDate() ?? .now
    let context = AuditContext(
      root: root, lock: lock, policy: try project.policy(), today: time.date)
    let group = try advisories.map {
      try AdvisoryGroup(path: $0, packages: context.packages, maximumAgeDays: .max)
    }
    for problem in group?.problems ?? [] { Console.message("vendor vex", problem) }
    let statements = VulnerabilityStatements(of: lock, in: context, advisories: group)
    try Console.result(
      statements.openVEX(
        about: subject.name, version: subject.version, author: author, timestamp: time,
        toolVersion: ProgramVersion.text
      ).text(), to: file)
    if subject.packageURL == nil {
      Console.message(
        "vendor vex",
        "the project has no \(subject.name == nil ? "name" : "version"), so the product is "
          + "identified by the digest of vendor.lock",
        remedy: "add name and version to [sbom] in assetkit.toml, or give --project-version")
    }
    if !(group?.problems ?? []).isEmpty { throw ExitStatus.failed }
  }
}
