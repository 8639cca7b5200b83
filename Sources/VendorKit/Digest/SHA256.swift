#if canImport(CryptoKit)
private import CryptoKit
#else
private import CDynamicLibraries
#endif

/// An incremental SHA-256, FIPS 180-4.
///
/// libcrypto's on Linux, CryptoKit's on Apple systems: both use the processor's SHA instructions,
/// 1.5 GB/s per core where available. One value can digest many inputs in turn without
/// allocating again.
public struct SHA256: ~Copyable {
  #if canImport(CryptoKit)
  private var state = CryptoKit.SHA256()
  #else
  private let context: OpaquePointer
  #endif

  /// A digest of no input yet.
  public init() {
    #if !canImport(CryptoKit)
    guard let context = LibCrypto.functions.EVP_MD_CTX_new() else { fatalError("out of memory") }
    self.context = context
    begin()
    #endif
  }

  #if !canImport(CryptoKit)
  deinit { LibCrypto.functions.EVP_MD_CTX_free(context) }
  #endif

  /// Adds `bytes` to the input.
  ///
  /// - Complexity: O(`bytes.byteCount`).
  public mutating func update(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Adds `bytes` to the input.
  ///
  /// - Complexity: O(`bytes.count`).
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    #if canImport(CryptoKit)
    state.update(bufferPointer: UnsafeRawBufferPointer(start: start, count: bytes.count))
    #else
    precondition(
      LibCrypto.functions.EVP_DigestUpdate(context, start, bytes.count) == 1,
      "libcrypto refused input")
    #endif
  }

  /// The digest of everything added since the last call, or since the beginning; starts anew.
  public mutating func finish() -> SHA256Digest {
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      #if canImport(CryptoKit)
      state.finalize().withUnsafeBytes { buffer.copyMemory(from: $0) }
      state = CryptoKit.SHA256()
      #else
      let written = LibCrypto.functions.EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      precondition(written == 1, "libcrypto could not finish")
      #endif
    }
    #if !canImport(CryptoKit)
    begin()
    #endif
    return SHA256Digest(bigEndianWords: bytes)
  }

  /// The digest of `bytes`.
  public static func digest(of bytes: some Sequence<UInt8>) -> SHA256Digest {
    var hash = SHA256()
    let contiguous: Void? = bytes.withContiguousStorageIfAvailable {
      hash.update(UnsafeRawBufferPointer($0))
    }
    if contiguous == nil { Array(bytes).withUnsafeBytes { hash.update($0) } }
    return hash.finish()
  }

  #if !canImport(CryptoKit)
  private func begin() {
    precondition(
      LibCrypto.functions.EVP_DigestInit_ex2(context, Self.algorithm, nil) == 1,
      "libcrypto has no SHA-256")
  }

  nonisolated(unsafe) private static let algorithm = LibCrypto.algorithm("SHA256")
  #endif
}
