import ArgumentParser
import AuditKit
import Findings
import SafeFiles
import TextFormats

/// The options for findings that are known already.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Report only what is not in this file. (default: what assetkit.toml says, else none)",
      valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write all findings to this file, as a baseline, and end with 0.", valueName: "file"))
  var writeBaseline: String?

  /// The baseline that the command line or else the policy names; nil for none.
  ///
  /// - Throws: `FileError` and `AuditError` for a file that cannot be read.
  func given(or policy: Policy, in root: DirectoryHandle) throws -> Baseline? {
    guard let path = baseline else {
      // The file that is about to be written need not exist.
      return writeBaseline == nil ? try Baseline(of: policy, in: root) : nil
    }
    return try Baseline(named: path) {
      guard let file = try UserFile(path) else { return nil }
      return try file.folder.readFile(file.name, limitBytes: Baseline.limitBytes)
    }
  }

  /// Says how many findings were known, and names what the baseline contains for nothing.
  func summarise(_ comparison: Baseline.Comparison, _ policy: Policy) {
    let file = baseline ?? policy.baseline?.description ?? ""
    Console.message(
      file, "\(Console.count(comparison.known, "finding")) left out, which the baseline contains")
    guard !comparison.gone.isEmpty else { return }
    for line in comparison.gone { Console.message(file, "no longer found: \(line)") }
    Console.message(
      file,
      comparison.gone.count == 1
        ? "1 entry matches nothing" : "\(comparison.gone.count) entries match nothing",
      remedy: "write it again with --write-baseline \(file)")
  }
}

extension Baseline {
  /// The most bytes of a baseline.
  fileprivate static let limitBytes = 64 << 20

  /// The baseline that a policy names; nil for none.
  ///
  /// - Throws: `FileError`, `AuditError`.
  init?(of policy: Policy, in root: DirectoryHandle) throws {
    guard let path = policy.baseline else { return nil }
    try self.init(named: root.name == "." ? path.description : "\(root.name)/\(path)") {
      try root.readFile(path, limitBytes: Self.limitBytes)
    }
  }

  /// Reads the baseline that messages call `name`.
  ///
  /// - Parameter read: reads its bytes; nil for a path that names no file.
  /// - Throws: `FileError`, `AuditError`.
  fileprivate init(named name: String, _ read: () throws -> [UInt8]?) throws {
    let command = "'assetkit vendor audit --write-baseline \(name.shellWord)'"
    let bytes: [UInt8]?
    do {
      bytes = try read()
    } catch let error as FileError where error.code == .notFound {
      throw AuditError(name, "does not exist", remedy: "write it with \(command)")
    }
    guard let bytes else {
      throw AuditError(name, "is not a file", remedy: "name the file of --write-baseline")
    }
    do throws(DamagedFile) {
      try self.init(bytes)
    } catch {
      throw AuditError(
        name + (error.line.map { ":\($0)" } ?? ""), error.problem,
        remedy: "write it again with \(command), or restore it from version control")
    }
  }
}
