/// All files of a commit, by what is known of each.
public struct FileCensus: Sendable {
  /// What a file of the commit is.
  public enum Role: Hashable, Sendable {
    /// A file of a vendored package that was rebuilt.
    case vendored
    /// An icon that has the pixels its master gives.
    case icon
    /// A file of a package or of an icon set that was not proven.
    case unproven
    /// What the proof starts from: lock, lists, patches, settings, archives and masters.
    case pin
    /// A text, as far as its bytes tell; who wrote it is not known.
    case text
    /// Neither a text nor derived by anything that was proven.
    case unexplained(Reason)
  }

  /// Why a file is neither a source nor derived; the raw value is the word in JSON.
  public enum Reason: String, Sendable, CaseIterable {
    /// It has bytes that texts do not have.
    case binary
    /// It has a line of more than 2,000 bytes, as minified code has.
    case longLines = "long-lines"
    /// It says that a program wrote it, or is the lock file of another tool.
    case generated
    /// It consists of numbers or of encoded data.
    case encoded
    /// It is a text of more than 1 MiB.
    case large
    /// It stands for a file that Git LFS keeps elsewhere.
    case lfsPointer = "lfs-pointer"
    /// It stands for a commit of another repository.
    case submodule
    /// It is a link that leads out of the repository.
    case leavingLink = "leaving-link"
    /// It has a path that no checkout should create.
    case unusablePath = "unusable-path"

    /// The reason in words.
    public var words: String {
      switch self {
      case .binary: "binary"
      case .longLines: "lines of more than 2,000 bytes, as in minified code"
      case .generated: "written by a program"
      case .encoded: "numbers or encoded data"
      case .large: "a text of more than 1 MiB"
      case .lfsPointer: "a pointer to a file that Git LFS keeps elsewhere"
      case .submodule: "a submodule, whose files are not in this commit"
      case .leavingLink: "a symbolic link that leads out of the repository"
      case .unusablePath: "a path that no checkout should create"
      }
    }
  }

  /// One file.
  public struct File: Sendable, Equatable {
    /// Its path from the repository's top.
    public var path: String
    /// Its size.
    public var byteCount: Int
    /// What it is.
    public var role: Role

    /// A file from its parts.
    public init(_ path: String, byteCount: Int, role: Role) {
      self.path = path
      self.byteCount = byteCount
      self.role = role
    }
  }

  /// The files, in the order of the commit.
  public let files: [File]

  /// A census of these files.
  public init(_ files: [File]) {
    self.files = files
  }

  /// A number of files and their size.
  public struct Total: Sendable, Equatable {
    /// How many.
    public var count = 0
    /// Their size.
    public var byteCount = 0
  }

  /// The files whose role `isCounted` accepts.
  public func total(where isCounted: (Role) -> Bool = { _ in true }) -> Total {
    files.reduce(into: Total()) { total, file in
      guard isCounted(file.role) else { return }
      total.count += 1
      total.byteCount += file.byteCount
    }
  }

  /// The files that are neither source nor derived, the largest first.
  public var unexplained: [(file: File, reason: Reason)] {
    files.compactMap { file in
      if case .unexplained(let reason) = file.role { (file, reason) } else { nil }
    }
    .sorted { ($1.file.byteCount, $0.file.path) < ($0.file.byteCount, $1.file.path) }
  }

  /// Their number and size.
  public var unexplainedTotal: Total {
    total { if case .unexplained = $0 { true } else { false } }
  }
}
