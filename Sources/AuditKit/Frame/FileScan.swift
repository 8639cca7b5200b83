import BroadcastPool
import SafeFiles

/// The pass over the files: each is opened once and its chunks go to every group that wants them.
struct FileScan: Sendable {
  /// The most bytes of one file that groups see.
  static let limitBytes = 64 << 20

  /// What the pass leaves of one file.
  struct Result: Sendable {
    let file: AuditedFile
    /// Facts by position of the group; nil where the group wanted none.
    var facts: [(any Sendable)?] = []
    /// Whether groups saw less than they wanted.
    var isCut = false
    /// Why it could not be read.
    var failure: String?
  }

  let context: AuditContext
  let groups: [any AuditGroup]

  /// Looks at `files`, several at a time, and gives the results in their order.
  func results(of files: [AuditedFile], threads: Int?) throws -> [Result] {
    try files.mapSideBySide(threads: threads, batchSize: 16, name: "audit") { file, _ in
      look(at: file)
    }
  }

  private func look(at file: AuditedFile) -> Result {
    var result = Result(file: file)
    let observers = groups.map { observer(for: $0, file: file) }
    // Links and special files have names but nothing to read.
    let wanted = file.kind == .file ? observers.map { $0?.wantedBytes ?? 0 }.max() ?? 0 : 0
    if wanted > 0 {
      do {
        try read(file, wanted: wanted, observers: observers, into: &result)
      } catch {
        result.failure = error.problem
      }
    }
    result.facts = observers.map { $0?.facts() }
    return result
  }

  private func observer(
    for group: any AuditGroup, file: AuditedFile
  ) -> (any FileObserver)? {
    func make<G: AuditGroup>(_ group: G) -> (any FileObserver)? {
      GroupObserver(group, file: file, context: context)
    }
    return make(group)
  }

  private func read(
    _ file: AuditedFile, wanted: Int, observers: [(any FileObserver)?], into result: inout Result
  ) throws(FileError) {
    let open = try context.root.openFile(file.path)
    let capacity = min(FileChunk.sizeBytes, max(file.size + 1, 512))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }

    var held = 0
    var offset = 0
    var line = 1
    var insideLine = false
    var isAtEnd = false
    while !isAtEnd, offset < wanted {
      let count = try open.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
      isAtEnd = count < capacity - held
      held += count
      let all = UnsafeRawBufferPointer(rebasing: buffer[..<held])
      var end = held
      if !isAtEnd, let feed = all.lastIndex(of: UInt8(ascii: "\n")) { end = feed + 1 }
      let chunk = FileChunk(
        bytes: UnsafeRawBufferPointer(rebasing: all[..<end]), offset: offset, firstLine: line,
        beginsInsideLine: insideLine,
        endsInsideLine: !isAtEnd && all[end - 1] != UInt8(ascii: "\n"))
      if end > 0 {
        for observer in observers where observer.map({ $0.wantedBytes > offset }) ?? false {
          observer?.inspect(chunk)
        }
      }
      if !isAtEnd { line += FileChunk.lineFeeds(in: chunk.bytes) }
      insideLine = chunk.endsInsideLine
      offset += end
      // The line that has begun comes again with its rest.
      let rest = UnsafeRawBufferPointer(rebasing: all[end...])
      if end > 0, !rest.isEmpty { buffer.copyMemory(from: rest) }
      held -= end
    }
    result.isCut = !isAtEnd && wanted >= Self.limitBytes
  }
}

/// One group's view of one file, with the type of its facts hidden.
private protocol FileObserver: AnyObject {
  var wantedBytes: Int { get }
  func inspect(_ chunk: FileChunk)
  func facts() -> (any Sendable)?
}

private final class GroupObserver<Group: AuditGroup>: FileObserver {
  let wantedBytes: Int
  private let group: Group
  private let file: AuditedFile
  private let context: AuditContext
  private var state: Group.Facts

  init?(_ group: Group, file: AuditedFile, context: AuditContext) {
    switch group.interest(in: file, context: context) {
    case .none: return nil
    case .presence: wantedBytes = 0
    case .head(let limit): wantedBytes = min(limit, FileScan.limitBytes)
    case .whole: wantedBytes = FileScan.limitBytes
    }
    self.group = group
    self.file = file
    self.context = context
    state = group.begin(file, context: context)
  }

  func inspect(_ chunk: FileChunk) {
    group.inspect(chunk, of: file, context: context, into: &state)
  }

  func facts() -> (any Sendable)? {
    group.end(file, context: context, facts: &state)
    return group.isWorthKeeping(state) ? state : nil
  }
}
