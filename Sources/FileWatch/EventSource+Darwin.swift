#if canImport(Darwin)
import Darwin
import SafeFiles

/// Events from kqueue (kqueue(2), EVFILT_VNODE).
///
/// It does not tell which write is the last, so after each event the file's stamp is compared.
final class EventSource {
  private let queue: Int32
  private var descriptors: [Int32] = []

  init() throws(FileError) {
    queue = kqueue()
    guard queue >= 0 else { throw FileError(errno: errno, at: "kqueue", cannot: "be started") }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
    close(queue)
  }

  /// Watches the places of each file, and no others.
  func watch(_ placesByFile: [[WatchedPlace]]) throws(FileError) {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
    var seen: Set<String> = []
    for place in placesByFile.joined() {
      if seen.insert(place.folder).inserted, !add(place.folder), place.isFile, errno != ENOENT {
        throw FileError(errno: errno, at: place.folder, cannot: "be watched")
      }
      guard place.isFile else { continue }
      let file = "\(place.folder)/\(String(decoding: place.name, as: UTF8.self))"
      if seen.insert(file).inserted { _ = add(file) }
    }
  }

  private func add(_ path: String) -> Bool {
    let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    let flags = NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE
    var change = kevent(
      ident: UInt(descriptor), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
      fflags: UInt32(flags), data: 0, udata: nil)
    guard kevent(queue, &change, 1, nil, 0, nil) == 0 else {
      close(descriptor)
      return false
    }
    descriptors.append(descriptor)
    return true
  }

  /// Waits for events, at most until `deadline`; empty once that has passed.
  func events(
    waitingUntil deadline: ContinuousClock.Instant?
  ) throws(FileError) -> [ChangeSettling.Event] {
    let wait = Milliseconds.until(deadline)
    var time = timespec(tv_sec: Int(wait / 1000), tv_nsec: Int(wait % 1000) * 1_000_000)
    var event = kevent()
    let count =
      wait < 0
      ? kevent(queue, nil, 0, &event, 1, nil) : kevent(queue, nil, 0, &event, 1, &time)
    return count > 0 ? [.elsewhere] : []
  }
}
#endif
