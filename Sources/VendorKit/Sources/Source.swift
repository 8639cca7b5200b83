import SafeFiles

/// The source of a package with the version filled in.
public enum Source: Hashable, Sendable {
  /// A folder on this machine.
  case directory(path: String)
  /// An archive file on this machine.
  case archive(path: String)
  /// An archive behind an http or https address.
  case download(url: String)
  /// The branch, tag or full commit id `ref` in the repository at `url`.
  case git(url: String, ref: String)

  /// The name used in messages.
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
        .invalidArgument, at: package.name, "has '{version}' in its source but no version",
        remedy: "give --version V")
    }
    let address = try SourceAddress(text, of: package.type)
    let path = root.name == "." ? text : "\(root.name)/\(text)"
    switch package.type {
    case .directory: self = .directory(path: path)
    case .archive: self = address.isPath ? .archive(path: path) : .download(url: text)
    case .git:
      let ref = package.ref ?? "HEAD"
      // git reads text before a colon as a host unless there is a slash before it.
      let local = path.contains(":") ? "./\(path)" : path
      self = .git(url: address.isPath ? local : text, ref: ref)
    }
  }
}
