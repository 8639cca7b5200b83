internal import SafeFiles

extension Vendoring {
  /// Rebuilds the package inside the transaction and re-reads the written files.
  ///
  /// - Returns: the package with its new pins, the lists, and the folder that contains the files.
  func stage(
    _ package: Lock.Package, from source: FetchedSource, patches: [Patch],
    in transaction: Transaction
  ) async throws -> (package: Lock.Package, result: Reconstruction.Result, folder: DirectoryHandle)
  {
    let folder = try transaction.stageDirectory(at: package.path)
    let result = try await reconstruction(of: package, patches: patches).run(source, into: folder)
    // Digest what is on the disk, not what was passed to the writer.
    let edits = try LocalEdits(in: folder, comparedWith: result.tree)
    guard edits.isEmpty else {
      throw VendorError(
        .changedMeanwhile, at: package.path.description,
        "does not contain what was written: \(edits.summary)", remedy: "check the disk for errors")
    }
    var package = package
    package.archiveDigest = source.archiveDigest
    package.commit = source.commit
    package.pristine = result.pristine.digest
    package.tree = result.tree.digest
    package.licenseFiles = result.licenseFiles
    try transaction.stageFile(result.tree.text, at: package.sumsPath)
    return (package, result, folder)
  }

  /// Throws when local edits would be lost.
  func refuseToLose(_ edits: LocalEdits, of package: Lock.Package, by command: String) throws {
    guard edits.wouldBeLost else { return }
    throw VendorError(
      .wouldLose, at: package.path.description, "has local edits: \(edits.summary)",
      remedy: "keep them with 'assetkit vendor patch \(package.name)', or discard them with "
        + "'assetkit vendor \(command) --force'")
  }

  /// Throws when a path is occupied by something that the lock does not list.
  func refuseToCover(_ path: RelativePath) throws {
    guard try root.statusIfPresent(of: path) != nil else { return }
    throw VendorError(
      .wouldLose, at: path.description, "already exists and is not listed in \(Lock.fileName)",
      remedy: "move it away, or choose another name")
  }

  /// Reads the given patch files and assigns them numbered names.
  func adoptedPatches(
    _ files: [String], of name: String, after count: Int
  ) throws -> [(pinned: Lock.Package.Patch, bytes: [UInt8], patch: Patch)] {
    try files.enumerated().map { index, file in
      let slash = file.lastIndex(of: "/")
      let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
      let base = slash.map { String(file[file.index(after: $0)...]) } ?? file
      let basePath: RelativePath
      do {
        basePath = try RelativePath(base)
      } catch {
        throw VendorError(.invalidArgument, at: file, "cannot be a patch's file name: it \(error)")
      }
      let bytes = try DirectoryHandle(path: folder).readFile(
        basePath, limitBytes: Patch.maximumBytes)
      let path = try patchPath(number: count + index + 1, of: name, title: Self.title(of: base))
      return (
        Lock.Package.Patch(path: path, digest: SHA256.digest(of: bytes)), bytes,
        try Patch(parsing: bytes, name: file)
      )
    }
  }

  /// `Vendor/patches/NAME/0001-title.patch`.
  func patchPath(number: Int, of name: String, title: String) throws(VendorError) -> RelativePath {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    do {
      return try RelativePath("Vendor/patches/\(name)/\(padded)-\(title).patch")
    } catch {
      throw VendorError(.invalidArgument, at: title, "cannot be part of a file name: it \(error)")
    }
  }

  /// A patch file's name without its number and extension.
  private static func title(of base: String) -> String {
    var title = base[...]
    if let dot = title.lastIndex(of: "."), dot != title.startIndex { title = title[..<dot] }
    let unnumbered = title.drop { $0.isASCII && $0.isNumber }.drop { $0 == "-" || $0 == "_" }
    let text = unnumbered.isEmpty ? title : unnumbered
    let characters = text.map { character -> Character in
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      return isPlain || character == "." || character == "_" ? character : "-"
    }
    return String(characters)
  }
}
