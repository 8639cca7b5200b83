#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The folder to write files to, which may not exist yet.
struct Destination: Sendable {
  /// The folder itself, or the nearest one above it that exists.
  let base: DirectoryHandle
  /// The path from `base` to the folder; nil if the folder exists.
  let missing: RelativePath?
  /// The folder as the user named it.
  private let name: String

  init(_ path: String) throws(FileError) {
    name = path.isEmpty ? "." : path
    var above = Array(name.utf8)
    var missing: [[UInt8]] = []
    while true {
      let text = String(decoding: above, as: UTF8.self)
      do {
        base = try DirectoryHandle(path: text.isEmpty ? "." : text)
        break
      } catch  where error.code == .notFound && !text.isEmpty && text != "/" {
        var status = stat()
        guard lstat(text, &status) != 0 else {
          throw FileError(
            .link, at: text, "is a link to something that does not exist",
            remedy: "remove the link or create the folder that it points to")
        }
        while above.count > 1, above.last == UInt8(ascii: "/") { above.removeLast() }
        let start = above.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        missing.insert(Array(above[start...]), at: 0)
        above.removeSubrange(start...)
      }
    }
    do throws(RelativePath.Violation) {
      let names = missing.filter { !$0.isEmpty && $0 != [UInt8(ascii: ".")] }
      self.missing =
        names.isEmpty
        ? nil : try RelativePath(bytes: names.joined(separator: [UInt8(ascii: "/")]))
    } catch {
      throw FileError(
        .unsupported, at: Printable.text(of: name.utf8), "cannot be created: the path \(error)",
        remedy: "name a folder without such a component")
    }
  }

  /// The name in messages of the file at `path` in the folder.
  func location(of path: RelativePath) -> String {
    name == "." ? path.description : "\(name)\(name.hasSuffix("/") ? "" : "/")\(path)"
  }

  /// The path from `base` to the file at `path` in the folder.
  func fromBase(_ path: RelativePath) -> RelativePath {
    missing?.appending(path) ?? path
  }

  /// Fails early where nothing can be created.
  func checkIsWritable() throws(FileError) {
    guard faccessat(base.descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw FileError(
        errno: errno, at: name, cannot: missing == nil ? "be written to" : "be created")
    }
  }

  /// Throws if a folder has the name of a file to write, or a file or link that of a folder.
  func checkCanHold(_ path: RelativePath) throws(FileError) {
    guard missing == nil, try base.statusIfPresent(of: path)?.kind == .directory else { return }
    throw FileError(
      .isADirectory, at: location(of: path), "cannot be written: a folder has this name",
      remedy: "move the folder away or choose another output folder")
  }

  /// The folder above `base`, and the name of `base` in it; nil if that cannot be determined.
  func parentOfBase() -> (parent: DirectoryHandle, name: RelativePath)? {
    let descriptor = openat(base.descriptor, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let parent = DirectoryHandle(adopting: descriptor, name: "\(base.name)/..")
    guard let path = realPath(), let slash = path.lastIndex(of: UInt8(ascii: "/")),
      let name = try? RelativePath(bytes: path[(slash + 1)...]),
      let named = try? parent.status(of: name), let own = try? base.status(),
      named.inode == own.inode, named.device == own.device
    else { return nil }
    return (parent, name)
  }

  /// Whether the working directory is the folder at `path` below `base` or something inside it.
  func holdsWorkingDirectory(_ path: RelativePath?) -> Bool {
    guard let workingDirectory = Self.bytes(of: getcwd(nil, 0)), var own = realPath() else {
      // Cannot be determined: assume that it is, which is safe.
      return true
    }
    if let path { own += [UInt8(ascii: "/")] + path.bytes }
    return workingDirectory == own || workingDirectory.starts(with: own + [UInt8(ascii: "/")])
  }

  private func realPath() -> [UInt8]? {
    Self.bytes(of: realpath(base.name, nil))
  }

  private static func bytes(of string: UnsafeMutablePointer<CChar>?) -> [UInt8]? {
    guard let string else { return nil }
    defer { free(string) }
    return Array(UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }
}
