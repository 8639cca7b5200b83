package import CDynamicLibraries

/// libarchive, loaded when the first archive is opened.
package enum LibArchive {
  /// Its functions.
  ///
  /// - Throws: `VendorError` with `program` when this machine has no libarchive 3.
  package static func functions() throws(VendorError) -> libarchive {
    switch loaded {
    case .functions(let functions): return functions
    case .failure(let reason):
      throw VendorError(
        .program, at: "libarchive", "cannot be opened: \(reason)",
        remedy: "install libarchive 3 (Debian and Ubuntu: the package libarchive13)")
    }
  }

  private enum Loaded {
    case functions(libarchive)
    case failure(String)
  }

  private static let loaded: Loaded = {
    var functions = libarchive()
    let reason = libarchive_load(&functions)
    return reason.map { .failure(String(cString: $0)) } ?? .functions(functions)
  }()
}
