import Findings
import SafeFiles

/// Finds libraries that appear twice: by identical files, and by the versions that headers define.
struct DuplicateCopiesGroup: AuditGroup {
  /// How far into a header its version is searched for: an amalgamation's licence precedes it.
  static let headBytes = 256 << 10

  var rules: [Finding.Rule] { DuplicateCopiesRules.all }

  /// The heads of headers in the table and of C source; of other source, only its presence.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.kind == .file, file.size > 0 else { return .none }
    if !KnownLibrary.candidates(for: file.path).isEmpty { return .head(limitBytes: Self.headBytes) }
    if isSearched(file) { return .head(limitBytes: Self.headBytes) }
    return SharedFiles.counts(file) ? .presence : .none
  }

  /// Whether a file of any name is searched for known libraries.
  private func isSearched(_ file: AuditedFile) -> Bool {
    guard file.package != nil else { return false }
    return ["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inl", "ipp", "m", "mm"].contains(
      file.fileExtension)
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> [LibraryVersion] { [] }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext,
    into facts: inout [LibraryVersion]
  ) {
    let known = KnownLibrary.candidates(for: file.path).filter { library in
      !facts.contains { $0.library == library.name }
    }
    facts += LibraryVersion.versions(of: known, in: chunk)
    if isSearched(file) {
      facts += LibraryVersion.versions(in: chunk, besides: Set(facts.map(\.library)))
    }
  }

  func conclude(
    _ files: [(file: AuditedFile, facts: [LibraryVersion])], in context: AuditContext,
    report: inout FindingSink
  ) {
    SharedFiles(files.lazy.map(\.file), in: context).report(to: &report)
    LibraryCopies(files, in: context).report(to: &report)
  }
}

/// Rules about duplicate copies of a library.
enum DuplicateCopiesRules {
  static let files = Rule(
    "double-files", .warning, "two packages share files",
    help: """
      Source files of two packages are identical, so one library is compiled, reviewed and updated \
      twice. Leave one copy out with --exclude.
      """)
  static let folder = Rule(
    "double-folder", .note, "a package contains the same files twice",
    help: """
      Source files of one folder appear again in another, under the same names. Leave out with \
      --exclude the copy that is not compiled.
      """)
  static let embedded = Rule(
    "double-embedded", .warning, "a copy of a known library inside a package",
    help: """
      The copy is not in vendor.lock, so it is neither matched against advisories nor updated. \
      Leave it out with --exclude and vendor the library as a package of its own, or record an \
      exception.
      """)
  static let library = Rule(
    "double-library", .warning, "two copies of one library",
    help: """
      Two copies of one library in one program cause link errors or, worse, link silently. Keep one.
      """)
  static let versions = Rule(
    "double-versions", .warning, "two versions of one library",
    help: """
      Compiling against the headers of one version and linking another fails at run time, and only \
      one of the two is likely to be updated. Keep one.
      """)

  static let all = [files, folder, embedded, library, versions]
}
