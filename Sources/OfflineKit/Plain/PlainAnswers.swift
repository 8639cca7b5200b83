#if os(Linux)
import CSandbox
import Glibc

/// Answers the notified calls of a command without namespaces, see PlainFilter.c.
///
/// What continues by itself is what cannot leave the build whatever the program does to its memory
/// meanwhile: calls whose arguments are numbers, and sends on sockets that this type has made.
final class PlainAnswers {
  private var listener: Int32
  private let allowed: [AllowedSocket]
  private let record: RunRecord
  private var sockets = MadeSockets()
  private var pairs: DatagramPairs
  private var servers = OwnServers()
  private let hostname = LinuxRun.machineName

  init(listener: Int32, allowed: [AllowedSocket], record: RunRecord) {
    self.listener = listener
    self.allowed = allowed
    self.record = record
    pairs = DatagramPairs { server, program in
      record.add(.address(server, port: 53, transport: "udp"), by: program)
    }
  }

  /// The descriptors to poll.
  var descriptors: [Int32] { (listener >= 0 ? [listener] : []) + pairs.descriptors }

  /// Reads what has arrived; `isEnded` says that nothing more will.
  func serve(_ descriptor: Int32, isEnded: Bool) {
    if descriptor == listener {
      if isEnded { closeListener() } else { answerNext() }
    } else if let (message, asker) = pairs.receive(descriptor) {
      if let reply = answer(message, asker) {
        pairs.noteQuestion(at: descriptor)
        pairs.send(reply, to: descriptor)
      }
    }
  }

  func closeAll() {
    closeListener()
    sockets.closeAll()
    pairs.closeAll()
  }

  private func closeListener() {
    if listener >= 0 { close(listener) }
    listener = -1
  }

  private func answerNext() {
    var call = csandbox_plain_call()
    guard csandbox_next_plain_call(listener, &call) == 0 else { return }
    if call.error != 0 {
      // Unmapped memory is the program's fault, and what the kernel would answer.
      if call.error != EFAULT, call.error != EINVAL { record.add(.unreadable, by: asker(of: call)) }
      return deny(call, call.error == EPERM ? EACCES : call.error)
    }
    switch csandbox_plain_kind(UInt32(bitPattern: call.call)) {
    case CSANDBOX_PLAIN_SOCKET: makeSocket(call)
    case CSANDBOX_PLAIN_CONNECT: connect(call)
    case CSANDBOX_PLAIN_BIND: bind(call)
    case CSANDBOX_PLAIN_LISTEN: listen(call)
    case CSANDBOX_PLAIN_SETSOCKOPT: setOption(call)
    case CSANDBOX_PLAIN_GETSOCKNAME: giveAddress(call) { pairs.name(of: $0) }
    case CSANDBOX_PLAIN_GETPEERNAME: giveAddress(call) { pairs.peer(of: $0) }
    default: send(call)
    }
  }

  private func asker(of call: csandbox_plain_call) -> BuildProgram {
    ProcessFolder(pid: call.thread).leader.program
  }

  // A program gets no answer to the attempt that is to end the command.
  private func deny(_ call: csandbox_plain_call, _ error: Int32) {
    if !record.isStopping { csandbox_answer_plain(listener, call.id, 0, error) }
  }

  private func answer(_ call: csandbox_plain_call, _ value: Int64) {
    if !record.isStopping { csandbox_answer_plain(listener, call.id, value, 0) }
  }

  private func inode(of call: csandbox_plain_call) -> UInt64? {
    MadeSockets.inode(of: call.arguments.0, in: call.thread)
  }

  // MARK: - socket, bind, listen

  private func makeSocket(_ call: csandbox_plain_call) {
    let family = Int32(truncatingIfNeeded: call.arguments.0)
    let flags = Int32(truncatingIfNeeded: call.arguments.1)
    let type = flags & 0xf
    let number = Int32(truncatingIfNeeded: call.arguments.2)
    let isStream = type == Int32(SOCK_STREAM.rawValue)
    switch family {
    case AF_UNIX where isStream || type == Int32(SOCK_SEQPACKET.rawValue): break
    case AF_UNIX:
      csandbox_continue_plain(listener, call.id)
      return
    case AF_VSOCK:
      record.add(.service("a vsock socket"), by: asker(of: call))
      return deny(call, EAFNOSUPPORT)
    case _ where isStream:
      guard number == 0 || number == Int32(IPPROTO_TCP) else { return deny(call, EPROTONOSUPPORT) }
    case _ where type == Int32(SOCK_DGRAM.rawValue):
      return give(
        call, pairs.make(for: call.thread, family: family, isNonBlocking: flags & O_NONBLOCK != 0),
        isKept: false)
    default:
      record.add(.service("a raw socket"), by: asker(of: call))
      return deny(call, EPERM)
    }
    let descriptor = Glibc.socket(family, flags | Int32(SOCK_CLOEXEC.rawValue), number)
    if descriptor < 0 { return deny(call, errno) }
    give(call, descriptor, isKept: true)
  }

  private func give(_ call: csandbox_plain_call, _ descriptor: Int32?, isKept: Bool) {
    guard let descriptor else { return deny(call, ENFILE) }
    let isClosedByExec = Int32(truncatingIfNeeded: call.arguments.1) & O_CLOEXEC
    let status = csandbox_give_socket(listener, call.id, descriptor, isClosedByExec)
    if isKept { sockets.keep(descriptor) } else { close(descriptor) }
    if status < 0, status != -ENOENT { deny(call, -status) }
  }

  private func bind(_ call: csandbox_plain_call) {
    guard let inode = inode(of: call) else { return deny(call, ENOTSOCK) }
    // There is no port to bind, and no program asks a resolver for one.
    if pairs.contains(inode, usedBy: call.thread) { return answer(call, 0) }
    // A copy would keep the port in use; what is bound is hardly ever connected.
    if let copy = sockets[inode], !Self.isLocal(copy) { sockets.drop(inode) }
    csandbox_continue_plain(listener, call.id)
  }

  private func listen(_ call: csandbox_plain_call) {
    guard let inode = inode(of: call) else { return deny(call, ENOTSOCK) }
    servers.add(inode, copy: sockets[inode], of: call.thread)
    sockets.drop(inode)
    csandbox_continue_plain(listener, call.id)
  }

  /// Resolvers give up when a socket for datagrams lacks an option of such sockets.
  private func setOption(_ call: csandbox_plain_call) {
    if let inode = inode(of: call), pairs.contains(inode, usedBy: call.thread) {
      answer(call, 0)
    } else {
      csandbox_continue_plain(listener, call.id)
    }
  }

  private func giveAddress(_ call: csandbox_plain_call, _ address: (UInt64) -> [UInt8]?) {
    guard let inode = inode(of: call), let address = address(inode) else {
      csandbox_continue_plain(listener, call.id)
      return
    }
    if address.isEmpty { return deny(call, ENOTCONN) }
    let status = csandbox_give_address(
      call.thread, call.arguments.1, call.arguments.2, address, UInt32(address.count))
    if status == 0 { answer(call, 0) } else { deny(call, -status) }
  }

  private static func isLocal(_ socket: Int32) -> Bool {
    var family: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && family == AF_UNIX
  }

  // MARK: - connect

  private func connect(_ call: csandbox_plain_call) {
    guard let inode = inode(of: call) else { return deny(call, ENOTSOCK) }
    let address = call.bytes
    guard address.count >= 2 else { return deny(call, EINVAL) }
    if pairs.contains(inode, usedBy: call.thread) { return connectPair(call, inode) }
    let copy = sockets[inode]
    switch call.destination {
    case .elsewhere(let host, let port):
      record.add(.address(host, port: port, transport: "tcp"), by: asker(of: call))
      deny(call, ENETUNREACH)
    case .loopback(let host, let port):
      if servers.has(port: port) { return perform(call, on: copy, inode, address) }
      record.add(.address(host, port: port, transport: "tcp"), by: asker(of: call))
      deny(call, ECONNREFUSED)
    case .local(let path): connectLocal(call, copy, inode, path)
    case nil where call.family == AF_UNIX:
      let name = Array(address[2...])
      if servers.has(abstractName: name) { return perform(call, on: copy, inode, address) }
      record.add(
        .service("the socket @\(String(decoding: name.dropFirst(), as: UTF8.self))"),
        by: asker(of: call))
      deny(call, ECONNREFUSED)
    case nil where call.family == AF_UNSPEC: perform(call, on: copy, inode, address)
    case nil: deny(call, EAFNOSUPPORT)
    }
  }

  private func perform(
    _ call: csandbox_plain_call, on copy: Int32?, _ inode: UInt64, _ address: [UInt8]
  ) {
    // Not one that this type has made, or one that was bound before.
    guard let copy else { return deny(call, EACCES) }
    let status = csandbox_connect_plain(copy, address, UInt32(address.count))
    if status == 0 || status == -EINPROGRESS { sockets.drop(inode) }
    if status == 0 { answer(call, 0) } else { deny(call, -status) }
  }

  /// Also for a send to a path: datagrams between programs of the build are not provided for.
  private func connectLocal(
    _ call: csandbox_plain_call, _ copy: Int32?, _ inode: UInt64, _ path: String
  ) {
    let place = OwnServers.path(Array(path.utf8), for: call.thread).map(CChar.init(bitPattern:))
    let file = csandbox_open_place(place)
    if file < 0 { return deny(call, -file) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return deny(call, errno) }
    if servers.has(file: status) || isAllowed(status) {
      // The file that was looked at, whatever its path leads to by now.
      var address = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_un>.size)
      address[0] = UInt8(AF_UNIX)
      for (place, byte) in "/proc/self/fd/\(file)".utf8.enumerated() { address[2 + place] = byte }
      return perform(call, on: copy, inode, address)
    }
    // A program that cannot reach a service of this kind does without, and asks for names by DNS.
    if status.st_mode & S_IFMT == S_IFSOCK, !HabitualSockets.contains(path) {
      record.add(.service(path), by: asker(of: call))
    }
    deny(call, ECONNREFUSED)
  }

  private func isAllowed(_ status: stat) -> Bool {
    allowed.contains {
      $0.file.device == UInt64(status.st_dev) && $0.file.inode == UInt64(status.st_ino)
    }
  }

  // MARK: - Datagrams

  private func connectPair(_ call: csandbox_plain_call, _ inode: UInt64) {
    switch call.destination {
    case .elsewhere(let host, port: 53), .loopback(let host, port: 53):
      pairs.connect(inode, to: host, call.bytes, by: asker(of: call))
      answer(call, 0)
    case nil where call.family == AF_UNSPEC: answer(call, 0)
    case .loopback: deny(call, ECONNREFUSED)
    case .elsewhere(let host, let port):
      record.add(.address(host, port: port, transport: "udp"), by: asker(of: call))
      deny(call, ENETUNREACH)
    case .local, nil: deny(call, EAFNOSUPPORT)
    }
  }

  private func send(_ call: csandbox_plain_call) {
    // A connection without connect: the data goes with the first packet.
    if call.flags & 0x2000_0000 /* MSG_FASTOPEN */ != 0 {
      if case .elsewhere(let host, let port)? = call.destination {
        record.add(.address(host, port: port, transport: "tcp"), by: asker(of: call))
      }
      return deny(call, EOPNOTSUPP)
    }
    guard call.address_length > 0, let inode = inode(of: call) else {
      csandbox_continue_plain(listener, call.id)
      return
    }
    let isPair = pairs.contains(inode, usedBy: call.thread)
    switch call.destination {
    case .elsewhere(let server, port: 53) where isPair,
      .loopback(let server, port: 53) where isPair:
      sendQuestion(call, inode, server)
    case .elsewhere(let host, let port):
      record.add(
        .address(host, port: port, transport: isPair ? "udp" : nil), by: asker(of: call))
      deny(call, ENETUNREACH)
    case .loopback: deny(call, ECONNREFUSED)
    case .local(let path): connectLocal(call, nil, inode, path)
    // Routing sockets name their own kind of address.
    case nil: csandbox_continue_plain(listener, call.id)
    }
  }

  /// A question that is not sent on a connected socket; of sendmsg and sendmmsg only the server's
  /// address is known.
  private func sendQuestion(_ call: csandbox_plain_call, _ inode: UInt64, _ server: String) {
    let length = min(call.arguments.2, 4096)
    var bytes = [UInt8](repeating: 0, count: Int(length))
    guard call.call == CSANDBOX_PLAIN_SENDTO.rawValue,
      csandbox_read_memory(call.thread, call.arguments.1, &bytes, UInt32(length)) == 0
    else {
      record.add(.service("a name server"), by: asker(of: call))
      return deny(call, ENETUNREACH)
    }
    if DNSQuestion(bytes) == nil {
      record.add(.address(server, port: 53, transport: "udp"), by: asker(of: call))
    } else if let reply = answer(bytes, call.thread), let end = pairs.end(of: inode) {
      pairs.send(reply, to: end)
    }
    answer(call, Int64(call.arguments.2))
  }

  /// The answer to a message that may be a question of DNS.
  private func answer(_ message: [UInt8], _ process: Int32) -> [UInt8]? {
    guard let question = DNSQuestion(message) else { return nil }
    if question.isLocal(hostname: hostname) { return question.loopback }
    record.add(
      .name(question.name), by: ProcessFolder(pid: process).leader.program,
      recordType: question.typeName)
    return record.isStopping ? nil : question.serverFailure
  }
}

extension csandbox_plain_call {
  /// The address that the call names.
  fileprivate var bytes: [UInt8] {
    withUnsafeBytes(of: address) { Array($0.prefix(Int(address_length))) }
  }

  fileprivate var family: Int32 {
    let bytes = bytes
    return bytes.count < 2 ? -1 : Int32(bytes[0]) | Int32(bytes[1]) << 8
  }

  fileprivate var destination: Destination? {
    let bytes = bytes
    // Linux takes AF_UNSPEC for AF_INET in a send (udp_sendmsg), and for "disconnect" in a connect.
    let isConnect = call == CSANDBOX_PLAIN_CONNECT.rawValue
    let family = family == AF_UNSPEC && !isConnect ? AF_INET : family
    var destination = csandbox_destination()
    destination.family = UInt16(truncatingIfNeeded: family)
    switch family {
    case AF_INET where bytes.count >= 8:
      withUnsafeMutableBytes(of: &destination.address) { $0.copyBytes(from: bytes[4..<8]) }
    case AF_INET6 where bytes.count >= 24:
      withUnsafeMutableBytes(of: &destination.address) { $0.copyBytes(from: bytes[8..<24]) }
    case AF_UNIX:
      withUnsafeMutableBytes(of: &destination.path) {
        $0.copyBytes(from: bytes[2...].prefix($0.count - 1))
      }
      return Destination(destination)
    default: return nil
    }
    destination.port = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
    return Destination(destination)
  }
}
#endif
