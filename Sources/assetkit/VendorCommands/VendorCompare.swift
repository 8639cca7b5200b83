import ArgumentParser
import AuditKit
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor compare`: compares a released archive with its repository.
struct VendorCompare: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare a package's archive with a tag of its repository.",
    discussion: """
      Names every file that is only in the archive, only in the repository, or differs in contents or \
      mode; build scripts and binaries first, then what tools generate for a release. Compares whole \
      archives: no selection, no patches. Without a network if the archive is in the cache and the \
      repository on this machine, or its commit in the cache.

      Exit status: 0 the same files, 1 something differs, 2 one of the two cannot be had.
      """)

  @Argument(help: "The package.", completion: Completions.packages)
  var name: String

  @Option(help: "The tag, branch or commit of the release.")
  var ref: String

  @Option(
    help: ArgumentHelp(
      "The repository: an address or a folder. (default: the package's own, if it is from git)",
      valueName: "git-url"))
  var source: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions

  /// A file with its role.
  private typealias Reviewed = (file: TreeComparison.File, role: FileRole)

  func run() async throws {
    let root = try VendorRoot.settled()
    let scratch = try ScratchFolder()
    let comparison = try await Vendoring(
      root: root, sources: sources, network: network, change: nil
    ).compare(name, ref: ref, repository: source, scratch: scratch.subfolder("compared"))
    let files = comparison.files.map { file -> Reviewed in
      (file, FileRole(name: file.path.lastComponent.description, head: file.head))
    }.sorted { ($0.role, $0.file.path) < ($1.role, $1.file.path) }
    if json {
      Console.result(document(comparison, files))
    } else {
      for remark in comparison.remarks { Console.message(name, remark) }
      for (file, role) in files {
        let why = file.explanation.map { " (\($0.rawValue))" } ?? ""
        Console.result("\(role.rawValue): \(Self.text(file.difference)): \(file.path)\(why)")
      }
      Console.message("vendor compare", summary(comparison))
    }
    if !comparison.files.isEmpty { throw ExitStatus.found }
  }

  private static func text(_ difference: TreeComparison.Difference) -> String {
    switch difference {
    case .onlyInArchive: "only in the archive"
    case .onlyInRepository: "only in the repository"
    case .contents: "contents differ"
    case .mode: "mode differs"
    }
  }

  private func summary(_ comparison: TreeComparison) -> String {
    let sides =
      "\(name), \(Console.count(comparison.archiveCount, "file")); \(ref) (\(comparison.commit)), "
      + Console.count(comparison.repositoryCount, "file")
    guard !comparison.files.isEmpty else { return "\(sides): the same" }
    let counts = TreeComparison.Difference.allCases.map { difference in
      (comparison.files.count { $0.difference == difference }, Self.text(difference))
    }
    return "\(sides): "
      + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// The JSON document, schema 1.
  private func document(_ comparison: TreeComparison, _ files: [Reviewed]) -> JSON {
    [
      "schema": 1, "package": .string(name), "ref": .string(ref),
      "commit": .string(comparison.commit), "same": .bool(files.isEmpty),
      "archive-files": .integer(comparison.archiveCount),
      "repository-files": .integer(comparison.repositoryCount),
      "remarks": .strings(comparison.remarks),
      "files": .array(
        files.map { file, role in
          [
            "path": .string(file.path.description), "role": .string(role.rawValue),
            "difference": .string(file.difference.rawValue),
            "explanation": file.explanation.map { .string($0.rawValue) },
          ]
        }),
    ]
  }
}
