import SafeFiles
import TextFormats

/// Reads the Contents.json files that a folder already has.
struct CatalogReader {
  let folder: DirectoryHandle?
  /// What the paths start from, below `folder`; nil for `folder` itself.
  let subfolder: RelativePath?

  /// The elements of the list `key` in the document at `path`; nil where there are none that can be
  /// read.
  func list(_ key: String, at path: RelativePath) -> [JSON]? {
    // Whoever writes the document reports why it cannot be read.
    guard let folder,
      let bytes = try? folder.readFile(
        subfolder?.appending(path) ?? path, limitBytes: Self.limitBytes)
    else { return nil }
    return JSON(bytes)?[key]?.elements
  }

  /// More than any Contents.json has.
  static let limitBytes = 16 << 20
}
