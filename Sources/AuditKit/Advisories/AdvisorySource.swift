import SafeFiles
import VendorKit

/// OSV entries: a folder of them, a zip file as osv.dev publishes for each ecosystem, or a folder of such
/// zips.
struct AdvisorySource {
  /// The longest entry that is read.
  static let limitBytes = 64 << 20
  /// The most entries that are read of one zip.
  static let limitEntries = 5_000_000
  /// The most bytes that are unpacked of one zip.
  static let limitUnpackedBytes = 64 << 30
  /// The deepest nesting of folders.
  static let limitDepth = 16

  let path: String

  /// What is found in a source, in order.
  enum Item {
    /// An entry with its name, and the zip or the folder that it is in.
    case entry(name: String, json: [UInt8], file: String)
    /// A file that should be an entry, but is too long or not JSON.
    case unreadable(name: String)
    /// A zip of the folder that cannot be read, or not to its end.
    case damaged(zip: String, problem: String)
  }

  /// Calls `body` with each item, one in memory at a time.
  ///
  /// Of a folder, a zip that cannot be read or that exceeds a limit is an item, and the others are read.
  ///
  /// - Throws: `AuditError` if the source itself, or a folder or an entry in it, cannot be read.
  func forEachItem(_ body: (Item) -> Void) throws(AuditError) {
    do {
      try forEachItem(in: try DirectoryHandle(path: path), path, depth: 0, body)
    } catch let error as FileError {
      guard error.code == .notADirectory else { throw AuditError(error) }
      try forEachEntryOfZip(path, body)
    } catch let error as AuditError {
      throw error
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func forEachItem(
    in folder: DirectoryHandle, _ path: String, depth: Int, _ body: (Item) -> Void
  ) throws {
    for entry in try folder.entries() {
      // No advisory has a name with control characters or backslashes.
      guard let name = try? entry.path() else { continue }
      let place = "\(path)/\(entry)"
      func ends(in suffix: String) -> Bool {
        name.bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      }
      switch entry.kind {
      case .directory where depth < Self.limitDepth:
        try forEachItem(in: try folder.subdirectory(name), place, depth: depth + 1, body)
      case .file where ends(in: ".json"):
        let file = try folder.openFile(name)
        guard try file.status().size <= Self.limitBytes else {
          body(.unreadable(name: place))
          continue
        }
        let json = try file.readAll(limitBytes: Self.limitBytes)
        body(.entry(name: place, json: json, file: self.path))
      case .file where ends(in: ".zip"):
        do throws(AuditError) { try forEachEntryOfZip(place, body) } catch {
          body(.damaged(zip: place, problem: error.problem))
        }
      case .file where ends(in: ".yaml") || ends(in: ".yml"): body(.unreadable(name: place))
      default: continue
      }
    }
  }

  private func forEachEntryOfZip(_ zip: String, _ body: (Item) -> Void) throws(AuditError) {
    var isEmpty = true
    do {
      try ArchiveHandle.forEachFile(
        inZip: zip, named: ".json", limitBytes: Self.limitBytes, limitEntries: Self.limitEntries,
        limitUnpackedBytes: Self.limitUnpackedBytes
      ) { name, json in
        isEmpty = false
        body(
          json.map { .entry(name: name, json: $0, file: zip) }
            ?? .unreadable(name: "\(zip): \(name)"))
      }
    } catch let error as VendorError {
      throw AuditError(
        zip, error.problem, remedy: error.remedy ?? "name a folder or zip of OSV entries")
    } catch {
      throw AuditError(zip, "cannot be read: \(error)")
    }
    if isEmpty {
      throw AuditError(
        zip, "contains no advisory", remedy: "download it again, as a zip of OSV entries")
    }
  }
}
