/// One path that is not the same in both builds.
public struct Difference: Sendable, Equatable {
  /// How it differs.
  public enum Kind: Sendable, Equatable {
    /// Bytes that differ, in the order of their offsets: at least one place, at most four. The first
    /// is often a digest of the whole file (a build ID); the cause is then at a later one.
    case bytes([Place])
    /// Only the first build made it.
    case onlyInFirst
    /// Only the second build made it.
    case onlyInSecond
    /// Neither build made it.
    case inNeither
    /// A file in one build, a folder or link in the other.
    case type(first: String, second: String)
    /// Links with different targets.
    case target(first: String, second: String)
    /// Only one of the two is executable.
    case executable(first: Bool)
  }

  /// Where a run of differing bytes begins.
  public struct Place: Sendable, Equatable {
    /// The first differing byte, counted from 0; a shorter file ends there.
    public let offset: Int
    /// The bytes around it in the first build, at most 48.
    public let first: [UInt8]
    /// The bytes around it in the second build, at most 48.
    public let second: [UInt8]
  }

  /// The path below the folder in which the command ran.
  public let path: String
  /// How it differs.
  public let kind: Kind
}

extension Difference {
  /// What is wrong: `differs from byte 8196 on: "Nov 21 2026" and "Nov 22 2026"`.
  public var problem: String {
    switch kind {
    case .bytes(let places):
      "differs from "
        + places.map {
          "byte \($0.offset) on: \(Self.quoted($0.first)) and \(Self.quoted($0.second))"
        }
        .joined(separator: ", from ")
    case .onlyInFirst: "exists only in the first build"
    case .onlyInSecond: "exists only in the second build"
    case .inNeither: "neither build made it"
    case .type(let first, let second): "\(first) in the first build, \(second) in the second"
    case .target(let first, let second):
      "points to \(first) in the first build, to \(second) in the second"
    case .executable(let first):
      "executable in the \(first ? "first" : "second") build only"
    }
  }

  /// The bytes in quotation marks: printable ASCII as it is, everything else as dots.
  public static func quoted(_ bytes: [UInt8]) -> String {
    "\""
      + bytes.map { $0 >= 0x20 && $0 < 0x7f ? String(UnicodeScalar($0)) : "." }.joined() + "\""
  }
}
