import IconKit
import SafeFiles

/// The file that `--preview` names.
struct PreviewFile: Sendable {
  let path: String
  private let file: OutputFile

  /// - Throws: `IconError` when the name ends in neither .html nor .png, or the file exists and is not
  ///   a preview; `FileError` when it cannot be read.
  init(_ path: String) throws {
    guard path.hasSuffix(".html") || path.hasSuffix(".png") else {
      throw IconError(
        .options, "--preview \(path)", "does not end in .html or .png",
        remedy: "name a .html or .png file")
    }
    self.path = path
    file = try OutputFile(path)
    let existing = try file.replacedContents(limitBytes: 1 << 30)
    guard existing.map(IconPreview.isPreview) ?? true else {
      throw IconError(
        .unwritable, path, "exists and is not a preview that assetkit wrote",
        remedy: "name another file, or remove it")
    }
  }

  func bytes(of preview: IconPreview) throws -> [UInt8] {
    path.hasSuffix(".png") ? try preview.sheet() : preview.page
  }

  /// Puts the file in place, whole or not at all.
  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }
}
