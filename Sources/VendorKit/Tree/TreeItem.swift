import SafeFiles

/// Something that a walk through a package's folder met.
struct TreeItem: Sendable {
  /// What it is.
  enum Kind: Sendable {
    /// A regular file that can be opened.
    case file
    /// A symbolic link with this text.
    case link(target: [UInt8])
    /// A device, socket or named pipe.
    case special
    /// A folder that git takes for its own; it was not entered.
    case gitFolder
    /// A folder that could not be listed, or a link that could not be read.
    case unreadable(FileError)
    /// A name that is no path of ours: this is what is wrong with it.
    case badName(String)
  }

  /// Its path below the package's folder; of a bad name, the path of the folder that has it.
  let path: RelativePath?
  /// What it is.
  let kind: Kind
  /// The folder that has it.
  let folder: DirectoryHandle
  /// Its name there; nil for a bad one.
  let name: RelativePath?
}
