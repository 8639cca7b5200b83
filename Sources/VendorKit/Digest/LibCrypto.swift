#if !canImport(CryptoKit)
internal import CDynamicLibraries
#endif

/// libcrypto, loaded when the first digest is computed; Apple systems have CryptoKit instead.
package enum LibCrypto {
  /// Checks that digests can be computed; what computes the first ones of a command calls this.
  ///
  /// - Throws: `VendorError` with `program` when this machine has no libcrypto 3.
  package static func check() throws(VendorError) {
    #if !canImport(CryptoKit)
    _ = try loaded.get()
    #endif
  }

  #if !canImport(CryptoKit)
  /// Its functions.
  static let functions: libcrypto = {
    switch loaded {
    case .success(let functions): functions
    case .failure(let error): preconditionFailure("\(error)")
    }
  }()

  private static let loaded = Result { () throws(VendorError) in
    var functions = libcrypto()
    if let reason = libcrypto_load(&functions) {
      throw VendorError(
        .program, at: "libcrypto", "cannot be opened: \(String(cString: reason))",
        remedy: "install OpenSSL 3 (Debian and Ubuntu: the package libssl3)")
    }
    return functions
  }
  #endif
}
