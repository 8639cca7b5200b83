/// What shows that a run of this user on this machine made a folder in a tree: a file outside the
/// tree, which no clone can bring.
///
/// It is `$XDG_STATE_HOME/assetkit/runs/NAME`, else in `~/.local/state`. Its text is the folder's
/// inode, because a copy of the folder is another one, and a note of the run's.
public struct RunMark: Sendable {
  private let runs: DirectoryHandle
  private let name: RelativePath
  private let inode: UInt64
  /// What the run wrote down; without spaces.
  public private(set) var note: String?

  /// Marks a new folder.
  ///
  /// - Parameter name: letters, digits and `-`, which nobody else could know beforehand.
  /// - Returns: nil where the user's folder cannot be written, as in a container without a home.
  ///   What a killed run leaves is then taken for somebody else's, and nothing is done with it.
  public init?(making folder: DirectoryHandle, named name: RelativePath) {
    guard let path = Self.path, let runs = try? UserFolder.open(path),
      let inode = try? folder.status().inode
    else { return nil }
    self.runs = runs
    self.name = name
    self.inode = inode
    guard (try? runs.createFile(name, holding: text)) != nil else { return nil }
  }

  /// The mark of a folder that exists; nil where there is none of that name, or that of another folder.
  public init?(of folder: DirectoryHandle, named name: RelativePath) {
    // Whatever cannot be read is no mark.
    guard name.components.count == 1, let path = Self.path,
      let runs = try? DirectoryHandle(path: path), let inode = try? folder.status().inode,
      let found = try? runs.readFile(name, limitBytes: 256)
    else { return nil }
    self.runs = runs
    self.name = name
    self.inode = inode
    note = String(decoding: found, as: UTF8.self).split(separator: " ").dropFirst().first
      .map { String($0) }
    guard text == found else { return nil }
  }

  /// The names of marks that start with `prefix`.
  public static func names(startingWith prefix: String) -> [String] {
    // A folder that cannot be read has no marks.
    guard let path, let runs = try? DirectoryHandle(path: path), let entries = try? runs.entries()
    else { return [] }
    return entries.filter { $0.name.starts(with: prefix.utf8) }
      .map { String(decoding: $0.name, as: UTF8.self) }
  }

  /// A name for ``init(making:named:)``.
  public static func newName() -> RelativePath {
    let digits = [0, 1].map { _ in String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }
    return RelativePath(unchecked: Array(digits.joined().utf8))
  }

  /// Writes a note down, on the disk.
  public mutating func write(_ note: String) throws(FileError) {
    self.note = note
    let draft = RelativePath(unchecked: name.bytes + Array("-new".utf8))
    try runs.createFile(draft, holding: text)
    try runs.rename(draft, to: name)
    try runs.sync()
  }

  /// Removes the mark; the folder is gone.
  public func remove() {
    // One that stays says nothing of any folder.
    try? runs.removeFile(name)
  }

  private static var path: String? {
    UserFolder.path("XDG_STATE_HOME", else: ".local/state").map { $0 + "/runs" }
  }

  private var text: [UInt8] {
    Array((String(inode) + (note.map { " " + $0 } ?? "")).utf8)
  }
}
