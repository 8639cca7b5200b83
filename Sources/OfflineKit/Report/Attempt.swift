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
  /// The URLs that were asked for, where a ``URLSink`` heard them; at most ``urlLimit``.
  public internal(set) var urls: [String] = []
  static let urlLimit = 20
  /// The processes that started the program of the first attempt.
  public let ancestry: Ancestry

  /// The processes that started a program, as far as they were still running.
  public struct Ancestry: Sendable, Equatable {
    /// The parent first, the build command last.
    public let parents: [BuildProgram]
    /// Whether the chain ends early, because a process in it had ended; the kernel does not keep
    /// whose child that one was.
    public let isOrphaned: Bool

    /// No parents: the program is the build command, or the system does not say.
    public static let none = Ancestry(parents: [], isOrphaned: false)
  }
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

/// A process of the build at the time of an attempt.
public struct BuildProgram: Hashable, Sendable {
  /// The short name that the kernel keeps, as `ps` shows it; empty if the process had ended.
  public let name: String
  /// Its process ID as the build itself sees it; 0 when unknown.
  public let pid: Int32
  /// The full path of its executable; nil when it could not be read.
  public let executable: String?
  /// Its arguments, at most 1000 bytes of them, separated by spaces.
  public let commandLine: String
  /// Its process ID as this program sees it; 0 when unknown.
  var outerPid: Int32 = 0

  /// A process that could not be found.
  static let unknown = BuildProgram(name: "", pid: 0, executable: nil, commandLine: "")
}

extension BuildProgram: CustomStringConvertible {
  /// `curl (pid 12, /usr/bin/curl)`.
  public var description: String {
    if name.isEmpty { return "a program that had ended" }
    return "\(name) (pid \(pid)\(executable.map { ", \($0)" } ?? ""))"
  }
}
