extension Proof {
  /// A vendored package.
  public struct Package: Sendable {
    /// Its name in `vendor.lock`.
    public var name: String
    /// Its version, as a person wrote it.
    public var version: String?
    /// Where its source is published, as the lock says.
    public var source: String
    /// The digest or commit that pins the source: `sha256:HEX`, `commit ID`; nil for a folder.
    public var pin: String?
    /// Its licence, as the lock says.
    public var license: String?
    /// Where the source was found for this proof.
    public var origin: String
    /// The number of its files.
    public var fileCount: Int
    /// Their size.
    public var byteCount: Int
    /// Its patches with their digests.
    public var patches: [Pinned]
    /// Whether its files were rebuilt byte for byte.
    public var state: State
    /// What differs or is missing.
    public var problems: [String]

    /// A package from its parts.
    public init(
      name: String, version: String?, source: String, pin: String?, license: String?,
      origin: String, fileCount: Int, byteCount: Int, patches: [Pinned], state: State,
      problems: [String]
    ) {
      self.name = name
      self.version = version
      self.source = source
      self.pin = pin
      self.license = license
      self.origin = origin
      self.fileCount = fileCount
      self.byteCount = byteCount
      self.patches = patches
      self.state = state
      self.problems = problems
    }
  }

  /// A file with its digest.
  public struct Pinned: Sendable, Equatable {
    /// Its path.
    public var path: String
    /// Its SHA-256 in hexadecimal digits.
    public var sha256: String
    /// Its size.
    public var byteCount: Int?

    /// A file from its parts.
    public init(_ path: String, sha256: String, byteCount: Int? = nil) {
      self.path = path
      self.sha256 = sha256
      self.byteCount = byteCount
    }
  }

  /// An entry of `[[icons]]`.
  public struct IconSet: Sendable {
    /// Its name.
    public var name: String
    /// The files that its icons were made from.
    public var masters: [Pinned]
    /// What its master was drawn from, of which only the digest was compared.
    public var drawnFrom: String?
    /// The number of its files.
    public var fileCount: Int
    /// Whether they have the pixels that the masters give.
    public var state: State
    /// What differs or is missing.
    public var problems: [String]

    /// An entry from its parts.
    public init(
      name: String, masters: [Pinned], drawnFrom: String?, fileCount: Int, state: State,
      problems: [String]
    ) {
      self.name = name
      self.masters = masters
      self.drawnFrom = drawnFrom
      self.fileCount = fileCount
      self.state = state
      self.problems = problems
    }
  }

  /// The build of two copies.
  public struct Build: Sendable {
    /// Something that differed between the two builds.
    public struct Variation: Sendable {
      /// What was varied.
      public var name: String
      /// Its value in the first and the second build.
      public var values: String
      /// Whether it took effect, in words.
      public var effect: String

      /// A variation from its parts.
      public init(name: String, values: String, effect: String) {
        self.name = name
        self.values = values
        self.effect = effect
      }
    }

    /// The command.
    public var command: String
    /// What was compared, as `[build]` has it.
    public var patterns: [String]
    /// Whether the builds saw the home folder: `empty` or `kept`.
    public var home: String
    /// What differed between the two builds.
    public var variations: [Variation]
    /// What the builds tried to reach.
    public var attempts: [String]
    /// The compared files, with the digests of the first build's.
    public var files: [Pinned]
    /// Paths that differ.
    public var differences: [String]
    /// Remarks of the run.
    public var notes: [String]

    /// A build from its parts.
    public init(
      command: String, patterns: [String], home: String, variations: [Variation],
      attempts: [String], files: [Pinned], differences: [String], notes: [String]
    ) {
      self.command = command
      self.patterns = patterns
      self.home = home
      self.variations = variations
      self.attempts = attempts
      self.files = files
      self.differences = differences
      self.notes = notes
    }
  }
}
