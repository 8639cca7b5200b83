import IconKit
import SafeFiles

/// The file that `--preview` names.
struct PreviewFile: Sendable {
  let path: String
  private let file: OutputFile

  /// - Throws: `IconError` when it is neither a .html nor a .png file, or is there and is somebody
  ///   else's; `FileError` when it cannot be looked at.
  init(_ path: String) throws {
    guard path.hasSuffix(".html") || path.hasSuffix(".png") else {
      throw IconError(
        .options, "--preview \(path)", "is neither a .html nor a .png file",
        remedy: "name one of these")
    }
    self.path = path
    file = try OutputFile(path)
    let existing = try file.replacedContents(limitBytes: 1 << 30)
    guard existing.map(IconPreview.isPreview) ?? true else {
      throw IconError(
        .unwritable, path, "is there, and is no preview of ours",
        remedy: "name another file, or remove it")
    }
  }

  func bytes(of preview: IconPreview) throws -> [UInt8] {
    path.hasSuffix(".png") ? try preview.sheet() : preview.page
  }

  /// Puts the file in place, whole or not at all.
  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }
}
