/// The type of a package's source; inferred only when the package is added.
public enum SourceType: String, CaseIterable, Hashable, Sendable {
  /// An archive, as a file or from an address.
  case archive
  /// A git repository.
  case git
  /// A folder.
  case directory

  /// What a lock pins besides a package's files; the raw value is the field's name there.
  public enum Pin: String, CaseIterable, Hashable, Sendable {
    /// The digest of the archive's bytes as fetched.
    case archiveDigest = "archive-sha256"
    /// The full id of the commit that was fetched.
    case commit
  }

  /// What a lock pins of such a source; nil for one that is part of the project.
  public var pin: Pin? {
    switch self {
    case .archive: .archiveDigest
    case .git: .commit
    case .directory: nil
    }
  }

  /// The version control system, as it precedes an address in SPDX 2.3 (section 7.7) and in the
  /// `vcs_url` of a package URL; nil for a download.
  public var versionControlSystem: String? {
    switch self {
    case .archive, .directory: nil
    case .git: "git"
    }
  }

  /// Why there may be no upstream to ask for newer versions; reads after "it".
  public var reasonNotAsked: String {
    switch self {
    case .archive, .directory:
      "comes from the project's own files and its source has no '{version}'"
    case .git: "is pinned to a commit id, not to a branch or tag"
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

  /// Those of the schemes that are not encrypted.
  static let unencryptedSchemes: Set = ["http", "git"]

  /// Infers the type from the source's text and, for git, the ref: the first that these imply, or else
  /// an archive.
  ///
  /// - Parameters:
  ///   - text: the source as the user wrote it.
  ///   - ref: the requested branch, tag or commit.
  ///   - isFolder: whether the path leads to a folder on this machine.
  public init(of text: String, ref: String?, isFolder: (String) -> Bool) {
    // Problems with the address are reported when it is parsed as that type.
    let address = try? SourceAddress(text, of: .git)
    self =
      Self.allCases.first { type in
        switch type {
        case .archive: false
        case .git: ref != nil || text.hasSuffix(".git") || address?.usesSSH == true
        case .directory: address?.isPath == true && isFolder(text)
        }
      } ?? .archive
  }
}
