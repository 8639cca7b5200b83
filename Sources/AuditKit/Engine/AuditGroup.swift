import Findings

/// A group of rules of the audit: inspects each file in turn, then reports its findings.
///
/// To add a group, make a folder in AuditKit with
/// 1. a type that conforms to this protocol, added to `Audit.standard`, and an `enum` of its rules;
/// 2. a case of each rule in the tests, and a similar harmless one.
///
/// The engine lists the tree, opens each file that some group needs exactly once, and passes its
/// chunks to those groups on several threads. So ``begin(_:context:)`` and ``inspect(_:of:context:into:)`` must
/// depend on the file alone; whatever needs more than one file happens in ``conclude(_:in:report:)``,
/// which runs once, on one thread, with the files in the order of their paths. That makes a report
/// the same whatever the number of threads.
///
/// To bound memory, ``end(_:context:facts:)`` drops facts that are not needed, and a file with more
/// than a few hundred facts is reduced to a count.
protocol AuditGroup: Sendable {
  /// What the group keeps of one file.
  associatedtype Facts: Sendable

  /// Every rule that the group reports; their identifiers share a prefix that no other group uses.
  var rules: [Finding.Rule] { get }

  /// How much of the file the group needs. Called for every file, link and special file of the
  /// packages and of the host, before anything is opened; must be quick.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest

  /// The facts before the first chunk.
  func begin(_ file: AuditedFile, context: AuditContext) -> Facts

  /// Inspects the next chunk of a file.
  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts)

  /// Completes the facts after the last chunk; nil if ``conclude(_:in:report:)`` does not need them.
  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts?

  /// Turns all kept facts into findings, in any order: the engine sorts them.
  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink)
}

/// A group that inspects no contents keeps no facts.
extension AuditGroup where Facts == Void {
  /// No facts.
  func begin(_ file: AuditedFile, context: AuditContext) {}

  /// Does nothing.
  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Void
  ) {}
}

extension AuditGroup {
  /// All facts are kept.
  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? { facts }
}

/// How much of a file a group needs.
enum Interest: Hashable, Sendable {
  /// Nothing: the group gets no facts of this file.
  case none
  /// Only its presence: facts from `begin` and `end`, no chunk. For names, modes and links.
  case presence
  /// The first `limitBytes` bytes, and at most one chunk more.
  case head(limitBytes: Int)
  /// Everything, up to the engine's limit.
  case whole
}
