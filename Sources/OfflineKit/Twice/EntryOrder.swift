#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The order in which a folder lists its entries.
enum EntryOrder {
  /// Enters everything below `path` anew, last name first, `.git` apart.
  ///
  /// File systems that list entries in the order in which they came (tmpfs, Btrfs, XFS) then list
  /// them the other way round, so a build that relies on the order shows it. Those that order by a
  /// hash of the name (ext4) keep theirs.
  static func reverse(_ path: String) {
    let names = FolderListing.names(in: path).filter { $0 != ".git" }.sorted()
    for name in names.reversed() {
      let entry = "\(path)/\(name)"
      let aside = "\(path)/.assetkit-moved"
      guard rename(entry, aside) == 0 else { continue }
      rename(aside, entry)
      var status = stat()
      if lstat(entry, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { reverse(entry) }
    }
  }
}
