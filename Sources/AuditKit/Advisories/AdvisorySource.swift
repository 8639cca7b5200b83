import SafeFiles
import VendorKit

/// A folder of OSV entries, or a zip file of them as osv.dev publishes for each ecosystem.
struct AdvisorySource {
  /// The longest entry that is read.
  static let limitBytes = 16 << 20
  /// The most entries that are read.
  static let limitEntries = 5_000_000
  /// The deepest nesting of folders.
  static let limitDepth = 16

  let path: String

  /// Calls `body` with each `.json` file and its name, one in memory at a time, a folder in order.
  ///
  /// - Throws: `AuditError` if something cannot be read or a limit is exceeded.
  func forEachEntry(_ body: (_ name: String, _ json: [UInt8]) -> Void) throws(AuditError) {
    do {
      try forEachEntry(in: try DirectoryHandle(path: path), depth: 0, body)
    } catch {
      guard error.code == .notADirectory else { throw AuditError(error) }
      try forEachEntryOfZip(body)
    }
  }

  private func forEachEntry(
    in folder: DirectoryHandle, depth: Int, _ body: (String, [UInt8]) -> Void
  ) throws(FileError) {
    for entry in try folder.entries() {
      // No advisory has a name with control characters or backslashes.
      guard let name = try? entry.path() else { continue }
      switch entry.kind {
      case .directory where depth < Self.limitDepth:
        try forEachEntry(in: try folder.subdirectory(name), depth: depth + 1, body)
      case .file where name.bytes.suffix(5).elementsEqual(".json".utf8):
        body(
          "\(folder.name)/\(entry)", try folder.readFile(name, limitBytes: Self.limitBytes))
      default: continue
      }
    }
  }

  private func forEachEntryOfZip(_ body: (String, [UInt8]) -> Void) throws(AuditError) {
    do {
      try ArchiveHandle.forEachFile(
        inZip: path, named: ".json", limitBytes: Self.limitBytes, limitEntries: Self.limitEntries,
        body)
    } catch let error as VendorError {
      throw AuditError(
        path, error.problem, remedy: error.remedy ?? "name a folder or zip of OSV entries")
    } catch {
      throw AuditError(path, "cannot be read: \(error)")
    }
  }
}
