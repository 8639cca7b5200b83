#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An unnamed temporary file for a command's output.
final class ScratchFile {
  let descriptor: Int32

  init() throws(OfflineError) {
    let place = BuildEnvironment.inherited["TMPDIR"] ?? "/tmp"
    var name = Array("\(place)/assetkit-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    if descriptor < 0 {
      throw OfflineError(.fileSystem, place, "cannot create a temporary file in it")
    }
    unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func text() throws(OfflineError) -> String {
    lseek(descriptor, 0, SEEK_SET)
    guard let bytes = FileSystem.read(descriptor, limit: 1 << 28) else {
      throw OfflineError(.fileSystem, "output", "is larger than 256 MB")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
