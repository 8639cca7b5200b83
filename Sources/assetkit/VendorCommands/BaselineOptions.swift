import ArgumentParser
import AuditKit
import Findings
import SafeFiles

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
    guard let baseline else {
      // The file that is about to be written need not exist.
      return writeBaseline == nil ? try policy.baseline.map { try Baseline(at: $0, in: root) } : nil
    }
    guard let file = try UserFile(baseline) else {
      throw AuditError(baseline, "is not a file", remedy: "name the file of --write-baseline")
    }
    return try Baseline(at: file.name, in: file.folder, named: baseline)
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
  private static let limitBytes = 64 << 20

  /// Reads a baseline.
  ///
  /// - Parameter name: what messages call the file; nil for its path.
  /// - Throws: `FileError`, `AuditError`.
  init(at path: RelativePath, in folder: DirectoryHandle, named name: String? = nil) throws {
    let bytes = try folder.readFile(path, limitBytes: Self.limitBytes)
    do throws(DamagedFile) {
      try self.init(bytes)
    } catch {
      let place = (name ?? path.description) + (error.line.map { ":\($0)" } ?? "")
      throw AuditError(
        place, error.problem, remedy: "write it again with 'assetkit vendor audit --write-baseline'"
      )
    }
  }
}
