/// The supported archive formats, recognised by their first bytes, never by their name.
enum ArchiveFormat: Hashable {
  /// A tar archive, in at most one layer of compression.
  case tar(Compression)
  case zip

  enum Compression: Hashable {
    case none, gzip, xz, bzip2, zstd
  }

  /// The format of a file that begins with `bytes`: at least 512 of them unless the file is
  /// shorter.
  ///
  /// - Throws: `Refusal` of anything else.
  init(of bytes: [UInt8]) throws(Refusal) {
    for (magic, format) in Self.magics where bytes.starts(with: magic) {
      self = format
      return
    }
    // Tar before POSIX had no magic number: check whether there is a header with its checksum instead.
    guard bytes.count >= TarHeader.byteCount,
      bytes[257..<262].elementsEqual("ustar".utf8)
        || (try? TarHeader(Array(bytes.prefix(TarHeader.byteCount)))) != nil
    else {
      throw Refusal(
        nil, "is not a supported archive",
        remedy: "give a tar (plain, .gz, .xz, .bz2, .zst) or zip archive")
    }
    self = .tar(.none)
  }

  /// Whether these bytes begin one of the compressions.
  static func isCompressed(_ bytes: some Sequence<UInt8>) -> Bool {
    magics.contains { magic, format in format != .zip && bytes.starts(with: magic) }
  }

  /// RFC 1952; the .xz file format 1.2.1; bzip2; RFC 8878; APPNOTE.TXT 4.3.7 and 4.3.16.
  private static let magics: [([UInt8], ArchiveFormat)] = [
    ([0x1F, 0x8B], .tar(.gzip)),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .tar(.xz)),
    (Array("BZh".utf8), .tar(.bzip2)),
    ([0x28, 0xB5, 0x2F, 0xFD], .tar(.zstd)),
    ([0x50, 0x4B, 0x03, 0x04], .zip),
    ([0x50, 0x4B, 0x05, 0x06], .zip),
  ]
}
