public import Findings

/// The outcome of building twice.
public struct ComparisonOutcome: Sendable {
  /// The commit that was built.
  public internal(set) var head: String = ""
  /// The outcomes of both builds, or of the first alone if it failed.
  public internal(set) var builds: [Outcome] = []
  /// What was varied between the two builds, and whether that took effect.
  public internal(set) var variations: [VariationReport] = []
  /// The builds beyond the two, made to find causes.
  public internal(set) var furtherBuildCount = 0
  /// What makes the second build fail, where ``BuildComparison/findsCause`` found it.
  public internal(set) var failure: Dependence?
  /// Whether the paths were compared; they are when both builds succeeded.
  public internal(set) var isCompared = false
  /// The number of files that were compared.
  public internal(set) var fileCount = 0
  /// The paths that differ, at most 1000 of them.
  public internal(set) var differences: [Difference] = []
  /// The number of all paths that differ.
  public internal(set) var differenceCount = 0
  /// Notes for the reader, one sentence each.
  public internal(set) var notes: [String] = []
  /// The signal that ended the run early, if any.
  public internal(set) var interruption: Int32?

  /// Whether a path or pattern to compare led to nothing that a build made.
  public var isPathMissing: Bool { differences.contains { $0.isNothing } }

  /// The verdict on both builds together; differences do not affect it, see ``isIdentical``.
  public var verdict: Outcome.Verdict {
    if builds.contains(where: { $0.verdict == .asked }) { return .asked }
    if !isCompared || isPathMissing { return .failed }
    return .clean
  }

  /// Whether both builds produced identical files.
  public var isIdentical: Bool { isCompared && differenceCount == 0 }
}

extension ComparisonOutcome {
  /// A finding for each attempt of each build, and for each path that differs.
  public var findings: [Finding] {
    builds.flatMap(\.findings)
      + differences.map {
        Finding(OfflineRules.difference, "\($0.path): \($0.problem)\($0.reason)")
      }
  }
}

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
    /// Neither build made it; what is there instead.
    case inNeither(present: String)
    /// A folder without files in both builds.
    case empty
    /// It was there before the builds, and neither has written it.
    case untouched
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
  /// Why, as far as the contents tell.
  public internal(set) var causes: [Cause] = []
  /// Which variation it depends on; nil where no further builds were made for it.
  public internal(set) var dependence: Dependence?

  init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// What a difference depends on, found by building with a part of the variations.
public enum Dependence: Sendable, Equatable {
  /// It differs even when nothing is varied: the time of the build, random numbers, or a race.
  case nothing
  /// It differs when each of these is varied, or only when all of them are.
  case properties([VariedProperty])
}

extension Difference {
  /// The causes, as the end of a sentence; empty where there are none.
  fileprivate var reason: String {
    causes.isEmpty ? "" : "; it \(causes.map(\.text).joined(separator: "; "))"
  }

  /// Whether nothing was compared, so that nothing is known.
  public var isNothing: Bool {
    switch kind {
    case .inNeither, .empty, .untouched: true
    default: false
    }
  }

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
    case .inNeither(let present): "neither build made it; \(present)"
    case .empty: "is an empty folder in both builds: nothing was compared"
    case .untouched:
      "was there before the build, and neither build has written it: nothing was compared"
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
