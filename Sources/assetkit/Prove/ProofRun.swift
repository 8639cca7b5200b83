import Findings
import ProjectKit
import ProofKit
import SafeFiles
import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Proves HEAD: reads it, checks it, rebuilds its packages and builds it twice.
struct ProofRun {
  let sources: SourceOptions
  let threads: Int?
  /// Called with one line as each step begins.
  let progress: (String) -> Void

  /// What came of it.
  struct Result {
    let proof: Proof
    /// The signal that ended the builds early, if any.
    let interruption: Int32?
  }

  /// Runs everything; what it makes on the way is removed when it returns.
  ///
  /// - Throws: `VendorError` outside of a repository, `ProjectError` where HEAD has nothing to prove.
  func result() async throws -> Result {
    let interrupts = Interrupts.hold()
    var isHeld = true
    defer { if isHeld { interrupts.release() } }
    let head = try await HeadSnapshot()
    progress(
      "\(Console.count(head.tree.entries.count, "path")) of commit \(head.tree.commit.prefix(12))")
    guard let project = try head.project() else {
      throw ProjectError(
        "prove", "HEAD has nothing to prove: no vendor.lock and no assetkit.toml",
        remedy: "run 'assetkit init' and commit what it writes, or name the project with -C")
    }
    let root = project.isEmpty ? head.folder.name : "\(head.folder.name)/\(project)"
    let checked = try await WorkingDirectory.inside(root) { try await checks(head) }
    interrupts.release()
    isHeld = false
    let build = try await build(checked.settings, project, head)
    let claims = [checked.vendored.claim, checked.icons.claim, checked.audit, build.claim]
    guard claims.contains(where: { $0.state != .notCovered }) else {
      throw ProjectError(
        "prove",
        "HEAD has nothing to prove: " + claims.map(\.result).joined(separator: "; "),
        remedy: "vendor something, describe icons, or add [build] to assetkit.toml")
    }
    let roles = checked.vendored.roles.merging(checked.icons.roles) { first, _ in first }
    var proof = Proof(
      name: head.repository.top.split(separator: "/").last.map {
        Printable.text(of: Array($0.utf8))
      }
        ?? "/",
      commit: .init(
        id: head.tree.commit, date: ProvingMachine.timestamp(head.tree.date),
        isSigned: head.tree.isSigned),
      folder: project, claims: claims,
      files: census(head, roles: roles, project: project),
      tool: "assetkit \(ProgramVersion.text)")
    proof.packages = checked.vendored.packages
    proof.iconSets = checked.icons.sets
    proof.build = build.build
    proof.remarks = try await head.remarks(project: project)
    proof.environment = ProvingMachine.facts()
    return Result(proof: proof, interruption: build.interruption)
  }

  private struct Checked {
    var vendored: VendoredProof
    var icons: IconProof
    var audit: Proof.Claim
    var settings: BuildSettings?
  }

  /// What needs no build, in the project's folder of the snapshot.
  private func checks(_ head: HeadSnapshot) async throws -> Checked {
    let root = try DirectoryHandle(path: ".")
    let file = try ProjectFile(in: root)
    progress("checking")
    let parts = try await RepositoryCheck(threads: threads).parts()
    func part(_ name: String) -> CheckPart {
      guard let part = parts.first(where: { $0.name == name }) else {
        preconditionFailure("there is a check of that name")
      }
      return part
    }
    progress("rebuilding")
    let vendored = try await VendoredProof(
      of: root, part: part("vendor"), sources: sources, scratch: head.scratch)
    let icons = try IconProof(of: file, part: part("icons"), threads: threads)
    return Checked(
      vendored: vendored, icons: icons, audit: Self.audit(part("audit")),
      settings: try file.build())
  }

  private static func audit(_ part: CheckPart) -> Proof.Claim {
    switch part.outcome {
    case .absent(let reason): Proof.Claim(.audit, .notCovered, reason)
    case .failed(let error):
      Proof.Claim(.audit, .notProven, "could not be checked", findings: [error.sentence])
    case .ran(let result):
      Proof.Claim(
        .audit, result.hasFailed ? .found : .proven,
        result.hasFailed
          ? "\(result.extent) break the policy" : "\(result.extent) keep the policy",
        findings: result.findings.map { $0.line() })
    }
  }

  private func build(
    _ settings: BuildSettings?, _ project: String, _ head: HeadSnapshot
  ) async throws -> BuildProof {
    guard let settings else { return BuildProof(absent: "assetkit.toml has no [build]") }
    progress("building twice: \(settings.command)")
    let top = head.repository.top
    return BuildProof(
      of: settings, in: project.isEmpty ? top : "\(top)/\(project)", commit: head.tree.commit,
      progress: progress)
  }

  /// Every path of HEAD by what is known of it.
  private func census(
    _ head: HeadSnapshot, roles: [RelativePath: FileCensus.Role], project: String
  ) -> FileCensus {
    let folder = project.isEmpty ? nil : RelativePath(known: project)
    var known: [RelativePath: FileCensus.Role] = [:]
    for (path, role) in roles { known[folder?.appending(path) ?? path] = role }
    let settings = RelativePath(known: ProjectFile.name)
    known[folder?.appending(settings) ?? settings] = .pin
    return FileCensus(
      head.tree.entries.indices.map { index in
        let entry = head.tree.entries[index]
        return FileCensus.File(
          Printable.text(of: entry.path), byteCount: head.surveys[index].byteCount,
          role: role(of: index, in: head, known: known))
      })
  }

  private func role(
    of index: Int, in head: HeadSnapshot, known: [RelativePath: FileCensus.Role]
  ) -> FileCensus.Role {
    let entry = head.tree.entries[index]
    if entry.kind == .submodule { return .unexplained(.submodule) }
    guard let path = entry.relativePath else { return .unexplained(.unusablePath) }
    if case .leavingLink = head.written[index] { return .unexplained(.leavingLink) }
    if let role = known[path] { return role }
    if entry.kind == .link { return .text }
    let name = String(decoding: path.lastComponent.bytes, as: UTF8.self)
    return head.surveys[index].unexplained(named: name).map { .unexplained($0) } ?? .text
  }
}
