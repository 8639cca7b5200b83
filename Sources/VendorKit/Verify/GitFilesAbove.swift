import BroadcastPool
import SafeFiles

/// What the checks of a root's packages have in common: its file system, and the `.gitignore` and
/// `.gitattributes` in the folders above them, which are looked at once for all packages of a folder.
final class GitFilesAbove: Sendable {
  private let root: DirectoryHandle
  private let device: UInt64?
  private let rootHasChangeTimes: Bool
  private let statuses = Locked<[RelativePath?: [Status]]>([:])
  private let attributesFiles = Locked<[RelativePath?: [GitFile<GitAttributesFile>]]>([:])
  private let ignoreFiles = Locked<[RelativePath?: [GitFile<GitIgnoreFile>]]>([:])

  /// A place and the status of what is there, nil for nothing.
  struct Status {
    var path: RelativePath
    var found: Result<FileStatus?, FileError>
  }

  init(root: DirectoryHandle) {
    self.root = root
    // Without its device every folder is asked.
    device = (try? root.status())?.device
    rootHasChangeTimes = root.hasChangeTimes
  }

  /// As ``DirectoryHandle/hasChangeTimes`` of `folder`, where `file` is; asked again only for another
  /// file system than the root's.
  func hasChangeTimes(_ folder: DirectoryHandle, of file: FileStatus) -> Bool {
    file.device == device ? rootHasChangeTimes : folder.hasChangeTimes
  }

  /// Whether the root's file system has such times.
  var hasChangeTimes: Bool { rootHasChangeTimes }

  /// The status of every such file in `folder` (nil for the root) and above, as it was when this was
  /// first asked for: before any of them was read, so that a change in between shows the next time.
  func statuses(in folder: RelativePath?) -> [Status] {
    statuses.withLock { known in
      if let statuses = known[folder] { return statuses }
      let paths = [".gitignore", ".gitattributes"].flatMap { Self.paths(of: $0, in: folder) }
      let statuses = paths.map { path in
        Status(
          path: path,
          found: Result { () throws(FileError) in try root.statusIfPresent(of: path) })
      }
      known[folder] = statuses
      return statuses
    }
  }

  /// Every `.gitignore` in `folder` and above that has a line, the outermost first.
  func ignoreFiles(in folder: RelativePath?) -> [GitFile<GitIgnoreFile>] {
    ignoreFiles.withLock { known in
      if let files = known[folder] { return files }
      let files = GitFile.read(Self.paths(of: ".gitignore", in: folder), in: root) {
        GitIgnoreFile($0)
      }.filter { !$0.content.lines.isEmpty }
      known[folder] = files
      return files
    }
  }

  /// Every `.gitattributes` in `folder` and above that has a line, the outermost first.
  func attributesFiles(in folder: RelativePath?) -> [GitFile<GitAttributesFile>] {
    attributesFiles.withLock { known in
      if let files = known[folder] { return files }
      let files = GitFile.read(Self.paths(of: ".gitattributes", in: folder), in: root) {
        GitAttributesFile($0)
      }.filter { !$0.content.lines.isEmpty }
      known[folder] = files
      return files
    }
  }

  /// The files of that name that may be in `folder` and above, the outermost first.
  static func paths(of name: String, in folder: RelativePath?) -> [RelativePath] {
    let file = RelativePath(known: name)
    var paths: [RelativePath] = []
    var next = folder
    while let folder = next {
      paths.append(folder.appending(file))
      next = folder.parent
    }
    return [file] + paths.reversed()
  }
}

/// A file of git's, and the folder to which its patterns apply.
struct GitFile<Content: Sendable>: Sendable {
  var name: String
  var path: RelativePath?
  /// The components of its folder, from the root.
  var folder: [ArraySlice<UInt8>]
  var content: Content

  private static var limitBytes: Int { 1 << 20 }

  /// Those of `paths` that can be read.
  static func read(
    _ paths: [RelativePath], in root: DirectoryHandle, _ parse: ([UInt8]) -> Content
  ) -> [GitFile] {
    paths.compactMap { path in
      // Most do not exist, and these are hints: unreadable files give none.
      guard let text = try? root.readFile(path, limitBytes: limitBytes) else { return nil }
      let folder = path.bytes.split(separator: UInt8(ascii: "/")).dropLast()
      return GitFile(
        name: path.description, path: path, folder: Array(folder), content: parse(text))
    }
  }

  /// Whether it is in a folder above `path`.
  func concerns(_ path: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    folder.count < path.count && folder.elementsEqual(path.prefix(folder.count), by: ==)
  }

  /// A line of it.
  func place(_ line: Int) -> GitHints.Place { GitHints.Place(file: name, path: path, line: line) }
}
