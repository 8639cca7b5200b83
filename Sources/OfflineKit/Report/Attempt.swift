/// A network attempt of the build: one program and one target, however often it was repeated.
public struct Attempt: Sendable {
  /// What a program tried to reach.
  public enum Target: Hashable, Sendable {
    /// A host name that was looked up.
    case name(String)
    /// An address of a connection or datagram; `transport` is `tcp`, `udp`, … where known.
    case address(String, port: UInt16, transport: String?)
    /// The socket of a daemon outside the sandbox that has network access.
    case service(String)
    /// An address that could not be read from the program's memory.
    case unreadable
  }

  /// What the program tried to reach.
  public let target: Target
  /// The program that made the first attempt.
  public let program: BuildProgram
  /// The time of the first attempt, from the start of the command.
  public let first: Duration
  /// The time of the last attempt.
  public internal(set) var last: Duration
  /// How often; lookups of one name by one process within a second count once.
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
