/// The digest and mode of a regular file.
public struct FileContents: Hashable, Sendable {
  /// The digest of its bytes.
  public let digest: SHA256Digest
  /// Its permission bits, `0o7777` at most.
  public let mode: UInt32

  /// Contents of their parts.
  public init(digest: SHA256Digest, mode: UInt32) {
    self.digest = digest
    self.mode = mode
  }

  /// Whether its owner may execute it.
  var isExecutable: Bool { mode & 0o100 != 0 }
}
