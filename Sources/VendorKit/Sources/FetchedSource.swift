public import SafeFiles

/// A source whose bytes are on this machine, checked against their pin, and not yet parsed.
///
/// The fetched files stay on the disk as long as this value exists.
public struct FetchedSource: Sendable {
  /// The digest of the archive's bytes; nil for a folder and for git.
  public private(set) var archiveDigest: SHA256Digest?
  /// The full commit id that the ref named; git only.
  public private(set) var commit: String?
  /// Remarks for the user, one line each: redirects followed, submodules left out.
  public private(set) var remarks: [String] = []

  let content: any SourceContent

  /// The archive's file; nil for a folder and for git.
  var archive: ArchiveFile? { (content as? ArchiveContent)?.file }

  /// Writes the selected files into an empty folder, digesting them on the way.
  ///
  /// All entries are checked before the first file is written. When this throws, the folder is
  /// empty again.
  /// - Parameters:
  ///   - directory: an empty folder; every write goes through its descriptor and follows no link.
  ///   - selection: the files to take.
  ///   - policy: limits, and whether links are allowed.
  ///   - remark: called with remarks on the selection.
  /// - Returns: the list of what was written.
  /// - Throws: `VendorError`: `refusedArchive`, naming the entry, `limit`, `invalidArgument` for
  ///   a selection that matches nothing, `inputOutput`; `FileError` when writing fails.
  public func stage(
    into directory: DirectoryHandle, selection: Selection, policy: StagingPolicy,
    remark: (String) -> Void = { _ in }
  ) async throws -> FileList {
    guard try directory.entries().isEmpty else {
      throw VendorError(.wouldLose, at: directory.name, "is not empty, so nothing is staged there")
    }
    let writer = StagingWriter(directory)
    do {
      try await content.write(selection: selection, policy: policy, to: writer)
      let list = try writer.finish()
      for text in writer.remarks { remark(text) }
      return list
    } catch {
      writer.removeEverything()
      throw (error as? Refusal)?.error(in: content.label) ?? error
    }
  }
}
