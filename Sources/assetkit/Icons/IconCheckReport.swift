import ArgumentParser
import FoundationEssentials
import IconKit
import SafeFiles

/// What `icons --check` says.
///
/// As JSON, `schema` 1: `output`, the folder; `checked`, how many files there should be; `findings`,
/// each with `kind` (`missing`, `different`, `left-over`), `path` below the folder and, for a
/// different file, `detail`.
struct IconCheckReport: Encodable {
  struct Finding: Encodable {
    let kind: String
    let path: String
    let detail: String?
  }

  let schema = 1
  let output: String
  let checked: Int
  let findings: [Finding]

  init(_ check: IconCheck, of output: String, checked: Int) {
    self.output = output
    self.checked = checked
    findings = check.findings.map {
      Finding(kind: $0.kind.rawValue, path: $0.path.description, detail: $0.detail)
    }
  }

  private enum CodingKeys: CodingKey {
    case schema, output, checked, findings
  }

  /// Prints the findings, one a line, or the document.
  ///
  /// - Throws: the exit status 1 when there are any.
  func print(asJSON: Bool, quiet: Bool) throws {
    if asJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      Console.result(String(decoding: try encoder.encode(self), as: UTF8.self))
    } else {
      for finding in findings {
        Console.result(
          "\(finding.kind)\t\(output)/\(finding.path)" + (finding.detail.map { "\t\($0)" } ?? ""))
      }
    }
    guard findings.isEmpty else { throw ExitStatus.found }
    if !quiet { Console.message(output, "is up to date: \(checked) files") }
  }
}
