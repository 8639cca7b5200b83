import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension BuildComparison {
  /// One of the two builds, with its own path and environment.
  enum Side {
    case first, second

    var label: String { self == .first ? "first" : "second" }

    /// The two paths differ in every component and in length.
    private var copyName: String { self == .first ? "a/src" : "second-machine/work/checkout" }
    var homeName: String { self == .first ? "a/home" : "second-machine/home/another" }

    /// Makes the copy of HEAD.
    ///
    /// - Returns: its path.
    func copy(
      _ repository: SourceRepository, in folder: WorkFolder
    ) throws(OfflineError) -> String {
      let path = folder.path + "/" + copyName
      _ = try folder.makeFolder(copyName.split(separator: "/").dropLast().joined(separator: "/"))
      try repository.clone(to: path, fileCreationMask: fileCreationMask)
      if self == .second {
        Self.reverseEntries(of: path)
        try repository.refresh(path)
      }
      return path
    }

    private var fileCreationMask: Int32 { self == .first ? 0o022 : 0o002 }

    /// The environment of this build, with the home folder at `home`.
    func variation(home: String) -> Variation {
      switch self {
      case .first:
        Variation(
          account: .init(name: "builder", id: 1000, home: home), hostname: "first",
          // 14 hours east and 12 west, in the POSIX form of TZ, which needs no database. They are 26
          // hours apart, so neither the local date nor the hour is ever the same.
          timeZone: "<+14>-14", locale: "C", fileCreationMask: fileCreationMask)
      case .second:
        Variation(
          account: .init(name: "another-builder", id: 30033, home: home),
          hostname: "second-machine", timeZone: "<-12>+12", locale: Self.foreignLocale,
          fileCreationMask: fileCreationMask)
      }
    }

    /// The installed locale that differs most from C: decimal commas, another collation, another
    /// upper case of i; at least another character set.
    private static var foreignLocale: String {
      ["tr_TR.UTF-8", "et_EE.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8", "sv_SE.UTF-8", "en_US.UTF-8"]
        .first { csandbox_has_locale($0) != 0 } ?? "C.UTF-8"
    }

    /// Renames every entry below `path` away and back, last name first, except `.git`.
    ///
    /// File systems that list entries in the order of their creation (tmpfs, Btrfs, XFS) then list
    /// them in reverse, which exposes a build that relies on the order. Those that order by a hash of
    /// the name (ext4) are not affected.
    private static func reverseEntries(of path: String) {
      let names = FileSystem.names(in: path).filter { $0 != ".git" }.sorted()
      for name in names.reversed() {
        let entry = "\(path)/\(name)"
        let aside = "\(path)/.assetkit-moved"
        guard rename(entry, aside) == 0 else { continue }
        rename(aside, entry)
        var status = stat()
        if lstat(entry, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
          reverseEntries(of: entry)
        }
      }
    }
  }
}
