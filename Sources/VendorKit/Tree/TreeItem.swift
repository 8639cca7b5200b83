import SafeFiles

/// An item found while walking a package's folder.
struct TreeItem: Sendable {
  /// What it is.
  enum Kind: Sendable {
    /// A regular file that can be opened.
    case file
    /// A symbolic link with this text.
    case link(target: [UInt8])
    /// A device, socket or named pipe.
    case special
    /// A folder that git treats as its own; it was not entered.
    case gitFolder
    /// A folder that could not be listed, or a link that could not be read.
    case unreadable(FileError)
    /// An invalid name, with the problem.
    case badName(String)
  }

  /// Its path below the package's folder; for an invalid name, the path of its folder.
  let path: RelativePath?
  /// What it is.
  let kind: Kind
  /// Its parent folder.
  let folder: DirectoryHandle
  /// Its name there; nil for a bad one.
  let name: RelativePath?
}
