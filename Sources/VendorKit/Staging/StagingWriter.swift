import SafeFiles

/// Writes a package's files below one folder, digesting them on the way.
///
/// Not safe to use from several threads; the files of one source are written one after the other.
final class StagingWriter {
  private let directory: DirectoryHandle
  private var entries: [FileList.Entry] = []
  /// Remarks on the selection of the files.
  var remarks: [String] = []
  /// The folder of the last file: most files are in the same one.
  private var lastFolder: (path: RelativePath, handle: DirectoryHandle)?

  init(_ directory: DirectoryHandle) {
    self.directory = directory
  }

  /// Begins one file whose pieces come later; ``File/finish(in:)`` must follow.
  ///
  /// - Parameters:
  ///   - bytes: how many there must be.
  ///   - entry: the name to give in messages.
  func begin(
    _ path: [UInt8], isExecutable: Bool, bytes: UInt64, entry: [UInt8]
  ) throws -> File {
    try File(creating: path, isExecutable: isExecutable, bytes: bytes, entry: entry, in: self)
  }

  /// Writes a file with the content of one that was written before.
  func copy(_ path: [UInt8], from source: [UInt8], isExecutable: Bool, entry: [UInt8]) throws {
    let file = try directory.openFile(Self.path(source))
    let copy = try begin(
      path, isExecutable: isExecutable, bytes: UInt64(clamping: try file.status().size),
      entry: entry)
    try copy.append(contentsOf: file)
    try copy.finish(in: self)
  }

  /// Creates a symbolic link that the policy has allowed.
  func link(_ path: [UInt8], target: [UInt8]) throws {
    let path = try Self.path(path)
    try folder(of: path).createSymbolicLink(path.lastComponent, to: target)
    entries.append(FileList.Entry(path: path, content: .link(target: target)))
  }

  /// The list of everything that was written.
  func finish() throws -> FileList {
    try FileList(entries, named: directory.name)
  }

  /// Empties the folder again, as far as that is possible.
  func removeEverything() {
    lastFolder = nil
    // The error that led here is the one to report; what stays is removed with the folder.
    guard let written = try? directory.entries() else { return }
    for entry in written {
      if let path = try? entry.path() { try? directory.removeTree(path) }
    }
  }

  /// One file that is being written.
  final class File {
    private let path: RelativePath
    private let isExecutable: Bool
    private let expectedBytes: UInt64
    private let entry: [UInt8]
    private let file: OpenFile
    private var hash = SHA256()
    private var writtenBytes: UInt64 = 0

    fileprivate init(
      creating path: [UInt8], isExecutable: Bool, bytes: UInt64, entry: [UInt8],
      in writer: StagingWriter
    ) throws {
      self.path = try StagingWriter.path(path)
      self.isExecutable = isExecutable
      self.expectedBytes = bytes
      self.entry = entry
      self.file = try writer.folder(of: self.path).createFile(
        self.path.lastComponent, isExecutable: isExecutable)
    }

    /// Writes everything from the source's position to its end.
    func append(contentsOf source: OpenFile) throws {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }),
        count > 0
      {
        try buffer.withUnsafeBytes { try append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }

    /// Writes the next piece.
    ///
    /// - Throws: `Refusal` when there are more bytes than declared; `FileError`.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
      writtenBytes += UInt64(bytes.count)
      guard writtenBytes <= expectedBytes else {
        throw Refusal(entry, "has more than the \(expectedBytes) bytes that its header declares")
      }
      try Interrupts.check()
      hash.update(bytes)
      try file.write(bytes)
    }

    /// Adds the file to the list.
    func finish(in writer: StagingWriter) throws {
      guard writtenBytes == expectedBytes else {
        throw Refusal(entry, "has \(writtenBytes) bytes, but its header declares \(expectedBytes)")
      }
      writer.entries.append(
        FileList.Entry(
          path: path, content: .file(digest: hash.finish(), isExecutable: isExecutable)))
    }
  }

  private func folder(of path: RelativePath) throws(FileError) -> DirectoryHandle {
    guard let parent = path.parent else { return directory }
    if let lastFolder, lastFolder.path == parent { return lastFolder.handle }
    let handle = try directory.subdirectory(parent, createIfMissing: true)
    lastFolder = (parent, handle)
    return handle
  }

  private static func path(_ bytes: [UInt8]) throws(Refusal) -> RelativePath {
    do {
      return try RelativePath(bytes: bytes)
    } catch {
      throw Refusal(bytes, "has a name that \(error)")
    }
  }
}
