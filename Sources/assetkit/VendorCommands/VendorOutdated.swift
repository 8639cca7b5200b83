import ArgumentParser
import TextFormats
import VendorKit

/// `assetkit vendor outdated`: checks upstream for newer versions.
struct VendorOutdated: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "outdated",
    abstract: "Check upstream for versions newer than the pinned ones.",
    discussion: """
      Reads the tags and branches of repositories, and the servers' listings of the folders that \
      contain the archives; changes and stores nothing. Exit status: 0 all current, 1 something is \
      newer, was moved or replaced, 2 an upstream could not be read.
      """)

  @Argument(help: "The packages. (default: all)")
  var names: [String] = []

  @Flag(help: "Include alpha, beta and release-candidate versions.")
  var prereleases = false

  @Flag(name: .customLong("allow-http"), help: "Allow unencrypted addresses (http:, git:).")
  var allowHTTP = false

  @Option(help: "The maximum size of one download in bytes.")
  var maxDownload: UInt64 = 1 << 30

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() async throws {
    var options = FetchOptions()
    options.allowsHTTP = allowHTTP
    options.maxDownloadBytes = maxDownload
    let fetcher = SourceFetcher(
      cache: try ArchiveStore.userCache(), options: options, progress: DownloadDisplay.progress)
    let vendoring = Vendoring(root: try VendorRoot.require(), fetcher: fetcher)
    let rows = try await vendoring.outdated(names, prereleases: prereleases).map(Row.init)
    if json {
      Console.result(["schema": 1, "packages": .array(rows.map(\.json))])
    } else {
      for row in rows { row.print() }
    }
    if rows.contains(where: { $0.status == .failed }) { throw ExitStatus.failed }
    if rows.contains(where: { $0.status == .outdated }) { throw ExitStatus.found }
  }

  /// The result for one package.
  private struct Row {
    enum Status: String { case current, outdated, unknown, failed }

    let name: String
    let version: String?
    let commit: String?
    let asked: String?
    let status: Status
    var newest: String?
    var moved: String?
    var retagged: String?
    var replaced: String?
    var problem: String?

    init(_ standing: Vendoring.Standing) {
      let package = standing.package
      name = package.name
      version = package.version
      commit = package.commit
      asked = standing.asked
      switch standing.news {
      case .failure(let error):
        status = .failed
        problem = "\(error)"
      case .success where standing.asked == nil:
        status = .unknown
        problem = package.type.reasonNotAsked
      case .success(let news):
        status = news.isEmpty ? .current : .outdated
        for item in news {
          switch item {
          case .newer(let version): newest = version
          case .moved(let commit): moved = commit
          case .retagged(let commit): retagged = commit
          case .replaced(let digest): replaced = digest.hex
          }
        }
      }
    }

    /// The package in the JSON document, schema 1.
    var json: JSON {
      [
        "name": .string(name),
        "version": version.map(JSON.string),
        "commit": commit.map(JSON.string),
        "asked": asked.map(JSON.string),
        "status": .string(status.rawValue),
        "newest": newest.map(JSON.string),
        "moved": moved.map(JSON.string),
        "retagged": retagged.map(JSON.string),
        "replaced": replaced.map(JSON.string),
        "problem": problem.map(JSON.string),
      ]
    }

    func print() {
      let now = version ?? commit ?? "the pinned version"
      switch status {
      case .failed: Console.message(name, problem ?? "")
      case .unknown:
        Console.message(name, "cannot be checked for newer versions: it \(problem ?? "")")
      case .current: Console.result("\(name): \(now) is the newest")
      case .outdated:
        if let newest { Console.result("\(name): \(now) → \(newest)") }
        if let moved { Console.result("\(name): the branch is now at \(moved)") }
        if let retagged {
          Console.result("\(name): the tag was moved to \(retagged); \(commit ?? "") is pinned")
        }
        if let replaced {
          Console.result("\(name): the file at \(asked ?? "") was replaced: sha256:\(replaced)")
        }
      }
    }
  }
}
