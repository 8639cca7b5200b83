import ArgumentParser
import Findings
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor verify`: checks the files against the lock.
struct VendorVerify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every vendored file against its pin, offline.",
    discussion: """
      Reports every difference in one run: files added, missing or changed, a different mode, type \
      or link target, names that clash on a case-insensitive disk; lists and patches that do not \
      match their pins; files under Vendor/ that belong to no package. Warnings, about files that \
      git would ignore or rewrite, do not fail the check.

      With --changed, a package is taken on trust where nothing about its files has changed since an \
      earlier 'verify' by this user read them and found nothing: inodes, sizes, modes, and the times \
      that no program can set. Where the file system does not keep such times, it is read.

      Exit status: 0 as pinned, 1 something differs, 2 nothing to check, or it cannot be read.
      """)

  @Argument(
    help: "The packages to check. (default: all, and files that belong to none)",
    completion: Completions.packages)
  var names: [String] = []

  @Flag(help: "Read only packages that have changed since they were verified here.")
  var changed = false

  @OptionGroup var options: CheckOptions

  func run() throws {
    let sarif = try options.sarif.map(OutputFile.init)
    let codeQuality = try options.codeQuality.map(OutputFile.init)
    let root = try VendorRoot.settled()
    let verification = try Verification(
      of: root, against: try Lock(in: root), named: names, threads: options.jobs,
      record: VerifiedRecord(of: root, version: ProgramVersion.text), trustsRecord: changed)
    let isRecorded = verification.record?.write() ?? false
    try FindingReport(
      findings: verification.findings, rules: IntegrityRules.all,
      document: document(verification), defaultPath: try RelativePath(Lock.fileName),
      category: "vendor verify"
    ).write(asJSON: options.json, sarif: sarif, codeQuality: codeQuality)
    if !options.json, !options.quiet {
      summarise(verification)
      if changed { explainTrust(verification, isRecorded: isRecorded) }
    }
    if !verification.isIntact { throw ExitStatus.found }
  }

  private func summarise(_ verification: Verification) {
    let packages = Console.count(verification.packages.count, "package")
    let files = Console.count(verification.packages.reduce(0) { $0 + ($1.fileCount ?? 0) }, "file")
    guard !verification.findings.isEmpty else {
      return Console.message("vendor verify", "\(packages), \(files): as pinned")
    }
    let errors = verification.findings.count { $0.rule.severity == .error }
    let warnings = verification.findings.count - errors
    Console.message(
      "vendor verify",
      "\(packages), \(files): \(Console.count(errors, "difference"))"
        + (warnings > 0 ? ", \(Console.count(warnings, "warning"))" : ""))
  }

  private func explainTrust(_ verification: Verification, isRecorded: Bool) {
    let trusted = verification.packages.count { $0.isTrusted }
    Console.message(
      "vendor verify",
      "\(Console.count(trusted, "package")) taken on trust, as an earlier verify found them; "
        + "\(verification.packages.count - trusted) read"
        + (isRecorded ? "" : "; this run could not be recorded in ~/.local/state"))
  }

  /// The JSON document without its findings, schema 1.
  private func document(_ verification: Verification) -> JSON.Members {
    let counts = Dictionary(
      verification.findings.map { ($0.package, 1) }, uniquingKeysWith: { $0 + $1 })
    let packages = verification.packages.map { package -> JSON in
      [
        "name": .string(package.name),
        "files": package.fileCount.map(JSON.integer),
        "trusted": .bool(package.isTrusted),
        "findings": .integer(counts[package.name] ?? 0),
      ]
    }
    return [
      "schema": 1, "intact": .bool(verification.isIntact), "packages": .array(packages),
    ]
  }
}

/// The options of 'check', 'verify' and 'audit'.
struct CheckOptions: ParsableArguments {
  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(help: ArgumentHelp("Also write the findings as SARIF 2.1.0.", valueName: "file"))
  var sarif: String?

  @Option(
    help: ArgumentHelp(
      "Also write the findings as a GitLab Code Quality report.", valueName: "file"))
  var codeQuality: String?

  @Option(help: "The maximum number of threads. (default: the number of processors)")
  var jobs: Int?

  @Flag(name: .shortAndLong, help: "Print no summary.")
  var quiet = false

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be between 1 and 1024.")
    }
  }
}
