import BroadcastPool
import SafeFiles
public import TextFormats
public import VendorKit

/// A software bill of materials of the vendored packages.
///
/// Nothing in it depends on the machine or chance: two runs with the same time give the same bytes.
/// What is not known is left out, or said to be unknown.
public struct SBOM: Sendable {
  let components: [Component]
  let subject: Subject
  /// Dependencies that are not vendored.
  let references: [Reference]
  let toolVersion: String
  /// The creation time, RFC 3339 in UTC.
  let timestamp: String
  /// The digest of what the SBOM is made from but ``vulnerabilities``; both make its identifiers unique.
  let identity: SHA256Digest
  /// The section `vulnerabilities` of a CycloneDX document; left out where it is empty.
  public var vulnerabilities: [JSON] = []

  /// The `bom-ref` of a vendored package in a CycloneDX document.
  public static func reference(toPackage name: String) -> String { "package:\(name)" }

  /// The SBOM of everything in a lock.
  ///
  /// - Parameters:
  ///   - references: dependencies that are not vendored.
  ///   - timestamp: when it is made.
  /// - Throws: `FileError` and `VendorError` for lists and files that cannot be read, `AuditError`
  ///   for a tree that differs from the lock, of which an SBOM would be false.
  public init(
    of lock: Lock, in context: AuditContext, subject: Subject, references: [Reference],
    toolVersion: String, timestamp: UTCTimestamp, threads: Int? = nil
  ) throws {
    let scan = try NoticesScan(of: context, orElse: Self.consequence, threads: threads)
    let fixes = PatchedVulnerabilities(in: context).patches
    components = try lock.packages.enumerated().map { index, package in
      let list = try FileList(pinnedBy: package, in: context.root)
      let (files, tree) = try Self.files(of: list, package, context, threads)
      return Component(
        package: package, licences: scan.summaries[index],
        copyright: Self.text(of: scan.copyrights[index]), files: files, tree: tree,
        listDigests: [
          ("SHA-256", SHA256.digest(of: list.text).hex),
          ("SHA-512", SHA512.digest(of: list.text).hex),
        ],
        patches: try package.patches.map { try Self.file(of: $0, context) },
        supplier: Organization(supplying: package),
        resolved: Dictionary(grouping: fixes[index].keys.sorted()) { id in
          fixes[index][id] ?? package.path
        })
    }
    let known = Set(lock.packages.map { $0.name.lowercased() })
    self.references = references.filter { !known.contains($0.name.lowercased()) }
    self.subject = subject
    self.toolVersion = toolVersion
    self.timestamp = timestamp.description
    let inputs = [
      String(decoding: lock.text, as: UTF8.self), "\(subject)", "\(references)", toolVersion,
      self.timestamp,
    ]
    identity = SHA256.digest(of: inputs.joined(separator: "\0").utf8)
  }

  /// Each holder once with all years, one a line; nil where nobody claims a copyright.
  private static func text(of copyrights: NoticesScan.Copyrights) -> String? {
    var register = CopyrightRegister()
    register.add(copyrights.main + copyrights.others)
    let lines = register.statements.map(\.description)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func files(
    of list: FileList, _ package: Lock.Package, _ context: AuditContext, _ threads: Int?
  ) throws -> (files: [File], tree: SHA1Digest) {
    typealias Result = (file: File?, entry: GitObjectID.Entry)
    let results: [Result] = try list.entries.mapSideBySide(
      threads: threads, batchSize: 16, name: "sbom"
    ) { entry, _ in
      let path = package.path.appending(entry.path)
      switch entry.content {
      case .link(let target):
        return (
          nil, GitObjectID.Entry(path: entry.path, mode: .link, id: GitObjectID.blob(target))
        )
      case .file(let digest, let isExecutable):
        let digests = try FileDigests(at: path, in: context.root)
        guard digests.sha256 == digest else { throw Self.difference(at: path) }
        return (
          File(path: path, isExecutable: isExecutable, sha256: digest, sha1: digests.sha1),
          GitObjectID.Entry(
            path: entry.path, mode: isExecutable ? .executable : .file, id: digests.blob)
        )
      }
    }
    return (results.compactMap(\.file), GitObjectID.tree(of: results.map(\.entry)))
  }

  private static func file(of patch: Lock.Package.Patch, _ context: AuditContext) throws -> File {
    let digests = try FileDigests(at: patch.path, in: context.root)
    guard digests.sha256 == patch.digest else { throw difference(at: patch.path) }
    return File(
      path: patch.path, isExecutable: false, sha256: digests.sha256, sha1: digests.sha1)
  }

  private static let consequence = "no SBOM was written"

  private static func difference(at path: RelativePath) -> AuditError {
    AuditError(
      path.description, "differs from vendor.lock; \(consequence)",
      remedy: "run 'assetkit vendor verify' to see the differences")
  }
}

/// The digests of a file, computed in one pass.
private struct FileDigests {
  let sha256: SHA256Digest
  let sha1: SHA1Digest
  /// The id that git would give it.
  let blob: SHA1Digest

  init(at path: RelativePath, in root: DirectoryHandle) throws {
    let (file, status) = try root.openFileWithStatus(path)
    var wide = SHA256()
    var narrow = SHA1()
    var object = SHA1()
    GitObjectID.blobHeader(size: Int(clamping: status.size)).withUnsafeBytes { object.update($0) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try file.read(into: buffer)
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      wide.update(bytes)
      narrow.update(bytes)
      object.update(bytes)
      if count < buffer.count { break }
    }
    sha256 = wide.finish()
    sha1 = narrow.finish()
    blob = object.finish()
  }
}
