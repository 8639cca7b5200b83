import ArgumentParser
import OfflineKit
import ProofKit
import SafeFiles
import TextFormats

/// `assetkit prove`: proves what can be proven of HEAD, and says what cannot.
struct Prove: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Prove what is committed: vendored sources, icons, and the build.",
    discussion: """
      Looks at HEAD in a temporary folder and never at the working tree, and makes no connection. \
      Runs all that 'check' runs; rebuilds every vendored package from its source as 'vendor \
      rebuild' does; and runs the [build] command of assetkit.toml in two copies of HEAD without a \
      network, as 'offline --twice' does. Every file of HEAD that is neither a text nor derived by \
      something that was proven is counted and named.

      Exit status: 0 everything that HEAD asks for is proven, 1 something contradicts it, 2 \
      something could not be proven, or there is nothing to prove.
      """)

  @Option(
    help: ArgumentHelp("Also write a page for a reviewer, self-contained.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "If the build is proven, also write an in-toto statement with a SLSA provenance predicate "
        + "about the compared files.", valueName: "file"))
  var statement: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no progress.")
  var quiet = false

  @Option(help: "The maximum number of threads. (default: one per processor)")
  var jobs: Int?

  @OptionGroup var sources: SourceOptions

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be 1 to 1024.")
    }
  }

  func run() async throws {
    // Fail now, and not after an hour of building, if a report cannot be written.
    let report = try report.map(OutputFile.init)
    let statement = try statement.map(OutputFile.init)
    var sources = sources
    sources.mirror = try sources.mirror.map(WorkingDirectory.absolute)
    let result = try await ProofRun(sources: sources, threads: jobs) { line in
      if !quiet { Console.message("prove", line) }
    }.result()
    if let signal = result.interruption { OfflineKit.endProcess(bySignal: signal) }
    let proof = result.proof
    try report?.write(ProofPage(proof).markup.bytes)
    try write(proof, to: statement)
    if json { Console.result(proof.json) } else { print(proof) }
    switch proof.verdict {
    case .proven: break
    case .found: throw ExitStatus.found
    case .notProven, .notCovered: throw ExitStatus.failed
    }
  }

  private func write(_ proof: Proof, to file: OutputFile?) throws {
    guard let file else { return }
    if let statement = proof.statement {
      try file.write(Array(statement.text().utf8))
    } else {
      Console.message(
        file.path, "was not written: the build is not proven, so there is nothing to state")
    }
  }

  private func print(_ proof: Proof) {
    for claim in proof.claims {
      Console.result("\(claim.kind.title): \(claim.state.words): \(claim.result)")
      for line in claim.findings + details(of: claim, in: proof) { Console.result("  \(line)") }
    }
    for remark in proof.remarks { Console.result("Note: \(remark)") }
    let total = proof.files.unexplainedTotal
    if total.count > 0 {
      Console.result(
        "Not covered: \(Console.count(total.count, "file")) that nobody could have written by hand "
          + "and no proof covers, \(total.byteCount) bytes; the largest:")
      for (file, reason) in proof.files.unexplained.prefix(5) {
        Console.result("  \(file.path): \(file.byteCount) bytes, \(reason.words)")
      }
    }
    Console.result("\(proof.sentence) Commit \(proof.commit.id).")
  }

  /// What the parts of a claim say that its own findings do not.
  private func details(of claim: Proof.Claim, in proof: Proof) -> [String] {
    switch claim.kind {
    case .vendored:
      proof.packages.flatMap { package in package.problems.map { "\(package.name): \($0)" } }
    case .icons: proof.iconSets.flatMap(\.problems)
    case .audit: []
    case .build:
      claim.state == .found ? Array((proof.build?.differences ?? []).prefix(20)) : []
    }
  }
}
