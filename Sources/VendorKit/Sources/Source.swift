/// Where a package comes from, as a lock or a command line says it with everything filled in.
public enum Source: Hashable, Sendable {
  /// A folder on this machine.
  case directory(path: String)
  /// An archive file on this machine.
  case archive(path: String)
  /// An archive behind an http or https address.
  case download(url: String)
  /// What `ref`, a branch, a tag or a full commit id, names in the repository at `url`.
  case git(url: String, ref: String)

  /// What messages call it.
  public var label: String {
    switch self {
    case .directory(let path), .archive(let path): path
    case .download(let url): url
    case .git(let url, let ref): "\(url) at \(ref)"
    }
  }

  /// Whether fetching it may use the network.
  public var isRemote: Bool {
    switch self {
    case .directory, .archive: false
    case .download, .git: true
    }
  }
}
