#if !canImport(CryptoKit)
package import CDynamicLibraries
import Glibc

/// libcrypto, loaded when the first digest is computed.
package enum LibCrypto {
  /// Its functions.
  ///
  /// Without libcrypto 3 nothing here works: as the dynamic linker does when a
  /// library is missing, this says which and ends the process.
  package static let functions: libcrypto = {
    var functions = libcrypto()
    if let reason = libcrypto_load(&functions) {
      let message =
        "assetkit: libcrypto: cannot be opened: \(String(cString: reason)); "
        + "install OpenSSL 3 (Debian and Ubuntu: the package libssl3)\n"
      Array(message.utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(2)
    }
    return functions
  }()

  /// The algorithm with this name.
  ///
  /// Keep the result: every lookup takes libcrypto's lock, which costs as much as digesting a small
  /// file.
  /// The object is never changed and never freed.
  package static func algorithm(_ name: String) -> OpaquePointer {
    guard let algorithm = functions.EVP_MD_fetch(nil, name, nil) else {
      preconditionFailure("libcrypto has no \(name)")
    }
    return algorithm
  }
}
#endif
