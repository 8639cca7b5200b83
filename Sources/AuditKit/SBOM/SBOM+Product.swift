public import SafeFiles
import VendorKit

extension SBOM {
  /// The file in which the project is delivered, such as a program or an archive of one.
  public struct Product: Hashable, Sendable {
    /// The name of the file.
    let name: String
    let isExecutable: Bool
    let isArchive: Bool
    private let sha256: SHA256Digest
    private let sha512: SHA512Digest

    /// Its digests by their names in CycloneDX.
    var digests: [(name: String, hex: String)] {
      [("SHA-256", sha256.hex), ("SHA-512", sha512.hex)]
    }

    /// Reads a file.
    ///
    /// - Throws: `FileError`; `VendorError` when digests cannot be computed.
    public init(_ name: RelativePath, in folder: DirectoryHandle) throws {
      try LibCrypto.check()
      let (file, status) = try folder.openFileWithStatus(name)
      self.name = name.description
      isExecutable = status.isExecutable
      var short = SHA256()
      var long = SHA512()
      var start: [UInt8] = []
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
      defer { buffer.deallocate() }
      while true {
        let count = try file.read(into: buffer)
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if start.isEmpty { start = Array(bytes.prefix(512)) }
        short.update(bytes)
        long.update(bytes)
        if count < buffer.count { break }
      }
      sha256 = short.finish()
      sha512 = long.finish()
      isArchive = Self.isArchive(start)
    }

    /// The first bytes of zip, gzip, xz, bzip2 and zstd, and tar's magic in its first header.
    private static func isArchive(_ start: [UInt8]) -> Bool {
      let magics: [[UInt8]] = [
        [0x50, 0x4B, 3, 4], [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0x42, 0x5A, 0x68],
        [0x28, 0xB5, 0x2F, 0xFD],
      ]
      return magics.contains { start.starts(with: $0) }
        || start.dropFirst(257).starts(with: "ustar".utf8)
    }
  }
}
