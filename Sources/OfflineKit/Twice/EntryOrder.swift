#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The order in which a folder lists its entries.
enum EntryOrder {
  /// Renames every entry below `path` away and back, last name first, except `.git`.
  ///
  /// File systems that list entries in the order of their creation (tmpfs, Btrfs, XFS) then list
  /// them in reverse, which exposes a build that relies on the order. Those that order by a hash of
  /// the name (ext4) are not affected.
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
