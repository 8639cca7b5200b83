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
    let destination = Self.unmapped(destination)
    let port = UInt16(bigEndian: destination.port)
    let family = Int32(destination.family)
    switch family {
    case AF_INET, AF_INET6:
      let spelled = Self.spelling(family, destination.address)
      self =
        Self.isLoopback(destination)
        ? .loopback(spelled, port: port) : .elsewhere(spelled, port: port)
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

  /// Whether the address is on the loopback; without the spelling, because every connection asks.
  static func isLoopback(_ destination: csandbox_destination) -> Bool {
    let destination = unmapped(destination)
    let address = destination.address
    switch Int32(destination.family) {
    case AF_INET:
      return address.0 == 127 || (address.0 | address.1 | address.2 | address.3) == 0
    case AF_INET6:
      return withUnsafeBytes(of: address) { bytes in
        bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] < 2
          || bytes.elementsEqual(ownAddress)
      }
    default:
      return false
    }
  }

  /// The same destination in IPv4 where it is an IPv4-mapped IPv6 address.
  static func unmapped(_ destination: csandbox_destination) -> csandbox_destination {
    guard Int32(destination.family) == AF_INET6,
      withUnsafeBytes(of: destination.address, { $0.starts(with: mappedPrefix) })
    else { return destination }
    var inner = destination
    inner.family = UInt16(AF_INET)
    withUnsafeMutableBytes(of: &inner.address) { bytes in
      for place in 0..<4 { bytes[place] = bytes[place + 12] }
      for place in 4..<16 { bytes[place] = 0 }
    }
    return inner
  }

  /// An address in its usual spelling (inet_ntop(3)).
  private static func spelling(
    _ family: Int32, _ address: csandbox_address
  ) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isSpelled = withUnsafeBytes(of: address) {
      inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) != nil
    }
    guard isSpelled else { return "?" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
#endif
