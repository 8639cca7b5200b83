#if os(Linux)
import Glibc

/// Passes data from a socket of the caller to the command, and takes from the socket no more than the
/// command has read: the rest is for whoever reads the socket next.
final class InputRelay {
  private let source: Int32
  private var target: Int32
  /// Bytes in the pipe, which are still in the socket too.
  private var pending = 0
  private var bytes: [UInt8]
  /// F_SETPIPE_SZ of <linux/fcntl.h>.
  private static let setPipeSize: Int32 = 1031

  init(from source: Int32, to target: Int32) {
    self.source = source
    self.target = target
    _ = fcntl(target, F_SETFL, O_NONBLOCK)
    // A pipe of one page becomes writable again only when that has been read (pipe(7)).
    let size = fcntl(target, Self.setPipeSize, 1)
    bytes = [UInt8](repeating: 0, count: max(1, Int(size)))
  }

  deinit { end() }

  var polled: [pollfd] {
    if target < 0 { return [] }
    if pending > 0 { return [pollfd(fd: target, events: Int16(POLLOUT), revents: 0)] }
    // Without events, a pipe still says that its reader is gone.
    return [
      pollfd(fd: source, events: Int16(POLLIN), revents: 0),
      pollfd(fd: target, events: 0, revents: 0),
    ]
  }

  func serve(_ entry: pollfd) {
    if entry.fd == target, entry.revents & Int16(POLLERR) != 0 { return end() }
    if entry.fd == target { return take() }
    let count = recv(source, &bytes, bytes.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    // A socket that fails ends, like one that was closed.
    guard count > 0, write(target, bytes, count) == count else { return end() }
    pending = count
  }

  /// Removes from the socket what the command has read.
  private func take() {
    var unread: Int32 = 0
    if ioctl(target, UInt(FIONREAD), &unread) != 0 { unread = 0 }
    var rest = pending - Int(unread)
    pending = 0
    while rest > 0 {
      let count = recv(source, &bytes, rest, Int32(MSG_DONTWAIT))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest -= count
    }
  }

  func end() {
    guard target >= 0 else { return }
    take()
    close(target)
    target = -1
  }
}

/// Passes data from the command to a socket of the caller.
final class OutputRelay {
  let commandEnd: Int32
  private var source: Int32
  private let target: Int32
  private var bytes = [UInt8](repeating: 0, count: 65536)
  private var pending: Range<Int> = 0..<0

  init(from source: Int32, to target: Int32, commandEnd: Int32) {
    self.source = source
    self.target = target
    self.commandEnd = commandEnd
    _ = fcntl(source, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if source >= 0 { close(source) }
  }

  /// Whether it passes data to the socket that `descriptor` refers to.
  func isFor(_ descriptor: Int32) -> Bool {
    var mine = stat()
    var other = stat()
    return fstat(target, &mine) == 0 && fstat(descriptor, &other) == 0
      && mine.st_dev == other.st_dev && mine.st_ino == other.st_ino
  }

  var polled: [pollfd] {
    if source < 0 { return [] }
    return pending.isEmpty
      ? [pollfd(fd: source, events: Int16(POLLIN), revents: 0)]
      : [pollfd(fd: target, events: Int16(POLLOUT), revents: 0)]
  }

  func serve() {
    if pending.isEmpty {
      let count = read(source, &bytes, bytes.count)
      if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
      // No writer is left.
      guard count > 0 else { return end() }
      pending = 0..<count
    }
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let count = bytes.withUnsafeBytes {
      send(target, UnsafeRawBufferPointer(rebasing: $0[pending]).baseAddress, pending.count, flags)
    }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    // Nobody reads any more; the command then hears of it as from a pipe.
    guard count >= 0 else { return end() }
    pending = pending.lowerBound + count..<pending.upperBound
  }

  private func end() {
    close(source)
    source = -1
  }
}
#endif
