import SafeFiles

/// Digests one open file after the other with one buffer and one digest.
final class FileDigester {
  private var hash = SHA256()
  private var buffer: [UInt8]

  /// A digester that reads as much at once as `buffer` holds.
  init(buffer: [UInt8]) {
    precondition(!buffer.isEmpty, "nothing can be read into no room")
    self.buffer = buffer
  }

  /// The digest of what is in `file` from its position to its end.
  func digest(of file: OpenFile) throws(FileError) -> SHA256Digest {
    while true {
      // A Result, because the call around it would forget which error it is.
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

  /// Hands the buffer on; the digester is of no more use.
  func takeBuffer() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
  }
}
