import IconKit
import SafeFiles
import TextFormats

/// The report of `icons --check`.
///
/// As JSON, `schema` 2: `output`, the folder; `checked`, the number of files expected; `findings`,
/// with paths relative to the folder.
struct IconCheckReport {
  private let check: IconCheck
  private let output: String
  private let checked: Int

  init(_ check: IconCheck, of output: String, checked: Int) {
    self.check = check
    self.output = output
    self.checked = checked
  }

  /// Prints the findings or the document, and a summary.
  ///
  /// - Throws: the exit status 1 when there are findings, `FileError` for the SARIF file.
  func print(asJSON: Bool, sarif: OutputFile?, quiet: Bool) throws {
    try FindingReport(
      findings: check.findings, rules: CheckRules.all,
      document: ["schema": 2, "output": .string(output), "checked": .integer(checked)],
      folder: output
    ).write(asJSON: asJSON, sarif: sarif)
    guard check.findings.isEmpty else { throw ExitStatus.found }
    if !quiet { Console.message(output, "is up to date: \(checked) files") }
  }
}
