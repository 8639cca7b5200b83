import FoundationEssentials
import IconKit
import SafeFiles

/// What `icons --lint` says.
///
/// As JSON, `schema` 1: `folder`; `checked`, how many files something could be said of; `presets`,
/// those that were recognised or named; `findings`, each with `rule`, `severity` (`error`,
/// `warning`), `path` below the folder, `message` and `remedy`.
struct IconLintReport: Encodable {
  struct Finding: Encodable {
    let rule: String
    let severity: String
    let path: String
    let message: String
    let remedy: String
  }

  let schema = 1
  let folder: String
  let checked: Int
  let presets: [String]
  let findings: [Finding]

  init(_ lint: IconLint, of folder: String) {
    self.folder = folder
    checked = lint.checked
    presets = lint.presets
    findings = lint.findings.map {
      Finding(
        rule: $0.rule.id, severity: $0.rule.severity.rawValue, path: $0.path.description,
        message: $0.problem, remedy: $0.remedy)
    }
  }

  private enum CodingKeys: CodingKey {
    case schema, folder, checked, presets, findings
  }

  /// Prints the findings, one a line, or the document.
  ///
  /// - Throws: the exit status 1 when there are any.
  func print(asJSON: Bool, quiet: Bool) throws {
    if asJSON {
      try JSONOutput.print(self)
    } else {
      for finding in findings {
        Console.result(
          "\(folder)/\(finding.path): \(finding.severity): \(finding.message) [\(finding.rule)]")
      }
    }
    if !quiet, !asJSON {
      for remedy in remedies { Console.message("remedy", remedy) }
      let count = findings.count
      let names = presets.isEmpty ? "" : " (\(presets.joined(separator: ", ")))"
      Console.message(
        folder,
        "\(checked) \(checked == 1 ? "file" : "files")\(names): "
          + (count == 0 ? "nothing found" : "\(count) \(count == 1 ? "finding" : "findings")"))
    }
    guard findings.isEmpty else { throw ExitStatus.found }
  }

  /// Each once, in the order in which they first stand.
  private var remedies: [String] {
    var remedies: [String] = []
    for finding in findings where !remedies.contains(finding.remedy) {
      remedies.append(finding.remedy)
    }
    return remedies
  }

  /// The findings of what was just written, as warnings.
  func warn() {
    for finding in findings {
      Console.message(
        "\(folder)/\(finding.path)", "\(finding.message) [\(finding.rule)]", remedy: finding.remedy)
    }
  }
}
