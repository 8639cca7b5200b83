private import CDeflate
private import CDynamicLibraries

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Compressed bytes, unpacked within a limit.
enum Unpacking {
  /// The functions of libarchive, loaded once; nil where it is not installed.
  private static let library: libarchive? = {
    var functions = libarchive()
    return libarchive_load(&functions) == nil ? functions : nil
  }()

  /// Raw DEFLATE data of a known size (RFC 1951); nil when damaged.
  static func inflated(_ bytes: [UInt8], size: Int) -> [UInt8]? {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = [UInt8](repeating: 0, count: size)
    let status = libdeflate_deflate_decompress(
      decompressor, bytes, bytes.count, &result, size, nil)
    return status == LIBDEFLATE_SUCCESS ? result : nil
  }

  /// A gzip, xz, zstd or bzip2 file; nil when damaged, too large, or without libarchive.
  static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
    // Without a temporary file or libarchive the compressed bytes are compared as they are.
    guard let library, let file = try? ScratchFile(),
      bytes.withUnsafeBytes({ write(file.descriptor, $0.baseAddress, $0.count) }) == bytes.count,
      lseek(file.descriptor, 0, SEEK_SET) == 0, let archive = library.archive_read_new()
    else { return nil }
    defer { _ = library.archive_read_free(archive) }
    // LIBARCHIVE_WARN means that libarchive would run a program.
    let statuses = [
      library.archive_read_support_format_raw(archive),
      library.archive_read_support_filter_gzip(archive),
      library.archive_read_support_filter_xz(archive),
      library.archive_read_support_filter_zstd(archive),
      library.archive_read_support_filter_bzip2(archive),
    ]
    var entry: OpaquePointer?
    guard statuses.allSatisfy({ $0 == LIBARCHIVE_OK }),
      library.archive_read_open_fd(archive, file.descriptor, 1 << 16) == LIBARCHIVE_OK,
      library.archive_read_next_header(archive, &entry) == LIBARCHIVE_OK
    else { return nil }
    var result: [UInt8] = []
    while true {
      var start: UnsafeRawPointer?
      var (count, offset): (Int, Int64) = (0, 0)
      switch library.archive_read_data_block(archive, &start, &count, &offset) {
      case LIBARCHIVE_OK: result += UnsafeRawBufferPointer(start: start, count: count)
      case LIBARCHIVE_EOF: return result
      default: return nil
      }
      if result.count > Dissection.byteLimit { return nil }
    }
  }
}
