import CArchive

/// Compresses bytes with libarchive's writers, so that the tests need no programs.
enum Packed {
  enum Method: CaseIterable, Sendable {
    case none, gzip, xz, bzip2, zstd
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8] { bytes.packed(.gzip) }
}

extension [UInt8] {
  /// These bytes compressed; the bytes themselves for `none`.
  func packed(_ method: Packed.Method) -> [UInt8] {
    guard method != .none, let archive = archive_write_new() else { return self }
    defer { archive_write_free(archive) }
    archive_write_set_format_raw(archive)
    switch method {
    case .none: break
    case .gzip: archive_write_add_filter_gzip(archive)
    case .xz: archive_write_add_filter_xz(archive)
    case .bzip2: archive_write_add_filter_bzip2(archive)
    case .zstd: archive_write_add_filter_zstd(archive)
    }
    archive_write_set_bytes_per_block(archive, 0)
    var output = [UInt8](repeating: 0, count: count + count / 8 + (1 << 16))
    var used = 0
    output.withUnsafeMutableBytes { buffer in
      archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &used)
      let entry = archive_entry_new()
      archive_entry_set_filetype(entry, 0o100000)
      archive_write_header(archive, entry)
      _ = withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
      archive_entry_free(entry)
      archive_write_close(archive)
    }
    return Array(output.prefix(used))
  }
}
