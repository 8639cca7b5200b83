import SafeFiles

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
}

extension Source {
  /// The source of `package` with the version filled in; paths start from `root`.
  ///
  /// - Throws: `VendorError` with `invalidArgument`.
  init(of package: Lock.Package, in root: DirectoryHandle) throws(VendorError) {
    let text = package.resolvedSource
    guard !text.contains("{version}") else {
      throw VendorError(
        .invalidArgument, at: package.name, "has '{version}' in its source and no version",
        remedy: "give --version V")
    }
    let address = try SourceAddress(text, of: package.type)
    let path = root.name == "." ? text : "\(root.name)/\(text)"
    switch package.type {
    case .directory: self = .directory(path: path)
    case .archive: self = address.isPath ? .archive(path: path) : .download(url: text)
    case .git:
      let ref = package.ref ?? "HEAD"
      // Without a slash before it, git takes what stands before a colon for a host.
      let local = path.contains(":") ? "./\(path)" : path
      self = .git(url: address.isPath ? local : text, ref: ref)
    }
  }
}
