import SafeFiles

/// The output folder, with the documents in it that new ones are merged into.
struct DocumentFolder {
  private let output: String
  let handle: DirectoryHandle?

  /// The folder at `output`, which need not exist.
  ///
  /// - Throws: `FileError` when it exists and cannot be opened.
  init(_ output: String) throws(FileError) {
    self.output = output
    handle = try DirectoryHandle.existing(output)
  }

  /// A document that a run makes, or why it cannot.
  typealias Made = (path: RelativePath, file: Result<IconFile, IconError>)

  /// The documents of `set`.
  ///
  /// - Parameters:
  ///   - subfolder: where the set goes; nil for the folder itself.
  ///   - moved: documents that have another place than the set's, by their usual one.
  ///   - others: files that the same run writes, which stand for those in the folder.
  /// - Throws: `FileError` when the folder cannot be read.
  func documents(
    of set: IconSet, below subfolder: RelativePath?,
    moved: [RelativePath: RelativePath] = [:], _ inputs: IconInputs,
    after others: [RelativePath: IconFile] = [:]
  ) throws(FileError) -> [Made] {
    let text = DocumentText(set, inputs)
    var made: [Made] = []
    for document in set.documents {
      let usual = subfolder?.appending(document.path) ?? document.path
      let path = moved[usual] ?? usual
      if document.kind == .drawing {
        guard let drawing = inputs.drawing else {
          preconditionFailure("only a set of a master with an SVG has it")
        }
        made.append((path, .success(IconFile(path: path, bytes: drawing.bytes))))
        continue
      }
      let existing = if let other = others[path] { other.bytes } else { try bytes(at: path) }
      do throws(IconError) {
        if existing == nil { try checkIsNew(path.parent, document) }
        let bytes = try text.bytes(
          of: document, replacing: existing, isThere: { isThere($0, beside: path) },
          location: location(of: path))
        made.append((path, .success(IconFile(path: path, bytes: bytes))))
      } catch {
        made.append((path, .failure(error)))
      }
    }
    return made
  }

  /// The file at `path`; nil where there is none.
  func bytes(at path: RelativePath) throws(FileError) -> [UInt8]? {
    guard let handle else { return nil }
    return try ifPresent { () throws(FileError) in
      try handle.readFile(path, limitBytes: CatalogReader.limitBytes)
    }
  }

  private func isThere(_ name: String, beside document: RelativePath) -> Bool {
    guard let handle, let name = RelativePath(name: name) else { return false }
    // What cannot be examined is somebody's.
    return (try? handle.statusIfPresent(of: document.parent?.appending(name) ?? name)) != .some(nil)
  }

  private func location(of path: RelativePath) -> String {
    output == "." ? path.description : "\(output)/\(path)"
  }

  /// Refuses a folder that has contents but no Contents.json, because it is not part of a
  /// catalog.
  private func checkIsNew(
    _ folder: RelativePath?, _ document: Preset.Document
  ) throws(IconError) {
    // What is not a folder, or cannot be opened, is refused when something is written into it.
    guard let noun = document.noun, let folder,
      let entries = try? handle?.subdirectory(folder).entries(), !entries.isEmpty
    else { return }
    throw IconError(
      .unwritable, location(of: folder), "has no Contents.json, so it is not \(noun)",
      remedy: "restore its Contents.json, choose another output folder, or move its contents away")
  }
}
