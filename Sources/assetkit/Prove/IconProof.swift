import Findings
import IconKit
import ProofKit
import SafeFiles

/// The claim about icons: what `icons --check` and `icons --lint` say, entry by entry.
struct IconProof {
  private(set) var claim: Proof.Claim
  private(set) var sets: [Proof.IconSet] = []
  /// The icons that were proven and their masters, from the project's root.
  private(set) var roles: [RelativePath: FileCensus.Role] = [:]

  /// Takes what `part` came to apart by the entries of the project in the current folder.
  init(of file: ProjectFile, part: CheckPart, threads: Int?) throws {
    switch part.outcome {
    case .absent(let reason):
      claim = Proof.Claim(.icons, .notCovered, reason)
      return
    case .failed(let error):
      claim = Proof.Claim(.icons, .notProven, "could not be checked", findings: [error.sentence])
      return
    case .ran: break
    }
    let run = try IconRun(file, threads: threads, isQuiet: true)
    let findings = part.findings.filter(\.isMoreThanNote)
    claim = Proof.Claim(.icons, .proven, "")
    for name in run.project?.names ?? [] {
      sets.append(
        try set(
          name, run.job.parts.filter { $0.name == name },
          drawing: run.project?.drawings.first { $0.entry == name },
          findings.filter { $0.entry == name }, root: file.root))
    }
    let count = sets.reduce(0) { $0 + $1.fileCount }
    let differences = findings.filter(Self.isDifference)
    let rest = findings.count - differences.count
    let result =
      (differences.isEmpty
        ? "\(Console.count(count, "file")) in \(Console.count(sets.count, "set")) "
          + "\(count == 1 ? "has" : "have") the pixels that the masters give"
        : "\(Console.count(differences.count, "file")) \(differences.count == 1 ? "is" : "are") not "
          + "what the masters give")
      + (rest == 0 ? "" : "; \(Console.count(rest, "finding")) by the rules of stores and devices")
    claim = Proof.Claim(
      .icons, count == 0 ? .notCovered : part.state == "passed" ? .proven : .found,
      count == 0 ? "the entries of [[icons]] make no file" : result,
      findings: findings.filter { $0.entry == nil }.map { $0.line() })
  }

  /// Whether a finding says that a file is not what its master gives, and not that a store has a rule.
  private static func isDifference(_ finding: Finding) -> Bool {
    CheckRules.all.contains { $0.id == finding.rule.id }
  }

  private mutating func set(
    _ name: String, _ parts: [IconJob.Part], drawing: RecordedDrawing?, _ findings: [Finding],
    root: DirectoryHandle
  ) throws -> Proof.IconSet {
    let paths = Set(parts.flatMap(\.paths))
    let inputs = Set(parts.flatMap(\.sources).flatMap(\.inputs.filesOnDisk)).sorted()
    var masters: [Proof.Pinned] = []
    for input in inputs {
      // Masters are named from the project's root, which is the current folder. One that is reached
      // through a link has no digest of its own here.
      guard let path = try? RelativePath(input),
        let status = try? root.statusIfPresent(of: path), status.kind == .file
      else { continue }
      let digest = try FileDigest.sha256(of: path, in: root)
      masters.append(.init(path.description, sha256: digest.hex, byteCount: digest.byteCount))
      roles[path] = .pin
    }
    if let drawing { roles[drawing.svg] = .pin }
    let isDerived = !findings.contains(where: Self.isDifference)
    for path in paths { roles[path] = isDerived ? .icon : .unproven }
    return Proof.IconSet(
      name: name, masters: masters, drawnFrom: drawing?.svg.description, fileCount: paths.count,
      state: paths.isEmpty ? .notCovered : findings.isEmpty ? .proven : .found,
      problems: findings.map { $0.line() })
  }
}
