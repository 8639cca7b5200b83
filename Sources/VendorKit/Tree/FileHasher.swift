import BroadcastPool
import SafeFiles

/// Digests the files of a walk on a thread pool and returns them in order.
///
/// A request is a batch of neighbours, because dispatching a small file costs more than reading it.
/// A large file among them is deferred to a request of its own at the end, so that no
/// thread is left with all of them.
enum FileHasher {
  /// The result for one item.
  enum Outcome: Sendable {
    /// A regular file, with the status that it had before it was read; nil for known contents.
    case file(FileContents, FileStatus?)
    /// A file that could not be read.
    case failed(FileError)
    /// There was nothing to read.
    case notAFile
    /// Too large for a batch; it comes again after the walk.
    case deferred(FileStatus)
  }

  /// Neighbours in one request. Few, and from few folders, because each folder is a descriptor.
  private static let batchFiles = 64
  private static let batchFolders = 16
  /// Larger files are deferred.
  static let largeBytes = 1 << 20
  /// How much is read at once.
  private static let blockBytes = 128 << 10

  /// Which threads read the files of a walk.
  enum Readers {
    /// Those of a pool, at most so many; nil for the number of processors.
    case pool(threads: Int?)
    /// The calling one, for folders that are themselves walked side by side; larger files are refused.
    case caller(Buffers, limitBytes: Int)
  }

  /// A file that is larger than the calling thread may read.
  struct LargeFile: Error {}

  /// Walks through `folder`, digests every file, and calls `body` on the calling thread: with every
  /// item in the order of the paths, then again with each deferred file.
  ///
  /// - Parameters:
  ///   - known: the already known contents of the file at a path below `folder`; nil if unknown. The
  ///     calling thread then reads the others.
  /// - Throws: `LargeFile` for `caller`, and what `body` throws.
  static func walk(
    _ folder: DirectoryHandle, readers: Readers = .pool(threads: nil),
    known: ((RelativePath) -> FileContents?)? = nil, _ body: (TreeItem, Outcome) throws -> Void
  ) throws {
    switch (readers, known) {
    case (.caller(let buffers, let limitBytes), _):
      try walk(folder, with: buffers, limitBytes: limitBytes, known: known, body)
    case (.pool, .some):
      try walk(folder, with: Buffers(), limitBytes: .max, known: known, body)
    case (.pool(let threads), nil):
      try walk(folder, threads: threads, body)
    }
  }

  private static func walk(
    _ folder: DirectoryHandle, with buffers: Buffers, limitBytes: Int,
    known: ((RelativePath) -> FileContents?)?, _ body: (TreeItem, Outcome) throws -> Void
  ) throws {
    let digester = FileDigester(buffer: buffers.take())
    defer { buffers.giveBack(digester.takeBuffer()) }
    for item in TreeWalk(folder) {
      try Interrupts.check()
      if case .file = item.kind, let contents = item.path.flatMap({ known?($0) }) {
        try body(item, .file(contents, nil))
        continue
      }
      let outcome = outcome(of: item, limitBytes: limitBytes, digester)
      if case .deferred = outcome { throw LargeFile() }
      try body(item, outcome)
    }
  }

  private static func walk(
    _ folder: DirectoryHandle, threads: Int?, _ body: (TreeItem, Outcome) throws -> Void
  ) throws {
    let buffers = Buffers()
    let pool = BroadcastPool<Batch, [Outcome]>(name: "hash", threads: threads) {
      batch, cancellation in
      let digester = FileDigester(buffer: buffers.take())
      defer { buffers.giveBack(digester.takeBuffer()) }
      return try batch.items.map { item in
        try cancellation.check()
        return outcome(of: item, limitBytes: batch.isLarge ? .max : largeBytes, digester)
      }
    }
    var large: [TreeItem] = []
    try pool.waitForEachResponse(to: Batches(walk: TreeWalk(folder))) { batch, outcomes in
      for (item, outcome) in zip(batch.items, outcomes) {
        try Interrupts.check()
        if case .deferred = outcome { large.append(item) }
        try body(item, outcome)
      }
    }
    let alone = large.enumerated().lazy.map { Batch(number: -1 - $0, items: [$1], isLarge: true) }
    try pool.waitForEachResponse(to: alone) { batch, outcomes in
      try body(batch.items[0], outcomes[0])
    }
  }

  private static func outcome(
    of item: TreeItem, limitBytes: Int, _ digester: FileDigester
  ) -> Outcome {
    guard case .file = item.kind, let name = item.name else { return .notAFile }
    do throws(FileError) {
      let (file, status) = try item.folder.openFileWithStatus(name)
      guard status.size <= limitBytes else { return .deferred(status) }
      let digest = try digester.digest(of: file, bytes: status.size)
      return .file(FileContents(digest: digest, mode: status.mode), status)
    } catch {
      return .failed(error)
    }
  }

  /// A request: equal to no other, by its number.
  private struct Batch: Hashable, Sendable {
    let number: Int
    let items: [TreeItem]
    let isLarge: Bool

    static func == (left: Batch, right: Batch) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// The items of a walk, in batches.
  private struct Batches: Sequence, IteratorProtocol {
    var walk: TreeWalk
    var number = 0

    mutating func next() -> Batch? {
      var items: [TreeItem] = []
      var folders = 0
      while items.count < batchFiles, folders < batchFolders, let item = walk.next() {
        if items.last?.folder !== item.folder { folders += 1 }
        items.append(item)
      }
      guard !items.isEmpty else { return nil }
      number += 1
      return Batch(number: number, items: items, isLarge: false)
    }
  }

  /// Read buffers, one for each active thread.
  final class Buffers: Sendable {
    private let free = Locked<[[UInt8]]>([])

    func take() -> [UInt8] {
      free.withLock { $0.popLast() } ?? [UInt8](repeating: 0, count: blockBytes)
    }

    func giveBack(_ buffer: [UInt8]) {
      free.withLock { $0.append(buffer) }
    }
  }
}

/// Digests open files one after the other, reusing one buffer.
final class FileDigester {
  private var hash = SHA256()
  private var buffer: [UInt8]

  /// A digester that reads into `buffer`.
  init(buffer: [UInt8]) {
    precondition(!buffer.isEmpty, "the buffer must not be empty")
    self.buffer = buffer
  }

  /// The digest of what is in `file` from its position on.
  ///
  /// - Parameter bytes: how many there were when it was opened; more that are added meanwhile are not
  ///   read, so that a small file takes one call. For 0 it is read to its end.
  func digest(of file: OpenFile, bytes: Int) throws(FileError) -> SHA256Digest {
    var rest = bytes > 0 ? bytes : .max
    while true {
      // A Result, because the enclosing call would lose the error's type.
      let wanted = min(rest, buffer.count)
      let outcome = buffer.withUnsafeMutableBytes { bytes in
        Result { () throws(FileError) in
          let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
          hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          return count
        }
      }
      switch outcome {
      case .success(let count) where count < wanted || count == rest: return hash.finish()
      case .success(let count): rest -= count
      case .failure(let error):
        _ = hash.finish()
        throw error
      }
    }
  }

  /// Returns the buffer and ends the digester.
  func takeBuffer() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
  }
}

/// The digest and mode of a regular file.
public struct FileContents: Hashable, Sendable {
  /// The digest of its bytes.
  public let digest: SHA256Digest
  /// Its permission bits, `0o7777` at most.
  public let mode: UInt32

  /// Contents of their parts.
  public init(digest: SHA256Digest, mode: UInt32) {
    self.digest = digest
    self.mode = mode
  }

  /// Whether its owner may execute it.
  var isExecutable: Bool { mode & 0o100 != 0 }
}
