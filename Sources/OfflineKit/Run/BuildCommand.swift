import CSandbox

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The command to run, already split into arguments.
public struct BuildCommand: Sendable {
  /// The program, by name or path, and its arguments; never empty.
  public var arguments: [String]
  /// Its environment variables.
  public var environment: BuildEnvironment
  /// The absolute path of the folder it starts in.
  public var directory: String

  /// Creates a command.
  ///
  /// - Precondition: `arguments` is not empty.
  public init(_ arguments: [String], environment: BuildEnvironment, directory: String) {
    precondition(!arguments.isEmpty, "a command has at least the program's name")
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// What is searched where PATH is not set.
  static let defaultPath = "/usr/local/bin:/usr/bin:/bin"

  /// The path of the program; nil when it is not installed.
  var executable: String? { candidates.first { access($0, X_OK) == 0 } }

  /// The paths at which the program may be, in the order in which they are tried. It is execvp's
  /// search, done here because it allocates memory, which must not happen between clone and exec.
  var candidates: [String] {
    let name = arguments[0]
    if name.utf8.contains(UInt8(ascii: "/")) { return [name] }
    let path = environment["PATH"] ?? Self.defaultPath
    return path.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
  }
}

/// Environment variables, in their order, byte for byte.
public struct BuildEnvironment: Sendable {
  /// `NAME=VALUE` without the closing zero; bytes, because values need not be UTF-8.
  private(set) var entries: [[UInt8]]

  /// The environment of this process.
  public static var inherited: BuildEnvironment {
    var entries: [[UInt8]] = []
    guard var next = csandbox_environment() else { return BuildEnvironment(entries: []) }
    while let entry = next.pointee {
      var bytes: [UInt8] = []
      var end = entry
      while end.pointee != 0 {
        bytes.append(UInt8(bitPattern: end.pointee))
        end += 1
      }
      entries.append(bytes)
      next += 1
    }
    return BuildEnvironment(entries: entries)
  }

  /// The value of a variable; nil removes it.
  public subscript(name: String) -> String? {
    get {
      entries.first { Self.isNamed(name, $0) }
        .map { String(decoding: $0.dropFirst(name.utf8.count + 1), as: UTF8.self) }
    }
    set {
      entries.removeAll { Self.isNamed(name, $0) }
      if let newValue { entries.append(Array("\(name)=\(newValue)".utf8)) }
    }
  }

  /// The names of all variables, in order.
  var names: [String] {
    entries.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) }
  }

  private static func isNamed(_ name: String, _ entry: [UInt8]) -> Bool {
    entry.starts(with: Array("\(name)=".utf8))
  }

  /// Removes the proxy variables: a proxy may well run on the loopback.
  ///
  /// - Returns: the names of the variables that were set.
  mutating func removeProxies() -> [String] {
    let proxies: Set<String> = [
      "http_proxy", "https_proxy", "ftp_proxy", "all_proxy", "rsync_proxy", "socks_proxy",
    ]
    let found = names.filter { proxies.contains($0.lowercased()) }
    for name in found { self[name] = nil }
    return found
  }
}
