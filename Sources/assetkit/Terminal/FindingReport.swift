import Findings
import SafeFiles
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The findings of a check, as every command prints them: lines or `--json`, and the files of
/// `--sarif` and `--code-quality`.
struct FindingReport {
  /// What was found, in the order of the report.
  var findings: [Finding]
  /// Every rule that was checked.
  var rules: [Finding.Rule]
  /// The members of the JSON document before `findings`, `schema` first.
  var document: JSON.Members
  /// The folder that the findings' paths are in, as the user named it; nil for the root.
  var folder: String?
  /// SARIF's file for findings that have no path.
  var defaultPath: RelativePath?
  /// What could not be checked, as sentences; SARIF then says that the run was not successful.
  var failures: [String] = []
  /// Findings that somebody accepted; only SARIF lists them.
  var suppressed: [SuppressedFinding] = []
  /// What was run, such as `vendor audit`.
  var category: String?

  /// The document of `--json`.
  var json: JSON { .object(document + ["findings": .array(findings.map(\.json))]) }

  /// Writes the findings to standard output, each with its remedy, and to the files for services.
  func write(
    asJSON: Bool, sarif: OutputFile?, codeQuality: OutputFile? = nil
  ) throws(FileError) {
    if let sarif {
      let log = SARIFLog(
        findings, rules: rules, toolVersion: ProgramVersion.text,
        folder: folder.flatMap(Self.fromWorkingDirectory), defaultPath: defaultPath,
        failures: failures, suppressed: suppressed, category: category)
      try sarif.write(Array(log.json.text().utf8))
    }
    if let codeQuality {
      guard let defaultPath else {
        preconditionFailure("Code Quality needs a file for each finding")
      }
      let report = CodeQualityReport(findings, defaultPath: defaultPath)
      try codeQuality.write(Array(report.json.text().utf8))
    }
    if asJSON {
      Console.result(json)
    } else {
      let lines = Finding.lines(of: findings, below: folder, isColored: Console.showsColor)
      for line in lines { Console.result(line) }
    }
  }

  /// The folder as a path from the current one, which is the root of a SARIF log's paths; nil for
  /// the current folder, and for one outside it, which is then the root itself.
  private static func fromWorkingDirectory(_ folder: String) -> RelativePath? {
    var folder = folder[...]
    if folder.hasPrefix("/"), let current = getcwd(nil, 0) {
      defer { free(current) }
      let prefix = String(cString: current) + "/"
      guard folder.hasPrefix(prefix) else { return nil }
      folder = folder.dropFirst(prefix.count)
    }
    let names = folder.split(separator: "/").filter { $0 != "." }
    // A path with '..' leads out of the current folder and cannot be expressed from it.
    return try? RelativePath(names.joined(separator: "/"))
  }
}
