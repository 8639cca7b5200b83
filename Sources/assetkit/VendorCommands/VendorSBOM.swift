import ArgumentParser
import AuditKit
import FoundationEssentials
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor sbom`: prints a software bill of materials of the vendored packages.
struct VendorSBOM: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sbom",
    abstract: "Print a software bill of materials (SBOM) of the vendored packages.",
    discussion: """
      The output is reproducible: no random identifiers, and a time only with --timestamp or \
      SOURCE_DATE_EPOCH. Fails if the files do not match vendor.lock.
      """)

  /// The formats.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case cyclonedx, spdx
  }

  @Option(help: "cyclonedx (1.6) or spdx (2.3), both as JSON.")
  var format = Format.cyclonedx

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to a file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The creation time, as 2026-11-21T12:00:00Z. (default: SOURCE_DATE_EPOCH, or none)",
      valueName: "time"))
  var timestamp: String?

  func validate() throws {
    if let timestamp, (try? Date(timestamp, strategy: .iso8601)) == nil {
      throw ValidationError("--timestamp must be a UTC time such as 2026-11-21T12:00:00Z.")
    }
  }

  func run() throws {
    let file = try output.map(OutputFile.init)
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let context = AuditContext(root: root, lock: lock, policy: Policy(), today: .today)
    let sbom = try SBOM(
      of: lock, in: context, toolVersion: ProgramVersion.text,
      timestamp: try timestamp ?? Self.sourceDate())
    try Console.result((format == .spdx ? sbom.spdx : sbom.cycloneDX).text(), to: file)
  }

  /// The time in SOURCE_DATE_EPOCH; nil when it is not set.
  private static func sourceDate() throws -> String? {
    guard let text = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"] else { return nil }
    guard let seconds = Int(text), seconds >= 0, seconds < 253_402_300_800 else {
      throw AuditError(
        "SOURCE_DATE_EPOCH", "is '\(text)', expected seconds since 1970", remedy: "correct it")
    }
    return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}
