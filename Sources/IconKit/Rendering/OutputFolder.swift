#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Where a run's files go.
public enum OutputFolder {
  /// Writes every file and the folders above it.
  public static func write(_ files: [(path: String, bytes: [UInt8])]) throws(IconError) {
    for file in files {
      let target = file.path
      try makeFolders(above: target)
      let descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw failure(target) }
      defer { close(descriptor) }
      let count = file.bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) }
      guard count == file.bytes.count else { throw failure(target) }
    }
  }

  private static func makeFolders(above target: String) throws(IconError) {
    for end in target.indices.dropFirst() where target[end] == "/" {
      guard mkdir(String(target[..<end]), 0o755) == 0 || errno == EEXIST || errno == EISDIR else {
        throw failure(String(target[..<end]))
      }
    }
  }

  private static func failure(_ path: String) -> IconError {
    IconError(
      .unwritable, path, "cannot be written: \(String(cString: strerror(errno)))",
      remedy: "name a folder that can be written with --output")
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
