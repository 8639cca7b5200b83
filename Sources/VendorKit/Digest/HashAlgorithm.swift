#if canImport(CryptoKit)
internal import CryptoKit
#else
private import CDynamicLibraries
#endif

/// A hash function that digests can be of.
public protocol HashAlgorithm: Sendable {
  /// As many bytes as a digest has, as integers without padding.
  associatedtype Bytes: Hashable & Sendable

  /// Bytes that are all zero.
  static var zero: Bytes { get }
  /// The algorithm's name in a pin.
  static var name: String { get }
  /// The code that computes it.
  static var implementation: HashImplementation { get }
}

/// The code that computes a hash function: libcrypto's on Linux, CryptoKit's on Apple systems.
public struct HashImplementation: Sendable {
  #if canImport(CryptoKit)
  static let sha1 = HashImplementation { Insecure.SHA1() }
  static let sha256 = HashImplementation { CryptoKit.SHA256() }
  static let sha512 = HashImplementation { CryptoKit.SHA512() }

  let begin: @Sendable () -> any CryptoKit.HashFunction
  #else
  static let sha1 = HashImplementation("SHA1")
  static let sha256 = HashImplementation("SHA256")
  static let sha512 = HashImplementation("SHA512")

  /// Kept, because every lookup takes libcrypto's lock, which costs as much as digesting a small
  /// file. The object is never changed and never freed.
  nonisolated(unsafe) let algorithm: OpaquePointer

  private init(_ name: String) {
    guard let algorithm = LibCrypto.functions.EVP_MD_fetch(nil, name, nil) else {
      preconditionFailure("libcrypto has no \(name)")
    }
    self.algorithm = algorithm
  }
  #endif
}

/// SHA-256, FIPS 180-4.
public enum SHA256Algorithm: HashAlgorithm {
  /// 32 bytes.
  public struct Bytes: Hashable, Sendable {
    private var a: UInt64 = 0, b: UInt64 = 0, c: UInt64 = 0, d: UInt64 = 0
    fileprivate init() {}
  }

  /// 32 bytes that are zero.
  public static let zero = Bytes()
  /// `sha256`.
  public static let name = "sha256"
  /// The code that computes it.
  public static let implementation = HashImplementation.sha256
}

/// SHA-512, FIPS 180-4, which some bills of materials must have.
public enum SHA512Algorithm: HashAlgorithm {
  /// 64 bytes.
  public struct Bytes: Hashable, Sendable {
    private var a: UInt64 = 0, b: UInt64 = 0, c: UInt64 = 0, d: UInt64 = 0
    private var e: UInt64 = 0, f: UInt64 = 0, g: UInt64 = 0, h: UInt64 = 0
    fileprivate init() {}
  }

  /// 64 bytes that are zero.
  public static let zero = Bytes()
  /// `sha512`.
  public static let name = "sha512"
  /// The code that computes it.
  public static let implementation = HashImplementation.sha512
}

/// SHA-1, FIPS 180-4, for formats that require it; nothing here relies on it for security.
public enum SHA1Algorithm: HashAlgorithm {
  /// 20 bytes.
  public struct Bytes: Hashable, Sendable {
    private var a: UInt32 = 0, b: UInt32 = 0, c: UInt32 = 0, d: UInt32 = 0, e: UInt32 = 0
    fileprivate init() {}
  }

  /// 20 bytes that are zero.
  public static let zero = Bytes()
  /// `sha1`.
  public static let name = "sha1"
  /// The code that computes it.
  public static let implementation = HashImplementation.sha1
}

/// An incremental SHA-256.
public typealias SHA256 = IncrementalHash<SHA256Algorithm>
/// The 32 bytes of a SHA-256 digest.
public typealias SHA256Digest = Digest<SHA256Algorithm>
/// An incremental SHA-512.
public typealias SHA512 = IncrementalHash<SHA512Algorithm>
/// The 64 bytes of a SHA-512 digest.
public typealias SHA512Digest = Digest<SHA512Algorithm>
/// An incremental SHA-1.
public typealias SHA1 = IncrementalHash<SHA1Algorithm>
/// The 20 bytes of a SHA-1 digest.
public typealias SHA1Digest = Digest<SHA1Algorithm>
