#if os(Linux)
import Glibc

/// Sockets that the supervisor made for programs, by inode: copies of those that may be connected yet.
///
/// A copy keeps its socket alive, so it is dropped as soon as it is not needed; beyond a limit the
/// oldest go, and their programs can no longer connect them.
struct MadeSockets {
  private static let limit = 256
  private var copies: [UInt64: Int32] = [:]
  private var order: [UInt64] = []

  /// Keeps a copy, which it owns from now on.
  mutating func keep(_ descriptor: Int32) {
    guard let inode = Self.inode(of: descriptor) else {
      close(descriptor)
      return
    }
    copies[inode] = descriptor
    order.append(inode)
    while copies.count > Self.limit { drop(order[0]) }
  }

  /// The copy of a socket.
  subscript(inode: UInt64) -> Int32? { copies[inode] }

  /// Closes the copy of a socket.
  mutating func drop(_ inode: UInt64) {
    if let descriptor = copies.removeValue(forKey: inode) { close(descriptor) }
    order.removeAll { $0 == inode }
  }

  mutating func closeAll() {
    for inode in order { drop(inode) }
  }

  /// The inode of an open socket.
  static func inode(of descriptor: Int32) -> UInt64? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// The inode of the socket that a program has under a number.
  static func inode(of number: UInt64, in process: Int32) -> UInt64? {
    let descriptor = Int32(truncatingIfNeeded: number)
    guard let link = ProcessFolder(pid: process).link("fd/\(descriptor)"),
      link.hasPrefix("socket:["), link.hasSuffix("]")
    else { return nil }
    return UInt64(link.dropFirst(8).dropLast())
  }
}
#endif
