#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The folder in which the copies are made.
final class WorkFolder {
  /// Its absolute path, without links.
  let path: String
  private let isKept: Bool

  /// Makes a temporary folder, which is removed when the object is deinitialised.
  init() throws(OfflineError) {
    let place = BuildEnvironment.inherited["TMPDIR"] ?? "/tmp"
    var name = Array("\(place)/assetkit-twice-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Self.error(place, "cannot create a folder in it") }
    let made = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = Self.realPath(made) ?? made
    isKept = false
  }

  /// Makes the folder `path`, which must not exist yet, and keeps it.
  init(keptAt path: String) throws(OfflineError) {
    guard mkdir(path, 0o777) == 0 else {
      throw Self.error(
        path, "cannot be created", remedy: "name a new folder inside an existing one")
    }
    self.path = Self.realPath(path) ?? path
    isKept = true
  }

  deinit {
    if !isKept { Self.remove(path) }
  }

  /// Makes a folder below this one, with its missing parents.
  func makeFolder(_ name: String) throws(OfflineError) -> String {
    var made = path
    for component in name.split(separator: "/") {
      made += "/\(component)"
      guard mkdir(made, 0o755) == 0 || errno == EEXIST else {
        throw Self.error(made, "cannot be created")
      }
    }
    return made
  }

  /// Moves an entry of this folder.
  func move(_ name: String, to other: String) throws(OfflineError) {
    guard rename("\(path)/\(name)", "\(path)/\(other)") == 0 else {
      throw Self.error("\(path)/\(name)", "cannot be moved")
    }
  }

  /// Removes an entry of this folder, if there is one.
  func remove(_ name: String) { Self.remove("\(path)/\(name)") }

  /// The path without links and dots; nil if nothing exists there.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Removes a tree, read-only folders too; what cannot be removed stays.
  private static func remove(_ path: String) {
    guard unlink(path) != 0, chmod(path, 0o700) == 0 else { return }
    // The bytes of a name need not be UTF-8: step into the folder by descriptor, not by text.
    guard let folder = opendir(path) else { return }
    empty(folder)
    rmdir(path)
  }

  #if canImport(Darwin)
  private typealias OpenFolder = UnsafeMutablePointer<DIR>
  #else
  private typealias OpenFolder = OpaquePointer
  #endif

  /// Removes everything in an open folder, and closes it.
  private static func empty(_ folder: OpenFolder) {
    defer { closedir(folder) }
    let place = dirfd(folder)
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      if name == [0x2e, 0] || name == [0x2e, 0x2e, 0] { continue }
      if unlinkat(place, name, 0) == 0 { continue }
      fchmodat(place, name, 0o700, 0)
      let inner = openat(place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if inner >= 0, let folder = fdopendir(inner) { empty(folder) }
      unlinkat(place, name, AT_REMOVEDIR)
    }
  }

  private static func error(
    _ path: String, _ problem: String, remedy: String? = nil
  ) -> OfflineError {
    OfflineError(
      .fileSystem, path, "\(problem): \(String(cString: strerror(errno)))", remedy: remedy)
  }
}
