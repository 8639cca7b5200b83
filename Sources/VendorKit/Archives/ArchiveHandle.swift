private import CDynamicLibraries
import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An archive opened with libarchive, for one pass from its beginning.
///
/// Only the requested format and compression are enabled, and none for which libarchive
/// would run an external program.
package final class ArchiveHandle {
  /// What to read: the entries, or the bytes of a tar archive without its compression.
  enum Purpose {
    case entries
    case unpackedBytes
  }

  /// One entry as libarchive sees it.
  struct Header {
    var name: [UInt8]?
    var kind: ArchiveEntry.Kind
    var size: UInt64
    /// The reader's position before the entry's first header.
    var position: Int64
  }

  private let library: libarchive
  private let archive: OpaquePointer
  private let file: ArchiveFile

  init(_ file: ArchiveFile, format: ArchiveFormat, for purpose: Purpose) throws {
    let library = try LibArchive.functions()
    guard let archive = library.archive_read_new() else {
      throw VendorError(.inputOutput, at: file.label, "cannot be read: out of memory")
    }
    self.library = library
    self.archive = archive
    self.file = file
    let statuses: [Int32]
    switch (format, purpose) {
    case (.zip, _): statuses = [library.archive_read_support_format_zip_seekable(archive)]
    case (.tar(let compression), .entries):
      statuses = [
        library.archive_read_support_format_tar(archive),
        Self.enable(compression, archive, library),
      ]
    case (.tar(let compression), .unpackedBytes):
      statuses = [
        library.archive_read_support_format_raw(archive),
        Self.enable(compression, archive, library),
      ]
    }
    // LIBARCHIVE_WARN means that libarchive would run a program.
    guard statuses.allSatisfy({ $0 == LIBARCHIVE_OK }) else {
      throw VendorError(
        .program, at: file.label, "this libarchive was built without the archive's compression",
        remedy: "install a libarchive with zlib, bzip2, lzma and zstd")
    }
    guard lseek(file.descriptor, 0, SEEK_SET) == 0,
      library.archive_read_open_fd(archive, file.descriptor, 1 << 16) == LIBARCHIVE_OK
    else { throw damaged() }
    // The last filter is the file itself.
    guard library.archive_filter_count(archive) <= 2 else {
      throw Refusal("is compressed more than once")
    }
  }

  deinit { _ = library.archive_read_free(archive) }

  /// The next entry; nil at the end.
  ///
  /// - Throws: `Refusal` when libarchive cannot read on.
  func next() throws(Refusal) -> Header? {
    // libarchive converts names to the thread's character set, with a question mark for whatever
    // that does not have.
    let former = Self.unicodeLocale.map { uselocale($0) }
    defer { if let former { uselocale(former) } }
    var entry: OpaquePointer?
    let status = library.archive_read_next_header(archive, &entry)
    if status == LIBARCHIVE_EOF { return nil }
    // Warnings are about names that this locale cannot show; names are compared as bytes.
    guard status == LIBARCHIVE_OK || status == LIBARCHIVE_WARN, let entry else { throw damaged() }
    let hardLink = Self.text(
      library.archive_entry_hardlink_utf8(entry) ?? library.archive_entry_hardlink(entry))
    let kind: ArchiveEntry.Kind
    if let hardLink {
      kind = .hardLink(target: hardLink)
    } else {
      switch UInt32(library.archive_entry_filetype(entry)) {
      case 0o100000: kind = .file
      case 0o040000: kind = .directory
      case 0o120000:
        // A link without a target is refused by its empty one.
        kind = .symbolicLink(
          target: Self.text(
            library.archive_entry_symlink_utf8(entry) ?? library.archive_entry_symlink(entry)) ?? []
        )
      default: kind = .other("something else")
      }
    }
    return Header(
      name: Self.text(
        library.archive_entry_pathname_utf8(entry) ?? library.archive_entry_pathname(entry)),
      kind: kind, size: UInt64(clamping: library.archive_entry_size(entry)),
      position: library.archive_read_header_position(archive))
  }

  /// Passes the entry's content to `body` in pieces.
  ///
  /// - Throws: `Refusal` of sparse content, or content that does not match its checksum, and
  ///   whatever `body` throws.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var expected: Int64 = 0
    while true {
      var start: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      let status = library.archive_read_data_block(archive, &start, &count, &offset)
      if status == LIBARCHIVE_EOF { return }
      guard status == LIBARCHIVE_OK else { throw damaged() }
      guard offset == expected else { throw Refusal("contains a sparse entry") }
      if count > 0 { try body(UnsafeRawBufferPointer(start: start, count: count)) }
      expected += Int64(count)
    }
  }

  /// Passes each file in the zip archive at `path` whose name ends in `suffix` to `body`, one in memory
  /// at a time.
  ///
  /// A file of more than `limitBytes` is passed without its bytes, which are not unpacked further.
  /// - Throws: `VendorError` with `refusedArchive` when it cannot be read, or has more than
  ///   `limitEntries` entries or more than `limitUnpackedBytes` in all.
  package static func forEachFile(
    inZip path: String, named suffix: String, limitBytes: Int, limitEntries: Int,
    limitUnpackedBytes: Int, _ body: (_ name: String, _ bytes: [UInt8]?) -> Void
  ) throws {
    do {
      let archive = try ArchiveHandle(
        ArchiveFile(path: path, label: path), format: .zip, for: .entries)
      var (count, unpacked) = (0, 0)
      while let entry = try archive.next() {
        count += 1
        guard count <= limitEntries else {
          throw Refusal("contains more than \(limitEntries) entries", remedy: "split it")
        }
        guard let name = entry.name, name.reversed().starts(with: suffix.utf8.reversed()) else {
          continue
        }
        var bytes: [UInt8] = []
        do {
          try archive.forEachPiece { piece in
            bytes += piece
            unpacked += piece.count
            guard bytes.count <= limitBytes else { throw TooLong() }
          }
        } catch is TooLong {
          body(String(decoding: name, as: UTF8.self), nil)
          continue
        }
        guard unpacked <= limitUnpackedBytes else {
          throw Refusal(
            "unpacks to more than \(limitUnpackedBytes) bytes", remedy: "split it")
        }
        body(String(decoding: name, as: UTF8.self), bytes)
      }
    } catch let refusal as Refusal {
      throw refusal.error(in: path)
    }
  }

  /// An entry has more bytes than the caller wants.
  private struct TooLong: Error {}

  /// A locale in which every name can be read; nil on a system that has none.
  ///
  /// It is only read once it is made.
  nonisolated(unsafe) private static let unicodeLocale: locale_t? = {
    #if canImport(Darwin)
    let mask = Int32(LC_CTYPE_MASK)
    #else
    let mask = Int32(1) << Int32(LC_CTYPE)
    #endif
    for name in ["C.UTF-8", "en_US.UTF-8"] {
      if let locale = newlocale(mask, name, nil) { return locale }
    }
    return nil
  }()

  private static func enable(
    _ compression: ArchiveFormat.Compression, _ archive: OpaquePointer, _ library: libarchive
  ) -> Int32 {
    switch compression {
    case .none: LIBARCHIVE_OK
    case .gzip: library.archive_read_support_filter_gzip(archive)
    case .xz: library.archive_read_support_filter_xz(archive)
    case .bzip2: library.archive_read_support_filter_bzip2(archive)
    case .zstd: library.archive_read_support_filter_zstd(archive)
    }
  }

  private func damaged() -> Refusal {
    let reason =
      library.archive_error_string(archive).map { String(cString: $0) } ?? "no reason given"
    return Refusal("cannot be unpacked: \(Printable.text(of: Array(reason.utf8)))")
  }

  private static func text(_ string: UnsafePointer<CChar>?) -> [UInt8]? {
    guard let string else { return nil }
    return UnsafeBufferPointer(start: string, count: strlen(string)).map { UInt8(bitPattern: $0) }
  }
}

/// libarchive, loaded when the first archive is opened.
private enum LibArchive {
  /// Its functions.
  ///
  /// - Throws: `VendorError` with `program` when this machine has no libarchive 3.
  static func functions() throws(VendorError) -> libarchive { try loaded.get() }

  private static let loaded = Result { () throws(VendorError) in
    var functions = libarchive()
    if let reason = libarchive_load(&functions) {
      throw VendorError(
        .program, at: "libarchive", "cannot be opened: \(String(cString: reason))",
        remedy: "install libarchive 3 (Debian and Ubuntu: the package libarchive13)")
    }
    return functions
  }
}
