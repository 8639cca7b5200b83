#if os(Linux)
import CSandbox
import Glibc

/// What programs have instead of sockets for datagrams of the internet: one end each of a pair whose
/// other end is here. Lookups by name are heard and answered; nothing is sent anywhere.
struct DatagramPairs {
  /// The most pairs; one more closes the oldest.
  private static let limit = 256
  private static let messageLimit = 4096

  private struct Pair {
    let ours: Int32
    /// The inode of the program's end.
    let inode: UInt64
    let family: Int32
    var asker: Int32
    /// The name server it is connected to, until a question for it is heard.
    var silent: (server: String, program: BuildProgram)?
    /// The address it is connected to, as the program gave it.
    var peer: [UInt8] = []
  }
  private var pairs: [Pair] = []
  /// Told of a program that connected to a name server and ended without a legible question.
  private let noteSilence: (String, BuildProgram) -> Void

  init(noteSilence: @escaping (String, BuildProgram) -> Void) {
    self.noteSilence = noteSilence
  }

  /// Our ends, to poll.
  var descriptors: [Int32] { pairs.map(\.ours) }

  /// Makes a pair for a program.
  ///
  /// - Returns: its end, which the caller closes; nil when there are no more descriptors.
  mutating func make(for process: Int32, family: Int32, isNonBlocking: Bool) -> Int32? {
    var ends: [Int32] = [-1, -1]
    // Keeps the borders of messages, and ends when the program has closed its side.
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    if isNonBlocking { _ = fcntl(ends[1], F_SETFL, O_NONBLOCK) }
    guard let inode = MadeSockets.inode(of: ends[1]) else {
      ends.forEach { close($0) }
      return nil
    }
    if pairs.count == Self.limit { end(at: 0) }
    pairs.append(Pair(ours: ends[0], inode: inode, family: family, asker: process))
    return ends[1]
  }

  /// Whether the socket is one of these; `process` is the one that uses it now.
  mutating func contains(_ inode: UInt64, usedBy process: Int32) -> Bool {
    guard let place = pairs.firstIndex(where: { $0.inode == inode }) else { return false }
    pairs[place].asker = process
    return true
  }

  /// A program connects one to a name server.
  mutating func connect(
    _ inode: UInt64, to server: String, _ address: [UInt8], by program: BuildProgram
  ) {
    guard let place = pairs.firstIndex(where: { $0.inode == inode }) else { return }
    pairs[place].peer = address
    pairs[place].silent = (server, program)
  }

  /// A legible question arrived.
  mutating func noteQuestion(at descriptor: Int32) {
    if let place = pairs.firstIndex(where: { $0.ours == descriptor }) { pairs[place].silent = nil }
  }

  /// The address that a socket in place of the program's end would have: of the loopback interface.
  func name(of inode: UInt64) -> [UInt8]? {
    guard let pair = pairs.first(where: { $0.inode == inode }) else { return nil }
    let port: [UInt8] = [0x80, 0]
    if pair.family == AF_INET6 {
      return [UInt8(AF_INET6), 0] + port + [UInt8](repeating: 0, count: 19) + [1, 0, 0, 0, 0]
    }
    return [UInt8(AF_INET), 0] + port + [127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
  }

  /// The address that the program connected to; empty for none.
  func peer(of inode: UInt64) -> [UInt8]? { pairs.first { $0.inode == inode }?.peer }

  private mutating func end(at place: Int) {
    let pair = pairs.remove(at: place)
    close(pair.ours)
    if let silent = pair.silent { noteSilence(silent.server, silent.program) }
  }

  /// Reads a message that a program has sent.
  ///
  /// - Returns: the message and the process; nil if there is none or the pair has ended.
  mutating func receive(_ descriptor: Int32) -> (message: [UInt8], asker: Int32)? {
    guard let place = pairs.firstIndex(where: { $0.ours == descriptor }) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.messageLimit)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count > 0 { return (Array(bytes[..<count]), pairs[place].asker) }
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return nil }
    end(at: place)
    return nil
  }

  /// Sends an answer to the program that has the other end.
  func send(_ message: [UInt8], to descriptor: Int32) {
    Glibc.send(
      descriptor, message, message.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Our end of the pair of a socket.
  func end(of inode: UInt64) -> Int32? { pairs.first { $0.inode == inode }?.ours }

  mutating func closeAll() {
    while !pairs.isEmpty { end(at: 0) }
  }
}
#endif
