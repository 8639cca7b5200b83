public import SafeFiles
import Synchronization

/// Tells when files were saved, whatever way the editor has of saving.
///
/// Folders are watched and not files, so a save by renaming another file into place is seen as well
/// as one that truncates and writes. A burst of writes is one change; a file that somebody still
/// writes to has not changed yet. Folders that go away and come back, and links, are followed.
/// Not seen: what another machine changes on a network file system.
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
  /// - Throws: `FileError` when a folder is not there or the system has no watches left.
  public init(_ paths: [String]) throws(FileError) {
    self.paths = paths
    let source = try EventSource()
    try source.watch(paths.map(WatchedPlace.places(of:)))
    state = Mutex(
      State(
        source: source, settling: ChangeSettling(fileCount: paths.count),
        stamps: paths.map(FileStamp.init(of:))))
  }

  /// Blocks the calling thread until files were saved, or are gone.
  ///
  /// - Returns: those of the paths, in their order; at least one.
  /// - Throws: `FileError` when the system can watch no longer.
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
  /// Waits for an event, or for quiet after some; the files that have changed, if any have.
  mutating func nextStep(_ paths: [String]) throws(FileError) -> [Int] {
    let events = try source.events(waitingUntil: settling.deadline)
    let now = ContinuousClock.now
    for event in events { settling.note(event, at: now) }
    let settled = settling.settled(at: now)
    // A folder or a link of the way may be another one now: first the watch, then the look.
    if events.contains(.elsewhere) || !settled.isEmpty {
      try source.watch(paths.map(WatchedPlace.places(of:)))
    }
    return settled.keys.sorted().filter { file in
      let stamp = FileStamp(of: paths[file])
      // Just made and empty: whoever made it has not begun to write.
      if settled[file] == .created, stamp?.isEmpty == true { return false }
      defer { stamps[file] = stamp }
      return settled[file] == .saved || stamp != stamps[file]
    }
  }
}
