import BroadcastPool
import SafeFiles
import VendorKit

/// Reads the files: each is opened once and its chunks go to every group that needs them.
struct FileScan: Sendable {
  /// The most bytes of one file that groups are given.
  static let limitBytes = 64 << 20

  /// The result of scanning one file.
  struct Result: Sendable {
    var file: AuditedFile
    /// Facts with the index of their group; groups without interest are left out.
    var facts: [(group: Int, facts: any Sendable)] = []
    /// Whether groups were given less than they needed.
    var isCut = false
    /// Why it could not be read.
    var failure: String?
  }

  let context: AuditContext
  let groups: [any AuditGroup]
  /// Whether to compute digests of packages' files, which reads them to their ends.
  var isDigesting = true

  /// Scans `files`, several at a time, and returns the results in their order.
  func results(of files: [AuditedFile], threads: Int?) throws -> [Result] {
    let makers = groups.enumerated().map { maker(for: $1, at: $0) }
    return try Self.batches(of: files).mapSideBySide(threads: threads, name: "audit") { batch, _ in
      let reader = ChunkReader()
      return files[batch].map { look(at: $0, makers, reader) }
    }.flatMap { $0 }
  }

  /// Ranges of adjacent files, small enough that no thread is left with most bytes at the end.
  private static func batches(of files: [AuditedFile]) -> [Range<Int>] {
    var batches: [Range<Int>] = []
    var (start, bytes) = (0, 0)
    for (index, file) in files.enumerated() {
      bytes += file.size
      guard index + 1 - start >= 32 || bytes >= 2 << 20 || index + 1 == files.count else {
        continue
      }
      batches.append(start..<(index + 1))
      (start, bytes) = (index + 1, 0)
    }
    return batches
  }

  private func look(at file: AuditedFile, _ makers: [ObserverMaker], _ reader: ChunkReader)
    -> Result
  {
    var result = Result(file: file)
    let observers = makers.compactMap { $0(file) }
    // Links and special files have names but nothing to read.
    let wanted = file.kind == .file ? observers.map(\.wantedBytes).max() ?? 0 : 0
    let isDigested = isDigesting && file.kind == .file && file.package != nil
    if wanted > 0 || isDigested {
      do {
        let (open, status) = try context.root.openFileWithStatus(file.path)
        let (digest, isWhole) = try reader.read(open, wanted: wanted, isDigested: isDigested) {
          chunk in
          for observer in observers where observer.wantedBytes > chunk.offset {
            observer.inspect(chunk)
          }
        }
        result.file.contents = digest.map { FileContents(digest: $0, mode: status.mode) }
        result.isCut = !isWhole && wanted >= Self.limitBytes
      } catch {
        result.failure = error.problem
      }
    }
    for observer in observers {
      if let facts = observer.facts() { result.facts.append((observer.position, facts)) }
    }
    return result
  }

  /// Returns a function that makes a group's view of a file, or nil if the group has no interest.
  /// Made once for all files, because opening the existential costs more than many small files.
  private typealias ObserverMaker = @Sendable (AuditedFile) -> (any FileObserver)?

  private func maker(for group: some AuditGroup, at position: Int) -> ObserverMaker {
    { [context] file in GroupObserver(group, at: position, file: file, context: context) }
  }
}

/// One group's view of one file, with the type of its facts hidden.
private protocol FileObserver: AnyObject {
  var position: Int { get }
  var wantedBytes: Int { get }
  func inspect(_ chunk: FileChunk)
  func facts() -> (any Sendable)?
}

private final class GroupObserver<Group: AuditGroup>: FileObserver {
  let position: Int
  let wantedBytes: Int
  private let group: Group
  private let file: AuditedFile
  private let context: AuditContext
  private var state: Group.Facts

  init?(_ group: Group, at position: Int, file: AuditedFile, context: AuditContext) {
    switch group.interest(in: file, context: context) {
    case .none: return nil
    case .presence: wantedBytes = 0
    case .head(let limit): wantedBytes = min(limit, FileScan.limitBytes)
    case .whole: wantedBytes = FileScan.limitBytes
    }
    self.position = position
    self.group = group
    self.file = file
    self.context = context
    state = group.begin(file, context: context)
  }

  func inspect(_ chunk: FileChunk) {
    group.inspect(chunk, of: file, context: context, into: &state)
  }

  func facts() -> (any Sendable)? {
    group.end(file, context: context, facts: state)
  }
}
