import CDynamicLibraries
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
    let library: libarchive
    do {
      library = try LibArchive.functions()
    } catch {
      throw AuditError(error.location, error.problem, remedy: error.remedy)
    }
    guard let archive = library.archive_read_new() else {
      throw AuditError(path, "cannot be read: out of memory")
    }
    defer { _ = library.archive_read_free(archive) }
    _ = library.archive_read_support_format_zip_seekable(archive)
    guard library.archive_read_open_filename(archive, path, 1 << 16) == LIBARCHIVE_OK else {
      throw failure(of: archive, library)
    }
    var entry: OpaquePointer?
    for _ in 0..<Self.limitEntries {
      let status = library.archive_read_next_header(archive, &entry)
      if status == LIBARCHIVE_EOF { return }
      guard status == LIBARCHIVE_OK, let entry else { throw failure(of: archive, library) }
      guard let cName = library.archive_entry_pathname(entry) else { continue }
      let name = String(cString: cName)
      guard name.hasSuffix(".json") else { continue }
      body(name, try contents(of: archive, name: name, library))
    }
    throw AuditError(
      path, "contains more than \(Self.limitEntries) entries", remedy: "split the database")
  }

  private func contents(
    of archive: OpaquePointer, name: String, _ library: libarchive
  ) throws(AuditError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: 1 << 16))
      let count = bytes.withUnsafeMutableBytes { buffer in
        library.archive_read_data(
          archive, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      guard count >= 0 else { throw failure(of: archive, library) }
      bytes.removeLast((1 << 16) - count)
      if count == 0 { return bytes }
      guard bytes.count <= Self.limitBytes else {
        throw AuditError(
          path, "\(name) is too large: expected at most \(Self.limitBytes) bytes",
          remedy: "check that the file is an advisory database")
      }
    }
  }

  private func failure(of archive: OpaquePointer, _ library: libarchive) -> AuditError {
    let reason =
      library.archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    return AuditError(
      path, "cannot be read as a zip: \(reason)", remedy: "name a folder or zip of OSV entries")
  }
}
