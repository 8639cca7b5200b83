public import SafeFiles
import Synchronization

/// Reports when files were saved, however the editor saves them.
///
/// Folders are watched and not files, so a save by renaming another file into place is seen as well
/// as one that truncates and writes. A burst of writes is one change; a file that is
/// still being written has not changed yet. Links are followed, and so are folders that disappear
/// and come back. Changes by another machine on a network file system are not seen.
public final class FileWatcher: Sendable {
  private let paths: [String]
  private let state: Mutex<State>

  fileprivate struct State {
    let source: EventSource
    var settling: ChangeSettling
    var stamps: [FileStamp?]
  }

  /// Starts to watch the files at `paths`, which need not exist; their folders must.
  ///
  /// - Throws: `FileError` when a folder does not exist or the system has no watches left.
  public init(_ paths: [String]) throws(FileError) {
    self.paths = paths
    let source = try EventSource()
    try source.watch(paths.map(WatchedPlace.places(of:)))
    state = Mutex(
      State(
        source: source, settling: ChangeSettling(fileCount: paths.count),
        stamps: paths.map(FileStamp.init(of:))))
  }

  /// Blocks the calling thread until files were saved or removed.
  ///
  /// - Returns: those of the paths, in their order; at least one.
  /// - Throws: `FileError` when the system can no longer watch.
  public func nextChange() throws(FileError) -> [String] {
    try state.withLock { state throws(FileError) in
      while true {
        let changed = try state.nextStep(paths)
        if !changed.isEmpty { return changed.map { paths[$0] } }
      }
    }
  }
}

extension FileWatcher.State {
  /// Waits for an event, or for quiet after earlier ones; returns the changed files, if any.
  mutating func nextStep(_ paths: [String]) throws(FileError) -> [Int] {
    let events = try source.events(waitingUntil: settling.deadline)
    let now = ContinuousClock.now
    for event in events { settling.note(event, at: now) }
    let settled = settling.settled(at: now)
    // A folder or link on the path may have been replaced: watch it first, then check the file.
    if events.contains(.elsewhere) || !settled.isEmpty {
      try source.watch(paths.map(WatchedPlace.places(of:)))
    }
    return settled.keys.sorted().filter { file in
      let stamp = FileStamp(of: paths[file])
      // Just created and empty: its writer has not begun to write.
      if settled[file] == .created, stamp?.isEmpty == true { return false }
      defer { stamps[file] = stamp }
      return settled[file] == .saved || stamp != stamps[file]
    }
  }
}

/// Timeouts for `poll`.
enum Milliseconds {
  /// The time from now until `deadline`, rounded up; -1 (no timeout) if there is none.
  static func until(_ deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(max(0, min(rest.rounded(.up), 60_000)))
  }
}
