import Findings
import SafeFiles
import VendorKit

/// Finds one library that is here twice: by equal files, and by what headers say that they are.
struct DuplicateCopiesGroup: AuditGroup {
  /// Headers say their version early; an amalgamation's licence stands before it.
  static let headBytes = 256 << 10

  var rules: [Finding.Rule] { DuplicateCopiesRules.all }

  /// The heads of headers that the table knows; of other source, that it is there.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.kind == .file, file.size > 0 else { return .none }
    if !KnownLibrary.candidates(for: file.path).isEmpty { return .head(limitBytes: Self.headBytes) }
    return SharedFiles.counts(file) ? .presence : .none
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> [LibraryMark] { [] }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout [LibraryMark]
  ) {
    let known = KnownLibrary.candidates(for: file.path).filter { library in
      !facts.contains { $0.library == library.name }
    }
    facts += LibraryMark.marks(of: known, in: chunk)
  }

  func conclude(
    _ files: [(file: AuditedFile, facts: [LibraryMark])], in context: AuditContext,
    report: inout FindingSink
  ) {
    SharedFiles(files.lazy.map(\.file), in: context).report(to: &report)
    LibraryCopies(files, in: context).report(to: &report)
  }
}
