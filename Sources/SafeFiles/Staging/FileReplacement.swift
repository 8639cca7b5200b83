/// Way 3: renames files one by one, with a record from which the change can be undone.
///
/// The staging folder contains file N as `N.new`. After the change, the old file is `N.new` (where
/// the two could be exchanged) or `N.old` (where not); neither exists if there was no old file. A
/// file that is only removed has no `N.new`, and the inode 0 in the record.
struct FileReplacement {
  private let base: DirectoryHandle
  private let staging: StagingFolder
  private let record: StagingRecord.Replacement

  static func run(_ commit: Commit) throws(FileError) {
    let staging = try StagingFolder(in: commit.base)
    let replacement: FileReplacement
    do {
      replacement = try FileReplacement(commit, in: staging)
      try StagingRecord.replacement(replacement.record).write(in: staging)
    } catch {
      staging.discard()
      throw error
    }
    do {
      try replacement.replaceAll()
    } catch {
      try replacement.undo()
      staging.discard()
      throw error
    }
    // From here on the change is complete, and a later run only cleans up.
    try? StagingRecord.remove(from: staging)
    staging.discard()
  }

  /// Undoes the change that a killed run began; the caller removes `staging`.
  static func recover(
    _ staging: StagingFolder, _ record: StagingRecord.Replacement
  ) throws(FileError) {
    try FileReplacement(base: staging.parent, staging: staging, record: record).undo()
  }

  private init(base: DirectoryHandle, staging: StagingFolder, record: StagingRecord.Replacement) {
    self.base = base
    self.staging = staging
    self.record = record
  }

  /// Gives every file its number in the staging folder.
  private init(_ commit: Commit, in staging: StagingFolder) throws(FileError) {
    var record = StagingRecord.Replacement()
    var folders: Set<RelativePath> = []
    for (path, file) in commit.files.sorted(by: { $0.key < $1.key }) {
      let name = Self.name(record.files.count, "new")
      try file.appear(as: name, in: staging.handle)
      record.files.append((try staging.handle.status(of: name).inode, path))
      var folder = path.parent
      while let missing = folder, try commit.base.statusIfPresent(of: missing) == nil {
        folders.insert(missing)
        folder = missing.parent
      }
    }
    record.files += commit.removed.sorted().map { (StagingRecord.Replacement.noInode, $0) }
    // In this order a folder comes before its contents.
    record.newFolders = folders.sorted()
    self.init(base: commit.base, staging: staging, record: record)
  }

  private func replaceAll() throws(FileError) {
    for folder in record.newFolders { try base.createDirectory(folder) }
    for (number, file) in record.files.enumerated() {
      if file.inode == StagingRecord.Replacement.noInode {
        try base.rename(file.path, to: Self.name(number, "old"), in: staging.handle)
      } else {
        try replace(number, file.path)
      }
    }
  }

  private func replace(_ number: Int, _ path: RelativePath) throws(FileError) {
    let new = Self.name(number, "new")
    guard let status = try base.statusIfPresent(of: path) else {
      return try staging.handle.rename(new, to: path, in: base)
    }
    guard status.kind != .directory else {
      throw FileError(.isADirectory, at: base.location(of: path), "is a folder, not a file")
    }
    do {
      try staging.handle.exchange(new, with: path, in: base)
    } catch  where error.code == .unsupported {
      try base.rename(path, to: Self.name(number, "old"), in: staging.handle)
      try staging.handle.rename(new, to: path, in: base)
    }
  }

  private func undo() throws(FileError) {
    for (number, file) in record.files.enumerated().reversed() {
      let present = try base.statusIfPresent(of: file.path)?.inode
      let old = try oldFile(number, newInode: file.inode)
      if let old, present == nil || present == file.inode {
        try staging.handle.rename(old, to: file.path, in: base)
      } else if present == file.inode {
        try base.removeFile(file.path)
      }
    }
    for folder in record.newFolders.reversed() {
      // Another process may have created something there meanwhile.
      try? base.removeDirectory(folder)
    }
  }

  private func oldFile(_ number: Int, newInode: UInt64) throws(FileError) -> RelativePath? {
    let old = Self.name(number, "old")
    if try staging.handle.statusIfPresent(of: old) != nil { return old }
    let new = Self.name(number, "new")
    let inode = try staging.handle.statusIfPresent(of: new)?.inode
    return inode == nil || inode == newInode ? nil : new
  }

  private static func name(_ number: Int, _ suffix: String) -> RelativePath {
    RelativePath(unchecked: Array("\(number).\(suffix)".utf8))
  }
}
