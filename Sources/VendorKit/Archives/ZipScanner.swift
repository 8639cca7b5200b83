/// Reads a zip archive's central directory and compares it with every local header.
///
/// PKWARE APPNOTE.TXT 4.3. This is the first of two readers, libarchive the second. Programs that
/// stream read the local headers, others the directory: an archive where the two differ in name,
/// size or method, where entries overlap, or where there are stray bytes between them, yields
/// different files in different programs.
struct ZipScanner {
  private let file: ArchiveFile
  private let policy: StagingPolicy
  private let limitBytes: UInt64

  private static let unixHosts: Set<UInt64> = [3, 19]
  private static let linkTargetBytes: UInt64 = 4096

  /// The entries of `file`, in the order of their contents.
  ///
  /// - Throws: `Refusal` of the first ambiguity or error, `VendorError` when reading fails.
  static func entries(
    of file: ArchiveFile, policy: StagingPolicy, limitBytes: UInt64
  ) throws -> [ArchiveEntry] {
    try ZipScanner(file: file, policy: policy, limitBytes: limitBytes).scan()
  }

  private func scan() throws -> [ArchiveEntry] {
    let end = try ZipEndRecord(of: file)
    guard end.entryCount <= UInt64(policy.maxFiles) else { throw policy.tooMany }
    // 46 bytes, a name, extra fields and a comment for each entry.
    guard end.directoryBytes <= min(1 << 30, end.entryCount * 0x3_0000) else {
      throw Refusal("has a zip directory of \(end.directoryBytes) bytes")
    }
    let directory = try file.bytes(at: end.directoryOffset, count: Int(end.directoryBytes))
    var rest = directory[...]
    var headers: [ZipHeader] = []
    while !rest.isEmpty {
      let header = try ZipHeader(central: rest)
      headers.append(header)
      rest = rest.dropFirst(header.byteCount)
    }
    guard UInt64(headers.count) == end.entryCount else {
      throw Refusal("lists \(headers.count) entries, but its end record says \(end.entryCount)")
    }
    headers.sort { $0.offset < $1.offset }
    var expected: UInt64 = 0
    var total: UInt64 = 0
    var entries: [ArchiveEntry] = []
    for (index, header) in headers.enumerated() {
      guard header.offset == expected else {
        throw Refusal(
          header.name,
          header.offset < expected
            ? "overlaps the entry before it" : "comes after bytes that belong to no entry")
      }
      let next = index + 1 < headers.count ? headers[index + 1].offset : end.directoryOffset
      expected = try checkLocal(header, next: next)
      total = total.addingReportingOverflow(header.size).partialValue
      guard header.size <= limitBytes, total <= limitBytes else {
        throw StagingPolicy.tooLarge(header.name, limit: limitBytes)
      }
      entries.append(try entry(header))
    }
    guard expected == end.directoryOffset else {
      throw Refusal("has bytes before its directory that belong to no entry")
    }
    return entries
  }

  /// Compares the local header of an entry with the directory's.
  ///
  /// - Returns: where the next entry must begin.
  private func checkLocal(_ header: ZipHeader, next: UInt64) throws -> UInt64 {
    let head = try file.bytes(
      at: header.offset, count: ZipHeader.localBytes + header.writtenName.count + 0xFFFF)
    let local = try ZipHeader(local: head[...])
    func differs(_ what: String) -> Refusal {
      Refusal(header.name, "has a different \(what) in its local zip header than in the directory")
    }
    guard local.name == header.name, local.writtenName == header.writtenName else {
      throw differs("name, \(Refusal.quoted(local.name)),")
    }
    guard local.method == header.method else { throw differs("method") }
    guard local.flags & ZipHeader.meaningfulFlags == header.flags & ZipHeader.meaningfulFlags else {
      throw differs("set of flags")
    }
    let follows = header.flags & ZipHeader.descriptorFlag != 0
    for (what, ours, theirs) in [
      ("checksum", local.checksum, header.checksum), ("size", local.size, header.size),
      ("compressed size", local.compressedSize, header.compressedSize),
    ] where ours != theirs && !(follows && ours == 0) {
      throw differs(what)
    }
    let (dataEnd, overflow) = (header.offset + UInt64(local.byteCount)).addingReportingOverflow(
      header.compressedSize)
    guard !overflow, dataEnd <= next else {
      throw Refusal(header.name, "overlaps the entry or directory that follows")
    }
    guard follows else { return dataEnd }
    guard next - dataEnd <= 24 else {
      throw Refusal(header.name, "is followed by bytes that belong to no entry")
    }
    let descriptor = try file.bytes(at: dataEnd, count: Int(next - dataEnd))
    guard header.isDescriptor(descriptor) else { throw differs("size after its data") }
    return next
  }

  private func entry(_ header: ZipHeader) throws -> ArchiveEntry {
    var entry = ArchiveEntry(name: header.name, kind: .file, size: header.size)
    entry.position = Int64(clamping: header.offset)
    if header.name.last == UInt8(ascii: "/") { entry.kind = .directory }
    if Self.unixHosts.contains(header.host), header.attributes >> 16 != 0 {
      let mode = UInt32(header.attributes >> 16)
      entry.mode = mode & 0o7777
      switch mode & 0o170000 {
      case 0, 0o100000:
        break
      case 0o040000:
        guard entry.kind == .directory else {
          throw Refusal(header.name, "has a folder's mode but a file's name")
        }
      case 0o120000: entry.kind = try link(header)
      default: entry.kind = .other("neither a file nor a folder")
      }
    }
    if entry.kind != .file {
      guard entry.kind != .directory || header.size == 0 else {
        throw Refusal(header.name, "is a folder, but has \(header.size) bytes of content")
      }
      entry.size = 0
    }
    return entry
  }

  private func link(_ header: ZipHeader) throws -> ArchiveEntry.Kind {
    guard header.method == 0 else { return .other("a symbolic link whose target is compressed") }
    guard header.size <= Self.linkTargetBytes, header.size == header.compressedSize else {
      return .other("a symbolic link whose target has \(header.size) bytes")
    }
    let head = try file.bytes(at: header.offset, count: ZipHeader.localBytes + 0x2_0000)
    let local = try ZipHeader(local: head[...])
    return .symbolicLink(
      target: try file.bytes(
        at: header.offset + UInt64(local.byteCount), count: Int(header.size)))
  }
}
