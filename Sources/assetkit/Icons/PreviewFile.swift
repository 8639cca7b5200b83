import IconKit
import SafeFiles

/// The file that `--preview` names.
struct PreviewFile: Sendable {
  let path: String
  private let folder: String
  private let name: RelativePath

  /// - Throws: `IconError` when it is neither a .html nor a .png file, or is there and is somebody
  ///   else's; `FileError` when it cannot be looked at.
  init(_ path: String) throws {
    self.path = path
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.last, let name = try? RelativePath(last),
      last.hasSuffix(".html") || last.hasSuffix(".png")
    else {
      throw IconError(
        .options, "--preview \(path)", "is neither a .html nor a .png file",
        remedy: "name one of these")
    }
    self.name = name
    folder =
      parts.count == 1
      ? "."
      : parts.count == 2 && parts[0].isEmpty ? "/" : String(path.dropLast(last.utf8.count + 1))
    try check()
  }

  /// Refuses to take the place of anything but an earlier preview.
  private func check() throws {
    let existing: [UInt8]
    do throws(FileError) {
      existing = try DirectoryHandle(path: folder).readFile(name, limitBytes: 1 << 30)
    } catch  where error.code == .notFound {
      return
    }
    guard !IconPreview.isPreview(existing) else { return }
    throw IconError(
      .unwritable, path, "is there, and is no preview of ours",
      remedy: "name another file, or remove it")
  }

  func bytes(of preview: IconPreview) throws -> [UInt8] {
    path.hasSuffix(".png") ? try preview.sheet() : preview.page
  }

  /// Puts the file in place, whole or not at all.
  func write(_ bytes: [UInt8]) throws {
    let output = try StagedOutput(directory: folder)
    try output.write(bytes, to: name)
    try output.commit()
  }
}
