/// The type of a package's source; inferred only when the package is added.
public enum SourceType: String, CaseIterable, Hashable, Sendable {
  /// An archive, as a file or from an address.
  case archive
  /// A git repository.
  case git
  /// A folder.
  case directory

  /// Infers the type from the source's text and, for git, the ref.
  ///
  /// - Parameter isFolder: whether the path leads to a folder on this machine.
  public init(of text: String, ref: String?, isFolder: (String) -> Bool) {
    // Problems with the address are reported when it is parsed as that type.
    let address = try? SourceAddress(text, of: .git)
    if ref != nil || text.hasSuffix(".git") || address?.usesSSH == true {
      self = .git
    } else if address?.isPath == true, isFolder(text) {
      self = .directory
    } else {
      self = .archive
    }
  }

  /// The allowed URL schemes, unencrypted and encrypted.
  var schemes: [String] {
    switch self {
    case .archive: ["https", "http"]
    case .git: ["https", "http", "ssh", "git", "file"]
    case .directory: []
    }
  }
}
