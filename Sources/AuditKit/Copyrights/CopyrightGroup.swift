import Findings
import SafeFiles

/// Collects the copyright statements of packages' files; it has no rules and is no part of an audit.
struct CopyrightGroup: AuditGroup {
  /// The statements of one file.
  struct Facts: Sendable {
    var statements: [CopyrightStatement] = []
    var seen: Set<CopyrightStatement> = []
    /// Whether the file is not text: what looks like a statement there is somebody else's data.
    var isBinary = false
  }

  private let scanner = CopyrightScanner()

  /// The most different statements of one file.
  private static let limitStatements = 5000

  /// There are none.
  var rules: [Finding.Rule] { [] }

  /// All of each package file: a statement may stand at either end.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    file.package != nil && file.kind == .file ? .whole : .none
  }

  /// No statements.
  func begin(_ file: AuditedFile, context: AuditContext) -> Facts { Facts() }

  /// Collects the statements of a chunk of text.
  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    if chunk.offset == 0 { facts.isBinary = chunk.bytes.prefix(8192).contains(0) }
    guard !facts.isBinary, facts.statements.count < Self.limitStatements else { return }
    for statement in scanner.statements(in: chunk)
    where facts.seen.insert(statement).inserted {
      facts.statements.append(statement)
    }
  }

  /// Drops files without a statement.
  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? {
    facts.statements.isEmpty ? nil : facts
  }

  /// Reports nothing.
  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink
  ) {}
}
