import SafeFiles
import VendorKit

#if canImport(CryptoKit)
import CryptoKit
#else
import CDynamicLibraries
#endif

/// The SHA-1 and SHA-256 digests of a file, computed in one pass.
struct FileDigests {
  let sha256: SHA256Digest
  /// In hexadecimal. SPDX 2.3 requires SHA-1; nothing here relies on it for security.
  let sha1: String

  init(of file: OpenFile) throws {
    var wide = VendorKit.SHA256()
    var narrow = SHA1()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try file.read(into: buffer)
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      wide.update(bytes)
      narrow.update(bytes)
      if count < buffer.count { break }
    }
    sha256 = wide.finish()
    sha1 = narrow.finish()
  }
}

/// SHA-1, for SPDX only.
struct SHA1: ~Copyable {
  #if canImport(CryptoKit)
  private var hash = Insecure.SHA1()

  mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  mutating func finish() -> String { Self.hex(Array(hash.finalize())) }
  #else
  private let context: OpaquePointer

  init() {
    guard let context = LibCrypto.functions.EVP_MD_CTX_new() else {
      preconditionFailure("no memory for a digest")
    }
    self.context = context
    let isReady = LibCrypto.functions.EVP_DigestInit_ex2(context, Self.algorithm, nil) == 1
    precondition(isReady, "libcrypto has no SHA-1")
  }

  deinit { LibCrypto.functions.EVP_MD_CTX_free(context) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    _ = LibCrypto.functions.EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  mutating func finish() -> String {
    var digest = [UInt8](repeating: 0, count: 20)
    _ = LibCrypto.functions.EVP_DigestFinal_ex(context, &digest, nil)
    return Self.hex(digest)
  }

  nonisolated(unsafe) private static let algorithm = LibCrypto.algorithm("SHA1")
  #endif

  static func hex(of text: String) -> String {
    var hash = SHA1()
    Array(text.utf8).withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
