import ArgumentParser
import Findings
import SafeFiles
import VendorKit

/// `assetkit vendor update`: a new version of a package.
struct VendorUpdate: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Take a package from upstream anew and say what changed.",
    discussion: """
      The patches are applied again; where one no longer fits, nothing changes and the hunk is named.
      """)

  @Argument(help: "The package.")
  var name: String

  @Option(name: .customLong("to"), help: "The new version, put in place of '{version}'.")
  var version: String?

  @Option(help: "Another source.")
  var source: String?

  @Option(help: "git: another branch, tag or commit.")
  var ref: String?

  @Option(help: ArgumentHelp("Refuse an archive with any other digest.", valueName: "hex"))
  var sha256: String?

  @Option(help: ArgumentHelp("A patch to give up; may be repeated.", valueName: "file"))
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
