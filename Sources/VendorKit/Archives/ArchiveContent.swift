import SafeFiles

/// The files in an archive whose digest has already been checked.
struct ArchiveContent: SourceContent {
  let file: ArchiveFile
  var label: String { file.label }
  private var format: ArchiveFormat {
    get throws { try ArchiveFormat(of: try file.bytes(at: 0, count: TarHeader.byteCount)) }
  }

  func entries(policy: StagingPolicy) async throws -> [ArchiveEntry] {
    try Self.scan(
      file, try format, policy: policy, limitBytes: policy.limitBytes(forArchiveOf: file.byteCount))
  }

  /// Reads the archive's own index first and decides on every entry, then lets libarchive unpack it,
  /// comparing each entry with that index: both readers must agree.
  func write(selection: Selection, policy: StagingPolicy, to writer: StagingWriter) async throws {
    let format = try format
    let limitBytes = policy.limitBytes(forArchiveOf: file.byteCount)
    let entries = try Self.scan(file, format, policy: policy, limitBytes: limitBytes)
    let plan = try StagingPlan(
      entries, selection: selection, policy: policy, limitBytes: limitBytes)
    writer.remarks = plan.remarks
    let archive = try ArchiveHandle(file, format: format, for: .entries)
    for (entry, action) in zip(entries, plan.actions) {
      guard let found = try archive.next() else {
        throw Refusal(entry.name, "is seen by one archive reader but not by another")
      }
      try Self.check(found, against: entry, format)
      switch action {
      case .skip: break
      case .file(let path, let isExecutable):
        let target = try writer.begin(
          path, isExecutable: isExecutable, bytes: entry.size, entry: entry.name)
        try archive.forEachPiece { try target.append($0) }
        try target.finish(in: writer)
      case .copy(let path, let from, let isExecutable):
        try writer.copy(path, from: from, isExecutable: isExecutable, entry: entry.name)
      case .link(let path, let target):
        try writer.link(path, target: target)
      }
    }
    if let extra = try archive.next() {
      throw Refusal(extra.name, "is seen by one archive reader but not by another")
    }
  }

  /// The archive's entries, without any of its contents.
  static func scan(
    _ file: ArchiveFile, _ format: ArchiveFormat, policy: StagingPolicy, limitBytes: UInt64
  ) throws -> [ArchiveEntry] {
    guard case .tar(let compression) = format else {
      return try ZipScanner.entries(of: file, policy: policy, limitBytes: limitBytes)
    }
    var scanner = TarScanner(policy: policy, limitBytes: limitBytes)
    func consume(_ piece: UnsafeRawBufferPointer) throws {
      try Interrupts.check()
      try scanner.consume(piece)
    }
    if compression == .gzip {
      var isFirst = true
      try GzipReader.forEachPiece(of: file) { piece in
        if isFirst, ArchiveFormat.isCompressed(piece) {
          throw Refusal("is compressed more than once")
        }
        isFirst = false
        try consume(piece)
      }
    } else {
      let archive = try ArchiveHandle(file, format: format, for: .unpackedBytes)
      guard try archive.next() != nil else { throw Refusal("is empty") }
      try archive.forEachPiece(consume)
    }
    return try scanner.finish()
  }

  /// Compares an entry as libarchive reports it with the one from the first reader.
  private static func check(
    _ found: ArchiveHandle.Header, against entry: ArchiveEntry, _ format: ArchiveFormat
  ) throws(Refusal) {
    func differs(_ what: String) -> Refusal {
      Refusal(entry.name, "has a different \(what) depending on the reader")
    }
    // For zip archives libarchive reports where it stopped before, not where the entry is.
    guard format == .zip || found.position == entry.position else { throw differs("position") }
    // The trailing slash of a folder's name is optional.
    let name = found.name.map { Array($0.trimmingSlash) }
    guard name == Array(entry.name.trimmingSlash) else { throw differs("name") }
    switch (found.kind, entry.kind) {
    case (.other, .other): break
    case (let theirs, let ours):
      guard theirs == ours else { throw differs("type or link target") }
    }
    guard entry.kind != .file || found.size == entry.size else { throw differs("size") }
  }
}

extension [UInt8] {
  /// The bytes without slashes at the end.
  fileprivate var trimmingSlash: ArraySlice<UInt8> {
    var slice = self[...]
    while slice.last == UInt8(ascii: "/") { slice.removeLast() }
    return slice
  }
}
