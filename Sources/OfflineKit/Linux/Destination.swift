#if os(Linux)
import CSandbox
import Glibc

/// The destination of a connect or send call.
enum Destination: Equatable {
  /// The loopback interface.
  case loopback(String, port: UInt16)
  /// Any other internet address, in its usual spelling.
  case elsewhere(String, port: UInt16)
  /// A socket in the file system.
  case local(path: String)

  /// Reads a destination; nil for netlink, abstract and unnamed local sockets, which the network
  /// namespace confines.
  init?(_ destination: csandbox_destination) {
    let port = UInt16(bigEndian: destination.port)
    let address = withUnsafeBytes(of: destination.address) { Array($0) }
    switch Int32(destination.family) {
    case AF_INET:
      self = Self.internet(AF_INET, Array(address[..<4]), port)
    case AF_INET6 where address.starts(with: Self.mappedPrefix):
      self = Self.internet(AF_INET, Array(address[12...]), port)
    case AF_INET6:
      self = Self.internet(AF_INET6, address, port)
    case AF_UNIX:
      let path = withUnsafeBytes(of: destination.path) { $0.prefix { $0 != 0 } }
      if path.isEmpty { return nil }
      self = .local(path: String(decoding: path, as: UTF8.self))
    default:
      return nil
    }
  }

  /// `::ffff:0:0/96`: an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2).
  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
  /// The address that the guard adds to lo, see Loopback.c.
  private static let ownAddress: [UInt8] =
    [0xfd, 0x61, 0x73, 0x6b, 0x69, 0x74] + [UInt8](repeating: 0, count: 9) + [1]

  private static func internet(_ family: Int32, _ address: [UInt8], _ port: UInt16) -> Self {
    let spelled = spelling(family, address)
    // Connecting to the unspecified address means the loopback, on Linux.
    let isLoopback =
      family == AF_INET
      ? address[0] == 127 || address == [0, 0, 0, 0]
      : address.dropLast().allSatisfy { $0 == 0 } && address[15] < 2 || address == ownAddress
    return isLoopback ? .loopback(spelled, port: port) : .elsewhere(spelled, port: port)
  }

  private static func spelling(_ family: Int32, _ address: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, address, &text, socklen_t(text.count)) != nil else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
#endif
