#if os(Linux)
import CSandbox
import Glibc

/// Puts the catch-all resolver on the addresses where the build expects a name server: any address
/// of the loopback, in any network namespace of the build.
///
/// It takes an address only when a program turns to it, so that a name server of the build's own may
/// run on one.
final class NameServers {
  private struct Place: Hashable {
    let network: ino_t
    let address: [UInt8]
  }
  /// The most further addresses.
  private static let limit = 64

  private let resolver: CatchAllResolver
  private var places: Set<Place> = []
  private let ownNetwork: ino_t
  /// The threads that asked last, by the port that they asked from.
  private var askers: [UInt16: Int32] = [:]
  private var lastAsker: Int32 = 0

  /// - Parameter socket: a socket of the sandbox's network namespace.
  init(_ resolver: CatchAllResolver, socket: Int32) {
    self.resolver = resolver
    let network = csandbox_network_of(socket)
    ownNetwork = Self.inode(of: network)
    if network >= 0 { close(network) }
  }

  /// Serves the address of `destination`, of the loopback, in the network namespace of `socket`.
  func serve(_ destination: csandbox_destination, networkOf socket: Int32) {
    let network = csandbox_network_of(socket)
    guard network >= 0 else { return }
    defer { close(network) }
    var destination = Destination.unmapped(destination)
    let address = withUnsafeBytes(of: destination.address) { Array($0) }
    let place = Place(network: Self.inode(of: network), address: address)
    guard places.count < Self.limit, places.insert(place).inserted else { return }

    let family = Int32(destination.family)
    let datagram = csandbox_open_socket_in(network, family, Int32(SOCK_DGRAM.rawValue))
    if datagram >= 0, place.network != ownNetwork { csandbox_raise_loopback_of(datagram) }
    let listener = csandbox_open_socket_in(network, family, Int32(SOCK_STREAM.rawValue))
    // An address in use is served already: by the build, or by us from the start.
    let served = [datagram, listener].map { descriptor -> Int32 in
      guard descriptor >= 0 else { return -1 }
      if csandbox_serve_names(descriptor, &destination) == 0 { return descriptor }
      close(descriptor)
      return -1
    }
    resolver.add(datagram: served[0], listener: served[1])
  }

  /// Remembers who asks from the port of `socket`, if it has one yet.
  func remember(_ socket: Int32, _ request: csandbox_request) {
    lastAsker = request.thread
    let port = UInt16(truncatingIfNeeded: csandbox_local_port(socket))
    if port != 0 { askers[port] = request.thread }
  }

  /// The program that asked from `port`, or else the one that asked last.
  func asker(from port: UInt16) -> BuildProgram? {
    askers[port].map { ProcessFolder(pid: $0).leader.program }
  }

  /// The program that turned to a name server last.
  var latestAsker: BuildProgram { ProcessFolder(pid: lastAsker).leader.program }

  private static func inode(of descriptor: Int32) -> ino_t {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status.st_ino : 0
  }
}
#endif
