import ArgumentParser
import Findings
import SafeFiles
import VendorKit

/// `assetkit vendor update`: updates a package.
struct VendorUpdate: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch a package from upstream again and report what changed.",
    discussion: """
      The patches are reapplied; if one no longer applies, nothing changes and the hunk is reported.
      """)

  @Argument(help: "The package.")
  var name: String

  @Option(name: .customLong("to"), help: "The new version; replaces '{version}' in the source.")
  var version: String?

  @Option(help: "A new source.")
  var source: String?

  @Option(help: "git: a new branch, tag or commit.")
  var ref: String?

  @Option(help: ArgumentHelp("The SHA-256 that the archive must have.", valueName: "hex"))
  var sha256: String?

  @Option(help: ArgumentHelp("A patch to drop; may be repeated.", valueName: "file"))
  var dropPatch: [String] = []

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func run() async throws {
    let root = try VendorRoot.require()
    var vendoring = try Vendoring(root: root, sources: sources, network: network, change: change)
    vendoring.policy.allowsSymbolicLinks = true
    var update = Vendoring.Update()
    update.version = version
    update.source = try source.map {
      try SourceArgument($0, ref: ref, type: nil).written(from: root)
    }
    update.ref = ref
    update.archiveDigest = try sha256.map(SHA256Digest.init(argument:))
    update.droppedPatches = dropPatch
    Self.report(try await vendoring.update(name, update))
  }

  private static func report(_ updated: Vendoring.Updated) {
    let name = updated.after.name
    for remark in updated.remarks { Console.message(name, remark) }
    for hint in updated.hints { Console.message(name, hint.line(), remedy: hint.remedy) }
    for (mark, paths) in [
      ("added", updated.added), ("removed", updated.removed), ("changed", updated.changed),
    ] {
      for path in paths { Console.result("\(name): \(mark) \(path)") }
    }
    for path in updated.licenses { Console.result("\(name): licence text differs: \(path)") }
    if updated.isRepackedOnly {
      Console.result("\(name): re-packed upstream with the same files; the new archive is pinned")
    }
    let before = updated.before.version ?? updated.before.commit ?? "before"
    let after = updated.after.version ?? updated.after.commit ?? "now"
    Console.result(
      "\(name): \(before) → \(after), \(updated.bytesBefore) → \(updated.bytesAfter) bytes")
  }
}
