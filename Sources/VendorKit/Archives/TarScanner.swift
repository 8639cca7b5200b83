/// Reads the headers of a tar archive from its uncompressed bytes, given in pieces of any size.
///
/// This is the first of two readers: libarchive extracts, and only what both agree on is written. It
/// exists because libarchive does not report where an archive is ambiguous: a pax size that
/// differs from the header's, an extended header between another and its file, entries after the
/// end. Programs extract different files from such archives.
struct TarScanner {
  private enum State {
    /// Collecting the next header.
    case header
    /// Collecting the body of an extended header, then its padding.
    case metadata(TarHeader)
    /// Skipping content and padding.
    case content
    /// After the first block of zeros: nothing but zeros may follow.
    case end
  }

  /// The limit for an extended header: far more than a path and many attributes need.
  private static let maxMetadataBytes: UInt64 = 1 << 20

  /// The entries found so far.
  private(set) var entries: [ArchiveEntry] = []

  private let policy: StagingPolicy
  private let limitBytes: UInt64
  private var state = State.header
  private var collected: [UInt8] = []
  /// The remaining bytes of the current body and of its padding.
  private var remaining: UInt64 = 0
  private var padding: UInt64 = 0
  /// The bytes read so far, and the offset of the current entry.
  private var offset: UInt64 = 0
  private var entryStart: UInt64 = 0
  private var headerCount = 0
  private var pax: PaxRecords?
  private var longName: [UInt8]?
  private var longLink: [UInt8]?

  init(policy: StagingPolicy, limitBytes: UInt64) {
    self.policy = policy
    self.limitBytes = limitBytes
  }

  /// Reads the next piece.
  ///
  /// - Throws: `Refusal` of the first ambiguity or error.
  mutating func consume(_ bytes: UnsafeRawBufferPointer) throws(Refusal) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch state {
      case .header:
        let part = rest.prefix(TarHeader.byteCount - collected.count)
        collected.append(contentsOf: part)
        rest = advance(rest, by: part.count)
        if collected.count == TarHeader.byteCount { try readHeader() }
      case .metadata(let header):
        if remaining > 0 {
          let part = rest.prefix(Int(clamping: remaining))
          collected.append(contentsOf: part)
          remaining -= UInt64(part.count)
          rest = advance(rest, by: part.count)
        } else {
          rest = skipPadding(rest)
        }
        if remaining == 0, padding == 0 { try finishMetadata(header) }
      case .content:
        if remaining > 0 {
          let count = min(remaining, UInt64(rest.count))
          remaining -= count
          rest = advance(rest, by: Int(count))
        } else {
          rest = skipPadding(rest)
        }
        if remaining == 0, padding == 0 { beginEntry() }
      case .end:
        guard rest.allSatisfy({ $0 == 0 }) else {
          throw Refusal(
            "has data after its end-of-archive marker, which some programs read and others ignore")
        }
        rest = advance(rest, by: rest.count)
      }
      guard offset <= limitBytes else {
        throw StagingPolicy.tooLarge(entries.last?.name, limit: limitBytes)
      }
    }
  }

  /// Finishes reading: there are no more pieces.
  ///
  /// - Throws: `Refusal` of a truncated archive.
  func finish() throws(Refusal) -> [ArchiveEntry] {
    guard case .end = state else {
      throw Refusal(
        entries.last?.name,
        "is not followed by an end-of-archive marker: the archive is truncated")
    }
    return entries
  }

  private mutating func advance(
    _ rest: Slice<UnsafeRawBufferPointer>, by count: Int
  ) -> Slice<UnsafeRawBufferPointer> {
    offset += UInt64(count)
    return rest.dropFirst(count)
  }

  private mutating func skipPadding(
    _ rest: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    let count = min(padding, UInt64(rest.count))
    padding -= count
    return advance(rest, by: Int(count))
  }

  private mutating func beginEntry() {
    state = .header
    entryStart = offset
  }

  private mutating func readHeader() throws(Refusal) {
    defer { collected.removeAll(keepingCapacity: true) }
    if collected.allSatisfy({ $0 == 0 }) {
      guard pax == nil, longName == nil, longLink == nil else {
        throw Refusal("ends after an extended header without an entry")
      }
      state = .end
      return
    }
    headerCount += 1
    guard headerCount <= policy.maxFiles.addingReportingOverflow(policy.maxFiles).partialValue,
      entries.count < policy.maxFiles
    else { throw policy.tooMany }
    let header = try TarHeader(collected)
    guard header.size <= limitBytes else {
      throw StagingPolicy.tooLarge(header.name, limit: limitBytes)
    }
    remaining = header.size
    padding = (512 - header.size % 512) % 512
    switch header.typeFlag {
    case UInt8(ascii: "x"), UInt8(ascii: "g"), UInt8(ascii: "L"), UInt8(ascii: "K"):
      guard header.size <= Self.maxMetadataBytes else {
        throw Refusal(header.name, "has an extended header of \(header.size) bytes")
      }
      guard pax == nil else {
        throw Refusal(header.name, "has an extended header between another and its entry")
      }
      state = .metadata(header)
      if remaining == 0 {
        collected.removeAll(keepingCapacity: true)
        try finishMetadata(header)
      }
    default:
      try append(header)
      state = .content
      if remaining == 0 { beginEntry() }
    }
  }

  private mutating func finishMetadata(_ header: TarHeader) throws(Refusal) {
    defer { collected.removeAll(keepingCapacity: true) }
    state = .header
    switch header.typeFlag {
    case UInt8(ascii: "x"):
      guard longName == nil, longLink == nil else {
        throw Refusal(header.name, "has both a pax header and a GNU long name")
      }
      pax = try PaxRecords(collected, entry: header.name)
    case UInt8(ascii: "g"):
      guard longName == nil, longLink == nil else {
        throw Refusal(header.name, "has a global header between a long name and its entry")
      }
      let records = try PaxRecords(collected, entry: header.name)
      guard records.path == nil, records.linkPath == nil, records.size == nil else {
        throw Refusal(header.name, "sets one name or size for all following entries")
      }
    case UInt8(ascii: "L"):
      guard longName == nil else { throw Refusal(header.name, "has two long names") }
      longName = try longText(header)
    default:
      guard longLink == nil else { throw Refusal(header.name, "has two long link names") }
      longLink = try longText(header)
    }
  }

  /// GNU's long name: text and a NUL, with nothing after it.
  private func longText(_ header: TarHeader) throws(Refusal) -> [UInt8] {
    let text = collected.prefix { $0 != 0 }
    guard !text.isEmpty, collected.dropFirst(text.count).allSatisfy({ $0 == 0 }) else {
      throw Refusal(header.name, "has a long name that is empty or continues after a NUL")
    }
    return Array(text)
  }

  private mutating func append(_ header: TarHeader) throws(Refusal) {
    let name = pax?.path ?? longName ?? header.name
    let target = pax?.linkPath ?? longLink ?? header.linkName
    if let size = pax?.size, size != header.size {
      throw Refusal(
        name, "has the size \(size) in its pax header and \(header.size) in its own")
    }
    (pax, longName, longLink) = (nil, nil, nil)
    var kind: ArchiveEntry.Kind
    switch header.typeFlag {
    case 0, UInt8(ascii: "0"): kind = .file
    case UInt8(ascii: "1"): kind = .hardLink(target: target)
    case UInt8(ascii: "2"): kind = .symbolicLink(target: target)
    case UInt8(ascii: "3"), UInt8(ascii: "4"): kind = .other("a device")
    case UInt8(ascii: "5"): kind = .directory
    case UInt8(ascii: "6"): kind = .other("a FIFO")
    case UInt8(ascii: "S"): throw Refusal(name, "is a sparse file")
    default:
      throw Refusal(name, "is of the unknown tar type \(Refusal.quoted([header.typeFlag]))")
    }
    // Before POSIX a folder was a file whose name ends in a slash.
    if kind == .file, name.last == UInt8(ascii: "/") { kind = .directory }
    guard kind == .file || header.size == 0 else {
      throw Refusal(name, "is not a file, but has \(header.size) bytes of content")
    }
    entries.append(
      ArchiveEntry(
        name: name, kind: kind, size: header.size, mode: header.mode,
        position: Int64(clamping: entryStart)))
  }
}
