import Findings
import IconKit
import SafeFiles
import TextFormats

/// The report of `icons --lint`.
///
/// As JSON, `schema` 1: `folder`; `entries`, the names of those of assetkit.toml; `checked`, the number of files checked; `presets`, those that were
/// recognised or named; `findings`, with paths relative to the folder.
struct IconLintReport {
  let lint: IconLint
  let folder: String
  /// What the summary calls the files; nil for the folder.
  var title: String?
  /// The entries of `assetkit.toml`; nil for a folder that was named.
  var entries: [String]?

  /// Prints the findings or the document, and a summary.
  ///
  /// - Throws: the exit status 1 when there are findings other than notes, `FileError` for the SARIF file.
  func print(asJSON: Bool, sarif: OutputFile?, quiet: Bool) throws {
    try FindingReport(
      // What a store or device refuses comes first.
      findings: lint.findings.sorted { ($1.rule.severity, $0) < ($0.rule.severity, $1) },
      rules: IconRules.all,
      document: [
        "schema": 1, "folder": .string(folder), "entries": entries.map(JSON.strings),
        "checked": .integer(lint.checked), "presets": .strings(lint.presets),
      ], folder: folder == "." && entries != nil ? nil : folder, category: "icons lint"
    ).write(asJSON: asJSON, sarif: sarif)
    if !quiet, !asJSON { summarise() }
    guard !lint.findings.contains(where: \.isMoreThanNote) else { throw ExitStatus.found }
  }

  private func summarise() {
    let files = Console.count(lint.checked, "file")
    let names = lint.presets.isEmpty ? "" : " (\(lint.presets.joined(separator: ", ")))"
    let counts = Finding.Severity.allCases.reversed().compactMap { severity in
      let count = lint.findings.count { $0.rule.severity == severity }
      return count == 0 ? nil : Console.count(count, severity.rawValue)
    }
    let found = counts.isEmpty ? "nothing found" : counts.joined(separator: ", ")
    Console.message(title ?? folder, "\(files)\(names): \(found)")
  }

  /// Prints the findings of what was just written as warnings, to standard error; those of several
  /// files that say the same on one line.
  func warn() {
    var messages: [String] = []
    var findings: [String: [Finding]] = [:]
    for finding in lint.findings {
      let message = "\(finding.message) [\(finding.rule.id)]"
      if findings[message] == nil { messages.append(message) }
      findings[message, default: []].append(finding)
    }
    for message in messages {
      guard let same = findings[message], let first = same.first else { continue }
      let place = first.path.map { folder == "." ? "\($0)" : "\(folder)/\($0)" } ?? folder
      let others = same.count == 1 ? "" : " (and \(same.count - 1) more)"
      Console.message(place + others, message, remedy: first.remedy)
    }
  }
}
