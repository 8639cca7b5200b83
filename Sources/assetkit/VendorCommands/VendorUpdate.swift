import ArgumentParser
import AuditKit
import Findings
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor update`: updates packages.
struct VendorUpdate: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch packages from upstream again and report what changed.",
    discussion: """
      All packages of a run change together or none does. The patches are reapplied, also where \
      their lines have moved. If any no longer applies, nothing changes and each hunk that does not \
      fit is reported; --merge merges such patches.

      Exit status: 0 updated, 1 conflicts were staged, 2 failure.
      """)

  @Argument(help: "The packages; NAME=VERSION for a new version.", completion: Completions.packages)
  var names: [String] = []

  @Flag(help: "Update every package.")
  var all = false

  @Option(name: .customLong("to"), help: "The new version; replaces '{version}' in the source.")
  var version: String?

  @Option(help: "A new source.")
  var source: String?

  @OptionGroup var intent: IntentOptions
  @OptionGroup var origin: OriginOptions

  @Flag(
    help: """
      Forget the signature and the key that are pinned; with --signature and --key, for those.
      """)
  var unsigned = false

  @Option(help: ArgumentHelp("A patch to drop; may be repeated.", valueName: "file"))
  var dropPatch: [String] = []

  @Flag(
    help: """
      Merge a patch that no longer applies with upstream's changes; conflicts are staged outside \
      the project.
      """)
  var merge = false

  @Flag(
    name: .customLong("continue"),
    help: "Continue the update after its conflicts have been resolved.")
  var continues = false

  @Flag(help: "Discard an update whose conflicts have not been resolved.")
  var abort = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws {
    if continues || abort { return try validateContinuation() }
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
    if unsigned, origin.signature != nil, origin.key == nil {
      throw ValidationError("--unsigned forgets the key, so --signature needs --key FILE with it.")
    }
    if all || names.count > 1, let option = optionsForOnePackage.first {
      throw ValidationError(
        "\(option) needs exactly one package; "
          + "several can be given new versions as NAME=VERSION.")
    }
    if version != nil, targets.contains(where: { $0.version != nil }) {
      throw ValidationError("The version is given twice: by --to and after '='.")
    }
  }

  /// The given options that can only be meant for one package.
  private var optionsForOnePackage: [String] {
    let given: KeyValuePairs = [
      "--to": version != nil, "--source": source != nil, "--drop-patch": !dropPatch.isEmpty,
      "--unsigned": unsigned,
    ]
    return intent.namesForOnePackage + origin.namesForOnePackage
      + given.filter(\.value).map(\.key)
  }

  private func validateContinuation() throws {
    let name = continues ? "--continue" : "--abort"
    guard !(continues && abort), !all, !merge, names.isEmpty,
      optionsForOnePackage.isEmpty, intent.allowSymlinks == nil
    else {
      throw ValidationError("\(name) takes no packages and no options that change one.")
    }
    if abort, json { throw ValidationError("--json has no effect on --abort.") }
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
    if abort {
      try vendoring.abortMerge()
      return Console.message("vendor update", "discarded the staged conflicts")
    }
    if let packages = try vendoring.removeMergeThatIsOver() {
      Console.message(
        "vendor update",
        "the update of \(packages.joined(separator: ", ")) is done; its run was killed before it "
          + "removed the merge, which is removed now")
      if continues {
        if json {
          Console.result(["schema": 1, "status": "done", "names": .strings(packages)])
        }
        return
      }
    }
    if continues { return try await settle(root) { try await vendoring.continueMerge() } }
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
    try await settle(root) { try await vendoring.update(updates, merges: merge) }
  }

  /// Reports what came of an update.
  private func settle(
    _ root: DirectoryHandle, _ update: () async throws -> Vendoring.UpdateOutcome
  ) async throws {
    do {
      switch try await update() {
      case .updated(let packages): try report(packages, in: root)
      case .conflicts(let conflicts):
        report(conflicts)
        throw ExitStatus.found
      }
    } catch let errors as VendorErrors {
      for error in errors.errors { Console.report(error) }
      throw ExitStatus.failed
    }
  }

  private func report(_ packages: [Vendoring.Updated], in root: DirectoryHandle) throws {
    for updated in packages {
      let name = updated.after.name
      for remark in updated.remarks { Console.message(name, remark) }
      Console.hints(updated.hints, of: name)
      for problem in Identifiers.problems(in: updated.after) {
        Console.message(name, problem.text, remedy: problem.remedy)
      }
    }
    let reviews = try packages.map { try UpdateReview(of: $0, in: root) }
    if json {
      Console.result(
        ["schema": 1, "status": "updated", "packages": .array(reviews.map(\.json))])
    } else {
      let texts = reviews.map { $0.lines.joined(separator: "\n") }
      Console.result(texts.joined(separator: "\n\n"))
    }
  }

  private func report(_ conflicts: Vendoring.StagedConflicts) {
    for remark in conflicts.remarks { Console.message("vendor update", remark) }
    if json {
      Console.result(
        [
          "schema": 1, "status": "conflicts",
          "conflicts": .array(
            conflicts.files.map { file in
              [
                "package": .string(file.package), "patch": .string(file.patch.description),
                "path": .string(file.path.description),
                "staged": .string("\(file.folder)/\(file.path)"),
              ]
            }),
          "later": .strings(conflicts.later.map(\.description)),
          "remarks": .strings(conflicts.remarks),
        ])
      return
    }
    for file in conflicts.files {
      Console.result("\(file.folder)/\(file.path): in conflict with \(file.patch)")
    }
    for patch in conflicts.later {
      Console.result("\(patch): may be in conflict too, when its turn comes")
    }
    Console.message(
      "vendor update", "nothing has changed yet",
      remedy: "resolve the conflicts in these files, then run 'assetkit vendor update --continue'; "
        + "'assetkit vendor update --abort' discards them")
  }
}
