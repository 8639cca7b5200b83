import Findings
import ProofKit
import SafeFiles
import VendorKit

/// The claim about vendored packages: `vendor verify`, then `vendor rebuild`, each package by itself.
struct VendoredProof {
  private(set) var claim: Proof.Claim
  private(set) var packages: [Proof.Package] = []
  /// The files of packages that were rebuilt and those that pin them, from the project's root.
  private(set) var roles: [RelativePath: FileCensus.Role] = [:]

  /// Checks the packages of `root`.
  ///
  /// - Parameter part: what `vendor verify` came to.
  init(
    of root: DirectoryHandle, part: CheckPart, sources: SourceOptions, scratch: ScratchFolder
  ) async throws {
    switch part.outcome {
    case .absent(let reason):
      claim = Proof.Claim(.vendored, .notCovered, reason)
      return
    case .failed(let error):
      claim = Proof.Claim(
        .vendored, .notProven, "could not be checked", findings: [error.sentence])
      return
    case .ran: break
    }
    let lock = try Lock(in: root)
    let findings = part.findings.map { $0.line() }
    roles[RelativePath(known: Lock.fileName)] = .pin
    let rebuilt = try await Vendoring(rebuilding: root, sources: sources, scratch: scratch)
      .rebuild([], scratch: scratch.subfolder("rebuilt"))
    claim = Proof.Claim(.vendored, .proven, "")
    for (package, rebuilt) in zip(lock.packages, rebuilt) {
      packages.append(try proof(of: package, rebuilt, lock: lock, root: root))
    }
    claim = Self.claim(packages, findings, hasFailed: part.state != "passed")
  }

  private static func claim(
    _ packages: [Proof.Package], _ findings: [String], hasFailed: Bool
  ) -> Proof.Claim {
    let states = Set(packages.map(\.state))
    let proven = packages.filter { $0.state == .proven }
    let files = Console.count(proven.reduce(0) { $0 + $1.fileCount }, "file")
    let result =
      proven.count == packages.count
      ? "Archive, selection and patches give every byte of \(files) in "
        + Console.count(packages.count, "package")
      : "\(proven.count) of \(Console.count(packages.count, "package")) could be rebuilt byte for byte"
    let state: Proof.State =
      states.contains(.notProven)
      ? .notProven : states.contains(.found) || hasFailed ? .found : .proven
    return Proof.Claim(.vendored, state, result, findings: findings)
  }

  private mutating func proof(
    of package: Lock.Package, _ rebuilt: Vendoring.Rebuilt, lock: Lock, root: DirectoryHandle
  ) throws -> Proof.Package {
    var problems = rebuilt.problems + rebuilt.files
    var state: Proof.State = rebuilt.isProven ? .proven : .found
    if let missing = rebuilt.missing {
      problems.append("not proven: its source is not here: \(missing)")
      state = .notProven
    }
    let origin = try Origin(of: package, in: root, lock: lock)
    problems += origin.problem.map { [$0] } ?? []
    if origin.problem != nil, state == .proven { state = origin.isCircular ? .notProven : .found }
    // A list that cannot be read has been reported by 'vendor verify'.
    let list = try? FileList(pinnedBy: package, in: root)
    let paths = (list?.entries ?? []).map { package.path.appending($0.path) }
    for path in paths { roles[path] = state == .proven ? .vendored : .unproven }
    for path in [package.sumsPath] + package.patches.map(\.path) + [origin.file].compactMap(\.self)
    {
      roles[path] = .pin
    }
    return Proof.Package(
      name: package.name, version: package.version, source: package.resolvedSource,
      pin: package.archiveDigest?.pin ?? package.commit.map { "commit \($0)" },
      license: package.license, origin: rebuilt.missing == nil ? origin.words : "not here",
      fileCount: paths.count,
      byteCount: try paths.reduce(0) { sum, path in
        sum + Int(try root.statusIfPresent(of: path)?.size ?? 0)
      },
      patches: package.patches.map { .init($0.path.description, sha256: $0.digest.hex) },
      state: state, problems: problems)
  }
}

/// Where a package's source was found.
private struct Origin {
  var words: String
  /// The archive in the repository.
  var file: RelativePath?
  /// What is wrong with it.
  var problem: String?
  /// Whether the source is itself among the files that it should prove.
  var isCircular = false

  init(of package: Lock.Package, in root: DirectoryHandle, lock: Lock) throws {
    words = "the cache or a mirror, by its digest"
    let isPath = try SourceAddress(package.resolvedSource, of: package.type).isPath
    // A source outside the project is not in the repository, whatever is there on this machine.
    guard isPath, let path = try? RelativePath(package.resolvedSource) else {
      if package.type == .directory {
        words = "a folder of this machine"
        problem = "its source is a folder outside of the repository, which nothing pins"
        isCircular = true
      }
      return
    }
    if package.type == .directory {
      words = "the folder \(path) of this commit, of which it is a copy; nothing pins that folder"
      let copies = lock.packages.filter { $0.type == .directory }
      isCircular = copies.contains { path.isInside($0.path) || $0.path.isInside(path) }
      problem =
        isCircular ? "its source, \(path), is itself a copy that this would have to prove" : nil
    } else if package.type == .archive, try root.statusIfPresent(of: path)?.kind == .file {
      let found = try FileDigest.sha256(of: path, in: root).hex
      if found == package.archiveDigest?.hex {
        words = "\(path), in this commit"
        file = path
      } else {
        problem = "\(path) is not the pinned archive: it has sha256:\(found)"
      }
    }
  }
}

extension Reportable {
  /// The failure on one line.
  var sentence: String {
    remedy.map { "\(location): \(problem); \($0)" } ?? "\(location): \(problem)"
  }
}
