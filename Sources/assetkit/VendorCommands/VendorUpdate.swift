import ArgumentParser
import Findings
import SafeFiles
import VendorKit

/// `assetkit vendor update`: updates packages.
struct VendorUpdate: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch packages from upstream again and report what changed.",
    discussion: """
      All packages of a run change together or none does. The patches are reapplied; if any no \
      longer applies, nothing changes and each hunk that does not fit is reported.
      """)

  @Argument(help: "The packages; NAME=VERSION for a new version.")
  var names: [String] = []

  @Flag(help: "Update every package.")
  var all = false

  @Option(name: .customLong("to"), help: "The new version; replaces '{version}' in the source.")
  var version: String?

  @Option(help: "A new source.")
  var source: String?

  @OptionGroup var intent: IntentOptions
  @OptionGroup var origin: OriginOptions

  @Flag(help: "Forget the signature and the key that are pinned.")
  var unsigned = false

  @Option(help: ArgumentHelp("A patch to drop; may be repeated.", valueName: "file"))
  var dropPatch: [String] = []

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws {
    if all != names.isEmpty {
      throw ValidationError(
        all ? "--all cannot be combined with names." : "Name the packages, or give --all.")
    }
    let packages = targets.map(\.name)
    if Set(packages).count < packages.count {
      throw ValidationError("A package is named more than once.")
    }
    if targets.contains(where: { $0.version?.isEmpty == true }) {
      throw ValidationError("A version is missing after '='.")
    }
    var forOne = intent.namesForOnePackage + origin.namesForOnePackage
    if version != nil { forOne.append("--to") }
    if source != nil { forOne.append("--source") }
    if !dropPatch.isEmpty { forOne.append("--drop-patch") }
    if unsigned { forOne.append("--unsigned") }
    if unsigned, origin.signature != nil {
      throw ValidationError("--unsigned and --signature exclude each other.")
    }
    if all || names.count > 1, let option = forOne.first {
      throw ValidationError(
        "\(option) needs exactly one package; "
          + "several can be given new versions as NAME=VERSION.")
    }
    if version != nil, targets.contains(where: { $0.version != nil }) {
      throw ValidationError("The version is given twice: by --to and after '='.")
    }
  }

  /// A package and the version that follows its name.
  private struct Target {
    var name: String
    var version: String?
  }

  private var targets: [Target] {
    names.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Target(name: String(parts[0]), version: parts.count > 1 ? String(parts[1]) : nil)
    }
  }

  func run() async throws {
    let root = try VendorRoot.settled()
    let vendoring = try Vendoring(root: root, sources: sources, network: network, change: change)
    let lock = try Lock(in: root)
    let updates = try (all ? lock.packages.map { Target(name: $0.name) } : targets).map { target in
      let package = try lock.package(named: target.name)
      var update = Vendoring.Update(target.name)
      update.intent = try intent.values()
      update.intent.version = target.version ?? version
      if let source {
        let place = try SourceArgument(
          source, ref: intent.ref ?? package.ref, type: intent.type)
        update.intent.source = try place.written(from: root)
        update.intent.type = place.type
      }
      update.archiveDigest = try intent.archiveDigest()
      update.patchFiles = intent.patch
      update.droppedPatches = dropPatch
      update.file = origin.from
      update.signature = origin.givenSignature
      update.forgetsSignature = unsigned
      return update
    }
    do {
      for updated in try await vendoring.update(updates) { Self.report(updated) }
    } catch let errors as VendorErrors {
      for error in errors.errors { Console.report(error) }
      throw ExitStatus.failed
    }
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
    if let signer = updated.after.signature?.signer {
      Console.result("\(name): signed by \(signer)")
    }
    let before = updated.before.version ?? updated.before.commit ?? "before"
    let after = updated.after.version ?? updated.after.commit ?? "now"
    Console.result(
      "\(name): \(before) → \(after), \(updated.bytesBefore) → \(updated.bytesAfter) bytes")
  }
}
