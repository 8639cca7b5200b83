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

  @Argument(help: "The packages. (default: all)", completion: Completions.packages)
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
    let packages = try await vendoring.outdated(names, prereleases: prereleases)
    if json {
      Console.result(["schema": 1, "packages": .array(packages.map(\.json))])
    } else {
      for package in packages { package.print() }
    }
    if packages.contains(where: { $0.status == .failed }) { throw ExitStatus.failed }
    if packages.contains(where: { $0.status == .outdated }) { throw ExitStatus.found }
  }
}

extension Vendoring.Standing {
  fileprivate enum Status: String { case current, outdated, unknown, failed }

  fileprivate var status: Status {
    switch news {
    case .failure: .failed
    case .success where asked == nil: .unknown
    case .success(let news): news.isEmpty ? .current : .outdated
    }
  }

  /// The package in the JSON document, schema 1.
  fileprivate var json: JSON {
    var values: [String: JSON] = [:]
    switch news {
    case .failure(let error): values["problem"] = .string("\(error)")
    case .success where asked == nil: values["problem"] = .string(package.type.reasonNotAsked)
    case .success(let news):
      for item in news {
        switch item {
        case .newer(let version): values["newest"] = .string(version)
        case .moved(let commit): values["moved"] = .string(commit)
        case .retagged(let commit): values["retagged"] = .string(commit)
        case .replaced(let digest): values["replaced"] = .string(digest.hex)
        }
      }
    }
    return [
      "name": .string(package.name),
      "version": package.version.map(JSON.string),
      "commit": package.commit.map(JSON.string),
      "asked": asked.map(JSON.string),
      "status": .string(status.rawValue),
      "newest": values["newest"],
      "moved": values["moved"],
      "retagged": values["retagged"],
      "replaced": values["replaced"],
      "problem": values["problem"],
    ]
  }

  fileprivate func print() {
    let name = package.name
    let now = package.version ?? package.commit ?? "the pinned version"
    switch news {
    case .failure(let error): Console.message(name, "\(error)")
    case .success where asked == nil:
      Console.message(
        name, "cannot be checked for newer versions: it \(package.type.reasonNotAsked)")
    case .success([]): Console.result("\(name): \(now) is the newest")
    case .success(let news):
      for item in news {
        switch item {
        case .newer(let version): Console.result("\(name): \(now) → \(version)")
        case .moved(let commit): Console.result("\(name): the branch is now at \(commit)")
        case .retagged(let commit):
          Console.result(
            "\(name): the tag was moved to \(commit); \(package.commit ?? "") is pinned")
        case .replaced(let digest):
          Console.result("\(name): the file at \(asked ?? "") was replaced: \(digest.pin)")
        }
      }
    }
  }
}
