import ArgumentParser
import AuditKit
import SafeFiles
import VendorKit

/// `assetkit vendor review`: records that a package was reviewed in its current state.
struct VendorReview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Record that a package was reviewed in its current state.",
    discussion: """
      Appends a block with the package's tree digest to assetkit.toml at the root and leaves the \
      rest of it as it is. When the package changes, the review expires and 'audit' reports it.
      """)

  @Argument(help: "The package.", completion: Completions.packages)
  var name: String

  @Option(help: ArgumentHelp("What was reviewed and what was found.", valueName: "text"))
  var note: String

  func validate() throws {
    if !note.contains(where: { !$0.isWhitespace }) { throw ValidationError("--note is empty.") }
    let isPlain = note.unicodeScalars.allSatisfy {
      $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
    }
    if !isPlain || note.utf8.count > 4096 {
      throw ValidationError("--note must be at most 4096 bytes without control characters.")
    }
  }

  func run() throws {
    let root = try VendorRoot.settled()
    let lock = try Lock(in: root)
    let package = try lock.package(named: name)
    // The tree must match the digest that the review records.
    let verification = try Verification(of: root, against: lock, named: [name])
    guard verification.isIntact else {
      throw AuditError(
        name, "differs from vendor.lock; no review was recorded",
        remedy: "run 'assetkit vendor verify \(name)'")
    }
    _ = try ProjectFile(in: root).policy()
    let path = RelativePath(known: ProjectFile.name)
    let text =
      try root.statusIfPresent(of: path) == nil
      ? [] : try root.readFile(path, limitBytes: 16 << 20)
    let result = PolicyFile.appendingReview(
      to: text, package: package.name, tree: package.tree.pin, note: note)
    _ = try PolicyFile.policy(in: try ProjectFile.document(of: result))
    let output = try StagedOutput(directory: root.name)
    try output.write(result, to: path)
    try output.commit()
    Console.message("vendor review", "\(name): recorded for \(package.tree.pin)")
  }
}
