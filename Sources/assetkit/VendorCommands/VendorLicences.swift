import ArgumentParser
import AuditKit
import SafeFiles
import VendorKit

/// `assetkit vendor licences`: prints the licences of the vendored packages.
struct VendorLicences: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "licences",
    abstract: "Print the licences of the vendored packages as a table.",
    discussion: """
      For each package: the licence that vendor.lock declares, the one concluded from the files of \
      its main part, how far that can be relied on (high, medium, low, none), and its files by \
      licence, with tests, tools, documentation and build files apart. Fails if the files do not \
      match vendor.lock.
      """,
    aliases: ["licenses"])

  @Argument(help: "The packages; all if none is named.", completion: Completions.packages)
  var names: [String] = []

  @Flag(help: "Print every file with its licence and where it is stated.")
  var files = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(help: "The maximum number of threads. (default: the number of processors)")
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be between 1 and 1024.")
    }
  }

  func run() throws {
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let packages = try lock.packages(named: names).map(\.name)
    let policy = try ProjectFile(in: root).policy { Console.message($0, $1, remedy: $2) }
    let context = AuditContext(root: root, lock: lock, policy: policy, today: .today)
    let table = try LicenceTable(in: context, packages: packages, threads: jobs)
    if json { return Console.result(table.json(listsFiles: files)) }
    if !packages.isEmpty { Console.result(files ? table.fileText : table.text) }
  }
}
