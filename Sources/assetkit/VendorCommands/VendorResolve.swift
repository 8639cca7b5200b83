import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit vendor resolve`: merges a lock by packages.
struct VendorResolve: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Resolve the merge conflicts of a vendor.lock.",
    discussion: """
      After a merge, rebase or cherry-pick: where the two sides added, updated or removed different \
      packages, vendor.lock gets both sides' packages. Otherwise it stays as it is, and the packages \
      are named. The lists of the packages that each side brought must be in Vendor/.

      With --driver it is a merge driver for git, which then never stops for such a conflict. In \
      .gitattributes: 'vendor.lock merge=assetkit'. Once in each clone: git config \
      merge.assetkit.driver 'assetkit vendor resolve --driver %O %A %B'

      Exit status: 0 resolved, or nothing to resolve; 2 not resolved. With --driver: 1 a conflict.
      """)

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Merge these files and write the result to OURS, as git asks of a merge driver.",
      valueName: "base ours theirs"))
  var driver: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --driver: the length of conflict markers (git's %L).", valueName: "n"))
  var markerSize: Int?

  @OptionGroup var change: ChangeOptions

  func validate() throws {
    guard driver.isEmpty || driver.count == 3 else {
      throw ValidationError("--driver takes three files: %O %A %B.")
    }
    if driver.isEmpty, markerSize != nil {
      throw ValidationError("--marker-size has an effect only with --driver.")
    }
    if let markerSize, !(1...1000).contains(markerSize) {
      throw ValidationError("--marker-size must be between 1 and 1000.")
    }
  }

  func run() async throws {
    if !driver.isEmpty { return try await drive(driver[0], driver[1], driver[2]) }
    let resolved = try await LockResolution(
      in: try VendorRoot.require(), lockTimeout: .seconds(change.lockTimeout)
    ).run()
    guard let changes = resolved.changes else {
      return Console.message("vendor resolve", "\(Lock.fileName) has no conflicts")
    }
    for change in changes {
      Console.result("\(change.name): \(change.outcome.rawValue) by one side")
    }
    Console.message(
      "vendor resolve", "\(Lock.fileName) has the packages of both sides",
      remedy: "check with 'assetkit vendor verify', then 'git add \(Lock.fileName)'")
  }

  private func drive(_ base: String, _ ours: String, _ theirs: String) async throws {
    let output = try OutputFile(ours)
    do {
      let texts = try [base, ours, theirs].map { path in
        try OutputFile(path).replacedContents(limitBytes: 64 << 20) ?? []
      }
      try output.write(
        try LockMergeDriver.merged(base: texts[0], ours: texts[1], theirs: texts[2]))
    } catch let error as VendorError where error.code == .invalidLock {
      Console.report(error)
      // Without a conflict between lines our side stays, because a mixture of one package's pins
      // would look resolved.
      if let text = try await LockMergeDriver.marked(
        base: base, ours: ours, theirs: theirs, markerSize: markerSize)
      {
        try output.write(text)
      }
      throw ExitStatus.found
    }
  }
}
