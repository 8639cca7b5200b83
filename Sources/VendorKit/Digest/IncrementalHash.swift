#if canImport(CryptoKit)
internal import CryptoKit
#else
private import CDynamicLibraries
#endif

/// Computes digests of input that comes in pieces.
///
/// libcrypto and CryptoKit use the processor's SHA instructions, 1.5 GB/s per core for SHA-256 where
/// available. One value can digest many inputs in turn without allocating again.
public struct IncrementalHash<Algorithm: HashAlgorithm>: ~Copyable {
  #if canImport(CryptoKit)
  private var state = Algorithm.implementation.begin()
  #else
  private let context: OpaquePointer
  #endif

  /// A digest of no input yet.
  ///
  /// Ends the process where libcrypto cannot be opened; ``Transaction``, ``Verification``,
  /// ``Recovery`` and whatever opens an archive throw an error before that.
  public init() {
    #if !canImport(CryptoKit)
    guard let context = LibCrypto.functions.EVP_MD_CTX_new() else { fatalError("out of memory") }
    self.context = context
    begin()
    #endif
  }

  #if !canImport(CryptoKit)
  deinit { LibCrypto.functions.EVP_MD_CTX_free(context) }

  private func begin() {
    let started = LibCrypto.functions.EVP_DigestInit_ex2(
      context, Algorithm.implementation.algorithm, nil)
    precondition(started == 1, "libcrypto has no \(Algorithm.name)")
  }
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
    #if canImport(CryptoKit)
    state.update(bufferPointer: bytes)
    #else
    precondition(
      LibCrypto.functions.EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1,
      "libcrypto refused input")
    #endif
  }

  /// The digest of everything added since the last call, or since the beginning; starts anew.
  public mutating func finish() -> Digest<Algorithm> {
    #if canImport(CryptoKit)
    defer { state = Algorithm.implementation.begin() }
    return Digest { buffer in state.finalize().withUnsafeBytes { buffer.copyMemory(from: $0) } }
    #else
    defer { begin() }
    return Digest { buffer in
      let written = LibCrypto.functions.EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      precondition(written == 1, "libcrypto could not finish")
    }
    #endif
  }

  /// The digest of `bytes`.
  public static func digest(of bytes: some Sequence<UInt8>) -> Digest<Algorithm> {
    var hash = Self()
    let contiguous: Void? = bytes.withContiguousStorageIfAvailable {
      hash.update(UnsafeRawBufferPointer($0))
    }
    if contiguous == nil { Array(bytes).withUnsafeBytes { hash.update($0) } }
    return hash.finish()
  }
}
