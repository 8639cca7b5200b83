/// What kind of source a package has; never guessed again once it is in a lock.
public enum SourceType: String, CaseIterable, Hashable, Sendable {
  /// An archive, as a file or from an address.
  case archive
  /// A git repository.
  case git
  /// A folder.
  case directory

  /// The kind that a person means who names `text` and, for git, perhaps a ref.
  ///
  /// - Parameter isFolder: whether a path on this machine leads to a folder.
  public init(of text: String, ref: String?, isFolder: (String) -> Bool) {
    // Whatever is wrong with the address is said when it is read as that type's.
    let address = try? SourceAddress(text, of: .git)
    if ref != nil || text.hasSuffix(".git") || address?.usesSSH == true {
      self = .git
    } else if address?.isPath == true, isFolder(text) {
      self = .directory
    } else {
      self = .archive
    }
  }

  /// What may stand before `://`, without and with encryption.
  var schemes: [String] {
    switch self {
    case .archive: ["https", "http"]
    case .git: ["https", "http", "ssh", "git", "file"]
    case .directory: []
    }
  }
}
