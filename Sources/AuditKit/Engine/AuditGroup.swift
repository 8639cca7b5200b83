public import Findings

/// One group of the audit: looks at each file as it passes, then says what it found.
///
/// To add a group, make a folder in AuditKit with
/// 1. an `enum` of its ``Rule``s;
/// 2. a type that conforms to this protocol, added to `Audit.standard`;
/// 3. tests that plant a case of each rule and its harmless twin.
///
/// The engine lists the tree, opens each file that some group wants exactly once, and hands its
/// chunks to those groups on several threads. So ``begin(_:in:)`` and ``inspect(_:of:in:into:)`` must
/// depend on the file alone; whatever needs more than one file happens in ``conclude(_:in:report:)``,
/// which runs once, on one thread, with the files in the order of their paths. That makes a report
/// the same whatever the number of threads.
///
/// Memory is bounded by keeping little: `Facts` of files with nothing to say are dropped when
/// ``isWorthKeeping(_:)`` says no, and a file that would give more than a few hundred facts gives
/// a count instead.
public protocol AuditGroup: Sendable {
  /// What the group remembers of one file.
  associatedtype Facts: Sendable

  /// What the group looks for; the identifiers begin with one name, which no other group has.
  var rules: [Finding.Rule] { get }

  /// How much of the file the group wants to see. Called for every file, link and folder-like thing
  /// of the packages and of the host, before anything is opened; must be quick.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest

  /// Facts before the first chunk.
  func begin(_ file: AuditedFile, context: AuditContext) -> Facts

  /// Looks at the next chunk of a file.
  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts)

  /// After the last chunk; the place to settle what chunks left open.
  func end(_ file: AuditedFile, context: AuditContext, facts: inout Facts)

  /// Whether ``conclude(_:in:report:)`` needs these facts.
  func isWorthKeeping(_ facts: Facts) -> Bool

  /// Turns all kept facts into findings, in any order: the engine sorts them.
  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink)
}

extension AuditGroup {
  /// Nothing is left open.
  public func end(_ file: AuditedFile, context: AuditContext, facts: inout Facts) {}

  /// All facts are kept.
  public func isWorthKeeping(_ facts: Facts) -> Bool { true }
}

/// How much of a file a group wants to see.
public enum Interest: Hashable, Sendable {
  /// Nothing: the group gets no facts of this file.
  case none
  /// Only that it is there: facts from `begin` and `end`, no chunk. For names, modes and links.
  case presence
  /// The first so many bytes; at least that many, and at most one chunk more.
  case head(limitBytes: Int)
  /// Everything, up to the engine's limit.
  case whole
}
