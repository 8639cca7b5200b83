public import SafeFiles
import VendorKit

/// The project that packages are imported into, and where a file lies in it.
public struct ImportRoot: Sendable {
  /// The folder that contains, or will contain, `vendor.lock`.
  public let handle: DirectoryHandle

  /// The project at `handle`.
  public init(_ handle: DirectoryHandle) {
    self.handle = handle
  }

  /// The largest file that is imported or rewritten.
  static let limitBytes = 16 << 20

  /// The bytes of a file of the project.
  func read(_ path: RelativePath) throws -> [UInt8] {
    try handle.readFile(path, limitBytes: Self.limitBytes)
  }

  /// Whether there is something at `path`.
  func contains(_ path: RelativePath) throws -> Bool {
    try handle.statusIfPresent(of: path) != nil
  }

  /// The lock; an empty one if there is none yet.
  func lock() throws -> Lock {
    try contains(RelativePath(known: Lock.fileName)) ? try Lock(in: handle) : try Lock()
  }

  /// Refuses a path of one machine as a source; what else is wrong with one, the lock says.
  static func check(source: String, of type: SourceType, at location: String) throws(ImportError) {
    guard (try? SourceAddress(source, of: type))?.isPath == true, (try? RelativePath(source)) == nil
    else { return }
    throw ImportError(
      location, "has the source '\(source)', expected an address or a path inside the project")
  }

  /// How a file in `folder`, nil for the root, names the place `path`, as `../../Vendor/x`.
  static func reference(to path: RelativePath, from folder: RelativePath?) -> String {
    let folders = folder?.components ?? []
    let target = path.components
    var common = 0
    while common < folders.count, common < target.count - 1, folders[common] == target[common] {
      common += 1
    }
    return
      (folders.dropFirst(common).map { _ in ".." } + target.dropFirst(common).map(\.description))
      .joined(separator: "/")
  }
}
