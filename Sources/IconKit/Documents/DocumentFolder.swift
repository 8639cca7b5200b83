public import SafeFiles

/// The output folder, with the documents in it that new ones are merged into.
public struct DocumentFolder {
  private let output: String
  private let handle: DirectoryHandle?

  /// The folder at `output`, which need not exist.
  ///
  /// - Throws: `FileError` when it exists and cannot be opened.
  public init(_ output: String) throws(FileError) {
    self.output = output
    handle = try ifPresent { () throws(FileError) in try DirectoryHandle(path: output) }
  }

  /// The files of the documents of `set`.
  ///
  /// - Parameters:
  ///   - subfolder: where the set goes; nil for the folder itself.
  ///   - moved: documents that have another place than the set's, by their usual one.
  ///   - others: files that the same run writes, which stand for those in the folder.
  /// - Throws: `IconError` when an existing folder is of another kind than the set needs,
  ///   `FileError` when it cannot be read.
  public func files(
    of set: IconSet, below subfolder: RelativePath?,
    moved: [RelativePath: RelativePath] = [:], _ inputs: IconInputs,
    after others: [RelativePath: IconFile] = [:]
  ) throws -> [IconFile] {
    let text = DocumentText(set, inputs)
    return try set.documents.map { document in
      let usual = subfolder?.appending(document.path) ?? document.path
      let path = moved[usual] ?? usual
      if document.kind == .drawing {
        guard let drawing = inputs.drawing else {
          preconditionFailure("only a set of a master with an SVG has it")
        }
        return IconFile(path: path, bytes: drawing.bytes)
      }
      let existing =
        try others[path]?.bytes
        ?? handle.flatMap { handle in
          try ifPresent { () throws(FileError) in try handle.readFile(path, limitBytes: 16 << 20) }
        }
      if existing == nil { try checkIsNew(path.parent, document) }
      // An entry for a file that was excluded stays where its owner has put one there.
      let gone = try set.excluded.filter { excluded in
        try excluded.parent == document.path.parent
          && handle?.statusIfPresent(of: subfolder?.appending(excluded) ?? excluded) == nil
      }
      let bytes = try text.bytes(
        of: document, replacing: existing, without: Set(gone.map(\.lastComponent.description)),
        location: location(of: path))
      return IconFile(path: path, bytes: bytes)
    }
  }

  private func location(of path: RelativePath) -> String {
    output == "." ? path.description : "\(output)/\(path)"
  }

  /// Refuses a folder that has contents but no Contents.json, because it is not part of a
  /// catalog.
  private func checkIsNew(_ folder: RelativePath?, _ document: Preset.Document) throws {
    guard let noun = DocumentText.noun(document), let folder, let handle,
      try handle.statusIfPresent(of: folder)?.kind == .directory,
      try !handle.subdirectory(folder).entries().isEmpty
    else { return }
    throw IconError(
      .unwritable, location(of: folder), "has no Contents.json, so it is not \(noun)",
      remedy: "choose another output folder, or move its contents away")
  }
}
