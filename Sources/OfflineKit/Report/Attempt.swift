/// One thing that a program of the build asked of the network, however often it did.
public struct Attempt: Sendable {
  /// What was asked for.
  public enum Target: Hashable, Sendable {
    /// A name was to be resolved.
    case name(String)
    /// A connection was made or a datagram sent; `transport` is `tcp`, `udp`, … where known.
    case address(String, port: UInt16, transport: String?)
    /// A daemon outside that has the network was called through its socket.
    case service(String)
    /// An address that could not be read out of the program.
    case unreadable
  }

  /// What was asked for.
  public let target: Target
  /// Who asked first.
  public let program: BuildProgram
  /// When, counted from the start of the command.
  public let first: Duration
  /// When it last asked.
  public internal(set) var last: Duration
  /// How often; what one process asks about one name within a second counts once.
  public internal(set) var count: Int
  /// The record types of a name, such as `A` and `AAAA`; empty for others.
  public internal(set) var recordTypes: [String] = []
}

extension Attempt.Target: CustomStringConvertible {
  /// `example.org`, `192.0.2.1:443 (tcp)`, `[2001:db8::1]:443 (tcp)`.
  public var description: String {
    switch self {
    case .name(let name): name
    case .address(let address, let port, let transport):
      (port == 0
        ? address : address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)")
        + (transport.map { " (\($0))" } ?? "")
    case .service(let name): name
    case .unreadable: "an address that could not be read"
    }
  }
}
