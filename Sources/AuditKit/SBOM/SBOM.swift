import BroadcastPool
import SafeFiles
public import VendorKit

/// A software bill of materials of the vendored packages.
///
/// Nothing in it depends on the machine, the day or chance: two runs give the same bytes.
public struct SBOM: Sendable {
  /// A package with its files and their licences.
  struct Component: Sendable {
    let package: Lock.Package
    let licences: LicenceSummary
    let files: [File]

    /// The declared licence; nil if there is none or it is not a valid expression.
    var declared: LicenseExpression? {
      guard let text = package.license, let expression = try? LicenseExpression(parsing: text),
        expression.unlistedNames.isEmpty
      else { return nil }
      return expression
    }

    /// The licences of all files together, if all are on the SPDX list.
    var concluded: LicenseExpression? {
      licences.concluded.flatMap { $0.unlistedNames.isEmpty ? $0 : nil }
    }
  }

  /// A committed file.
  struct File: Sendable {
    let path: RelativePath
    let sha256: SHA256Digest
    /// Required by SPDX 2.3; nothing here relies on it for security.
    let sha1: SHA1Digest
  }

  let components: [Component]
  let lockDigest: SHA256Digest
  let toolVersion: String
  /// The creation time, RFC 3339 in UTC; nil to leave it out.
  let timestamp: String?

  /// The SBOM of everything in a lock.
  ///
  /// - Parameter timestamp: RFC 3339 in UTC, or nil.
  /// - Throws: `FileError` and `VendorError` for lists and files that cannot be read, `AuditError`
  ///   for a tree that differs from the lock, of which an SBOM would be false.
  public init(
    of lock: Lock, in context: AuditContext, toolVersion: String, timestamp: String?,
    threads: Int? = nil
  ) throws {
    let summaries = try LicenceSummary.summaries(in: context, threads: threads)
    components = try zip(lock.packages, summaries).map { package, summary in
      let list = try FileList(pinnedBy: package, in: context.root)
      let files = try Self.files(of: list, package, context, threads)
      return Component(package: package, licences: summary, files: files)
    }
    lockDigest = SHA256.digest(of: lock.text)
    self.toolVersion = toolVersion
    self.timestamp = timestamp
  }

  private static func files(
    of list: FileList, _ package: Lock.Package, _ context: AuditContext, _ threads: Int?
  ) throws -> [File] {
    try list.entries.mapSideBySide(threads: threads, batchSize: 16, name: "sbom") { entry, _ in
      guard case .file(let digest, _) = entry.content else { return nil }
      let path = package.path.appending(entry.path)
      let both = try FileDigests(of: try context.root.openFile(path))
      guard both.sha256 == digest else {
        throw AuditError(
          path.description, "differs from vendor.lock; no SBOM was written",
          remedy: "run 'assetkit vendor verify' to see the differences")
      }
      return File(path: path, sha256: digest, sha1: both.sha1)
    }.compactMap { $0 }
  }
}

/// The SHA-1 and SHA-256 digests of a file, computed in one pass.
private struct FileDigests {
  let sha256: SHA256Digest
  let sha1: SHA1Digest

  init(of file: OpenFile) throws {
    var wide = SHA256()
    var narrow = SHA1()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try file.read(into: buffer)
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      wide.update(bytes)
      narrow.update(bytes)
      if count < buffer.count { break }
    }
    sha256 = wide.finish()
    sha1 = narrow.finish()
  }
}
