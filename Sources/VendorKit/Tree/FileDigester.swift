import SafeFiles

/// Digests open files one after the other, reusing one buffer.
final class FileDigester {
  private var hash = SHA256()
  private var buffer: [UInt8]

  /// A digester that reads into `buffer`.
  init(buffer: [UInt8]) {
    precondition(!buffer.isEmpty, "the buffer must not be empty")
    self.buffer = buffer
  }

  /// The digest of what is in `file` from its position to its end.
  func digest(of file: OpenFile) throws(FileError) -> SHA256Digest {
    while true {
      // A Result, because the enclosing call would lose the error's type.
      let outcome = buffer.withUnsafeMutableBytes { bytes in
        Result { () throws(FileError) in
          let count = try file.read(into: bytes)
          hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          return count
        }
      }
      switch outcome {
      case .success(let count) where count < buffer.count: return hash.finish()
      case .success: continue
      case .failure(let error):
        _ = hash.finish()
        throw error
      }
    }
  }

  /// Returns the buffer and ends the digester.
  func takeBuffer() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
  }
}
