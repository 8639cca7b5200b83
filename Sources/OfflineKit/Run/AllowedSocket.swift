import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A Unix socket outside that the build may use. It is this file, not whatever else is at its path
/// later.
public final class AllowedSocket: Sendable {
  /// The path as it was given.
  public let path: String
  let file: csandbox_file
  /// Keeps the inode, so that its number is not given to another file.
  private let descriptor: Int32

  /// Finds the socket.
  ///
  /// - Throws: `OfflineError` when there is none at `path`.
  public init(_ path: String) throws(OfflineError) {
    self.path = path
    var (file, descriptor): (csandbox_file, Int32) = (csandbox_file(), -1)
    let error = -csandbox_find_socket(path, &file, &descriptor)
    (self.file, self.descriptor) = (file, descriptor)
    if error == ENOTSOCK {
      throw OfflineError(
        .fileSystem, path, "is not a Unix socket", remedy: "name the socket itself")
    }
    if error != 0 {
      throw OfflineError(
        .fileSystem, path, "cannot be found: \(String(cString: strerror(error)))",
        remedy: "start its server before the build")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
