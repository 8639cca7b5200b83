import ArgumentParser
import TextFormats
import VendorKit

/// `assetkit vendor outdated`: ask upstreams for what is newer.
struct VendorOutdated: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "outdated",
    abstract: "Ask upstreams what is newer than what is pinned.",
    discussion: """
      Repositories are asked for their tags and branches, servers for the listing of the folder that \
      holds the archives; nothing is changed and nothing kept. Exit 1 if anything is newer, was \
      moved or replaced; 2 if somebody could not be asked.
      """)

  @Argument(help: "The packages. (default: all)")
  var names: [String] = []

  @Flag(help: "Let alpha, beta and release candidates count.")
  var prereleases = false

  @Flag(name: .customLong("allow-http"), help: "Allow addresses without encryption.")
  var allowHTTP = false

  @Option(help: "The most bytes that one download may have.")
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

  /// What is said of one package.
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
        problem =
          package.type == .git
          ? "is pinned to a commit by its id, which nothing is newer than"
          : "comes from the project's own files, and its source has no '{version}'"
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
      let now = version ?? commit ?? "what is pinned"
      switch status {
      case .failed: Console.message(name, problem ?? "")
      case .unknown: Console.message(name, "nobody can be asked: it \(problem ?? "")")
      case .current: Console.result("\(name): \(now) is the newest")
      case .outdated:
        if let newest { Console.result("\(name): \(now) → \(newest)") }
        if let moved { Console.result("\(name): the branch is at \(moved) now") }
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
