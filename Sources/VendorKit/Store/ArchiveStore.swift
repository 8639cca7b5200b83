import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A content-addressed folder of archives: the user's cache, or a mirror.
///
/// `sha256/HH/HEX` is an archive whose digest is HEX (HH its first two digits), `git/COMMIT.pack` the
/// objects of one commit as a git pack. Whatever is read is verified first, and a file appears under
/// its name complete or not at all, so that several runs may share a store and anyone may delete it.
public struct ArchiveStore: Hashable, Sendable {
  /// The store's path; need not exist.
  public let path: String
  /// Whether it is a mirror, which is only read, except by the mirror command.
  let isMirror: Bool

  /// The store at `path`.
  public init(path: String) {
    self.init(path: path, isMirror: false)
  }

  private init(path: String, isMirror: Bool) {
    self.path = path
    self.isMirror = isMirror
  }

  /// A mirror at `path`, from which nothing is ever removed.
  public static func mirror(path: String) -> ArchiveStore {
    ArchiveStore(path: path, isMirror: true)
  }

  /// The user's cache: `$XDG_CACHE_HOME/assetkit`, else `~/.cache/assetkit`.
  ///
  /// - Throws: `VendorError` when neither variable says where that is.
  public static func userCache() throws(VendorError) -> ArchiveStore {
    guard let path = UserFolder.path("XDG_CACHE_HOME", else: ".cache") else {
      throw VendorError(
        .inputOutput, at: "cache", "has no location: neither XDG_CACHE_HOME nor HOME is set",
        remedy: "set XDG_CACHE_HOME to a folder")
    }
    return ArchiveStore(path: path)
  }

  /// The archive with this digest, verified; nil when it is not there.
  ///
  /// A damaged file is removed from a cache and ignored in a mirror.
  func archive(_ digest: SHA256Digest, label: String) throws -> ArchiveFile? {
    let name = Self.name(of: digest)
    guard let file = try open(name, label: label) else { return nil }
    if try file.digest() == digest { return file }
    try removeDamaged(name)
    return nil
  }

  /// The pack that holds this commit, not verified: git does that; nil when it is not there.
  func pack(_ commit: String) throws -> ArchiveFile? {
    try open(Self.packName(of: commit), label: "\(path)/git/\(commit).pack")
  }

  /// Removes a pack that git found damaged.
  func removeDamagedPack(_ commit: String) throws {
    try removeDamaged(Self.packName(of: commit))
  }

  /// Moves a file from this store's work folder to its final name.
  func adopt(work name: RelativePath, as digest: SHA256Digest) throws {
    try adopt(work: name, as: Self.name(of: digest))
  }

  /// Copies an archive into this store and verifies the copy; does nothing when it exists.
  func insert(_ file: ArchiveFile, as digest: SHA256Digest) throws {
    let name = Self.name(of: digest)
    if let there = try open(name, label: file.label), there.byteCount == file.byteCount { return }
    try copy(file, to: name, digest: digest)
  }

  /// Copies a commit's pack into this store.
  func insertPack(_ file: ArchiveFile, commit: String) throws {
    try copy(file, to: Self.packName(of: commit), digest: nil)
  }

  /// An unused name in the work folder, which exists.
  func newWorkName(_ kind: String) throws -> RelativePath {
    try root().createDirectories(RelativePath(known: "work"))
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return RelativePath(known: "work").appending(
      RelativePath(known: "\(kind)-\(getpid())-\(number)"))
  }

  /// Removes something from the work folder, as far as that is possible.
  func removeWork(_ name: RelativePath) {
    // What stays is removed by `prune`.
    try? root().removeTree(name)
  }

  /// The folder itself, created where it is missing.
  func root() throws -> DirectoryHandle { try UserFolder.open(path) }

  /// Whether a process of that number exists.
  static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }

  // MARK: - Names

  static func name(of digest: SHA256Digest) -> RelativePath {
    RelativePath(known: "sha256").appending(RelativePath(known: String(digest.hex.prefix(2))))
      .appending(RelativePath(known: digest.hex))
  }

  static func packName(of commit: String) -> RelativePath {
    precondition(GitRef.isCommit(commit))
    return RelativePath(known: "git").appending(RelativePath(known: commit + ".pack"))
  }

  // MARK: - Files

  private func open(_ name: RelativePath, label: String) throws -> ArchiveFile? {
    let path = "\(self.path)/\(name)"
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return try ArchiveFile(path: path, label: label)
  }

  private func removeDamaged(_ name: RelativePath) throws {
    if !isMirror { try root().removeFile(name) }
  }

  /// Copies a file under its name, after checking that the copy has the digest it must have.
  private func copy(_ file: ArchiveFile, to name: RelativePath, digest: SHA256Digest?) throws {
    let root = try root()
    let work = try newWorkName("copy")
    do {
      let copied = try file.copy(to: root.createFile(work))
      guard digest == nil || digest == copied else {
        throw VendorError(.changedMeanwhile, at: file.label, "changed while it was copied")
      }
      try adopt(work: work, as: name)
    } catch {
      removeWork(work)
      throw error
    }
  }

  private func adopt(work: RelativePath, as name: RelativePath) throws {
    let root = try root()
    if let parent = name.parent { try root.createDirectories(parent) }
    try root.openFile(work).sync()
    try root.rename(work, to: name)
  }
}
