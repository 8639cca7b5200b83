import ArgumentParser
import AuditKit
import Findings
import IconKit
import ProjectKit
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit check`: all checks of a repository in one run.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Check everything that the repository pins, in one run, offline: what a CI job wants.",
    discussion: """
      Runs 'vendor verify' where there is a vendor.lock, 'icons --check' and 'icons --lint' where \
      assetkit.toml has [[icons]], and 'vendor audit' where it has [audit]. Each finds what the \
      command of that name finds; a check that could not run is named, the others still run.

      Exit status: 0 nothing found, 1 something found, 2 nothing to check, or a check could not run.
      """)

  @OptionGroup var options: CheckOptions

  func run() async throws {
    let sarif = try options.sarif.map(OutputFile.init)
    let codeQuality = try options.codeQuality.map(OutputFile.init)
    let parts = try await RepositoryCheck(threads: options.jobs).parts()
    try report(parts, to: sarif, codeQuality)
    if !options.quiet, !options.json {
      for part in parts { Console.message("check", part.summary) }
    }
    for case .failed(let error) in parts.map(\.outcome) where options.quiet || options.json {
      Console.report(error)
    }
    let states = Set(parts.map(\.state))
    if states.contains("failed") { throw ExitStatus.failed }
    if states.contains("found") { throw ExitStatus.found }
    guard states.contains("passed") else {
      throw ProjectError(
        "check",
        "there is nothing to check here: \(Self.reasons(of: parts))",
        remedy: "run 'assetkit init', or name the project with -C")
    }
  }

  /// Why there is nothing to check, each reason once.
  private static func reasons(of parts: [CheckPart]) -> String {
    var reasons: [String] = []
    for part in parts where !reasons.contains(part.reason) { reasons.append(part.reason) }
    return reasons.joined(separator: "; ")
  }

  private func report(_ parts: [CheckPart], to sarif: OutputFile?, _ codeQuality: OutputFile?)
    throws
  {
    var ids: Set<String> = []
    let rules = parts.flatMap(\.rules).filter { ids.insert($0.id).inserted }
    try FindingReport(
      findings: Set(parts.flatMap(\.findings)).sorted(), rules: rules,
      document: [
        "schema": 1,
        "passed": .bool(
          parts.allSatisfy { ["passed", "absent"].contains($0.state) }
            && parts.contains { $0.state == "passed" }),
        "checks": .array(parts.map(\.json)),
      ],
      defaultPath: RelativePath(known: ProjectFile.name),
      failures: parts.filter { $0.state == "failed" }.map(\.summary),
      suppressed: parts.flatMap(\.suppressed), category: "check"
    ).write(asJSON: options.json, sarif: sarif, codeQuality: codeQuality)
  }
}
