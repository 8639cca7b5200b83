import SafeFiles

/// Whether a file differs from the listed one in its line endings alone.
enum LineEndings {
  /// How the line endings changed.
  enum Conversion: Sendable {
    /// The list has LF, the file CRLF: what a checkout does on Windows.
    case toCRLF
    /// The list has CRLF, the file LF: what a commit with `text` does.
    case toLF

    /// The found and expected line endings.
    var description: String {
      switch self {
      case .toCRLF: "found CRLF, expected LF"
      case .toLF: "found LF, expected CRLF"
      }
    }
  }

  /// Larger files are not checked.
  private static let limitBytes = 64 << 20

  /// The conversion that explains how the file at `path` differs; nil when none does.
  static func conversion(
    of path: RelativePath, in folder: DirectoryHandle, from listed: SHA256Digest
  ) -> Conversion? {
    // A file that cannot be read again, or is too large, has changed for no known reason.
    guard let bytes = try? folder.readFile(path, limitBytes: limitBytes) else { return nil }
    return conversion(of: bytes, from: listed)
  }

  /// The conversion that explains how `bytes` differ from those that were pinned; nil when none does.
  static func conversion(of bytes: [UInt8], from pinned: SHA256Digest) -> Conversion? {
    if digest(of: bytes, withCRLF: false) == pinned { return .toCRLF }
    if digest(of: bytes, withCRLF: true) == pinned { return .toLF }
    return nil
  }

  /// The digest of `bytes` with all line endings converted to CRLF or LF.
  private static func digest(of bytes: [UInt8], withCRLF: Bool) -> SHA256Digest {
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    var hash = SHA256()
    var block: [UInt8] = []
    block.reserveCapacity(1 << 16)
    for (index, byte) in bytes.enumerated() {
      if byte == cr, index + 1 < bytes.count, bytes[index + 1] == lf { continue }
      if byte == lf, withCRLF { block.append(cr) }
      block.append(byte)
      if block.count > 1 << 15 {
        hash.update(block.span.bytes)
        block.removeAll(keepingCapacity: true)
      }
    }
    hash.update(block.span.bytes)
    return hash.finish()
  }
}
