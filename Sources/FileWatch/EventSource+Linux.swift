#if os(Linux)
import Glibc
import SafeFiles

/// Events from inotify (inotify(7)).
final class EventSource {
  private struct Name: Hashable {
    let watch: Int32
    let bytes: [UInt8]
  }

  private let descriptor: Int32
  /// The file whose own name it is; nil for a folder or a link on the way.
  private var fileByName: [Name: Set<Int?>] = [:]
  private var watches: Set<Int32> = []

  init() throws(FileError) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else {
      throw FileError(
        errno: errno, at: "inotify", cannot: "be started",
        remedy: "raise fs.inotify.max_user_instances, or end other programs that watch files")
    }
  }

  deinit { close(descriptor) }

  /// Watches the places of each file, and no others.
  ///
  /// Only the file's own folder must exist and be readable, not those above it.
  func watch(_ placesByFile: [[WatchedPlace]]) throws(FileError) {
    let old = watches
    watches = []
    fileByName = [:]
    for (file, places) in placesByFile.enumerated() {
      for place in places {
        // A folder that is watched already returns the same number again.
        let watch = inotify_add_watch(descriptor, place.folder, Self.events)
        guard watch >= 0 else {
          let number = errno
          if number == ENOSPC {
            throw FileError(
              errno: number, at: place.folder, cannot: "be watched",
              remedy: "raise fs.inotify.max_user_watches")
          }
          let isMissing = number == ENOENT || number == ENOTDIR || number == ELOOP
          if place.isFile, !isMissing || old.isEmpty {
            throw FileError(errno: number, at: place.folder, cannot: "be watched")
          }
          continue
        }
        watches.insert(watch)
        fileByName[Name(watch: watch, bytes: place.name), default: []]
          .insert(place.isFile ? file : nil)
      }
    }
    for watch in old.subtracting(watches) { inotify_rm_watch(descriptor, watch) }
  }

  private static let events = UInt32(
    IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MOVE_SELF
      | IN_DELETE_SELF | IN_ONLYDIR)

  /// Waits for events, at most until `deadline`; empty once that has passed.
  func events(
    waitingUntil deadline: ContinuousClock.Instant?
  ) throws(FileError) -> [ChangeSettling.Event] {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, Milliseconds.until(deadline)) > 0 else { return [] }
    var events: [ChangeSettling.Event] = []
    // Room for many events, each with a name of the longest kind.
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 8) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      var offset = 0
      while offset < count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        offset += MemoryLayout<inotify_event>.size
        let name = buffer[offset..<offset + Int(event.len)].prefix { $0 != 0 }
        offset += Int(event.len)
        events += self.events(event, Array(name))
      }
    }
    return events
  }

  private func events(_ event: inotify_event, _ name: [UInt8]) -> [ChangeSettling.Event] {
    let mask = Int(event.mask)
    if mask & Int(IN_Q_OVERFLOW) != 0 { return [.elsewhere] }
    guard watches.contains(event.wd) else { return [] }
    if mask & Int(IN_MOVE_SELF | IN_DELETE_SELF | IN_UNMOUNT) != 0 { return [.elsewhere] }
    // Most names in a watched folder are not watched files.
    guard let files = fileByName[Name(watch: event.wd, bytes: name)] else { return [] }
    return files.map { file in
      guard let file, mask & Int(IN_ISDIR) == 0 else { return .elsewhere }
      switch mask {
      case _ where mask & Int(IN_CLOSE_WRITE | IN_MOVED_TO) != 0: return .saved(file: file)
      case _ where mask & Int(IN_MODIFY) != 0: return .written(file: file)
      case _ where mask & Int(IN_CREATE) != 0: return .created(file: file)
      default: return .gone(file: file)
      }
    }
  }
}
#endif
