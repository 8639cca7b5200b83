import SafeFiles

/// The rules for paths in a list or a lock, beyond those of `RelativePath`.
enum PathPolicy {
  /// The most bytes that a path may have: macOS's PATH_MAX less the NUL.
  static let maxBytes = 1023

  /// Why `path` is not portable, nil when it is; reads as
  /// the end of a sentence that starts with the path.
  static func trouble(with path: RelativePath) -> String? {
    let bytes = path.bytes
    guard bytes.count <= maxBytes else {
      return "is \(bytes.count) bytes long, expected at most \(maxBytes)"
    }
    if !bytes.allSatisfy({ $0 < 0x80 }) {
      guard let text = String(validating: bytes, as: UTF8.self) else { return "is not UTF-8" }
      if let scalar = text.unicodeScalars.first(where: isDeceptive) {
        return
          "contains the invisible character U+\(String(scalar.value, radix: 16, uppercase: true))"
      }
    }
    // No array of components: this runs for every file of a list.
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      if CaseFolding.isGitFolder(bytes[start..<end]) {
        return "reaches into a folder that git treats as its own"
      }
      start = end + 1
    }
    return nil
  }

  /// Control characters, line separators and bidirectional controls, which disguise a name.
  private static func isDeceptive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
