import Findings
import TextFormats

/// One of the checks that `assetkit check` runs, and what came of it.
struct CheckPart {
  /// What came of it.
  enum Outcome {
    /// It ran.
    case ran(Result)
    /// The project has nothing of this kind, for the reason given.
    case absent(String)
    /// It could not run.
    case failed(any Reportable)
  }

  /// What a check found.
  struct Result {
    var findings: [Finding]
    /// Whether the command that runs this check alone would end with 1.
    var hasFailed: Bool
    /// What was checked, such as `2 packages, 40 files`.
    var extent: String
    /// What was found and is suppressed.
    var suppressed: [SuppressedFinding] = []
  }

  /// Its name in reports: `vendor`, `icons`, `audit`.
  let name: String
  /// Every rule that it checks.
  let rules: [Finding.Rule]
  let outcome: Outcome

  /// Runs a check, and keeps its error as the outcome; an interrupt ends everything.
  ///
  /// - Parameters:
  ///   - reason: why there is nothing of this kind, asked for after `body`.
  ///   - body: nil from it means that there is nothing of this kind.
  /// - Throws: errors that no command reports, such as the end of the task.
  init(
    _ name: String, rules: [Finding.Rule], absent reason: @autoclosure () -> String,
    _ body: () async throws -> Result?
  ) async throws {
    self.name = name
    self.rules = rules
    do {
      outcome = try await body().map(Outcome.ran) ?? .absent(reason())
    } catch let error as any Reportable {
      outcome = .failed(error)
    }
  }

  /// The findings; none where it did not run.
  var findings: [Finding] { if case .ran(let result) = outcome { result.findings } else { [] } }

  /// What was found and is suppressed.
  var suppressed: [SuppressedFinding] {
    if case .ran(let result) = outcome { result.suppressed } else { [] }
  }

  /// `passed`, `found`, `absent` or `failed`, as `--json` has it.
  var state: String {
    switch outcome {
    case .ran(let result): result.hasFailed ? "found" : "passed"
    case .absent: "absent"
    case .failed: "failed"
    }
  }

  /// Why the project has nothing of this kind; empty where it has.
  var reason: String { if case .absent(let reason) = outcome { reason } else { "" } }

  /// What the summary says of it.
  var summary: String {
    switch outcome {
    case .ran(let result):
      let count = result.findings.count
      let found = count == 0 ? "nothing found" : Console.count(count, "finding")
      return "\(name): \(result.extent): \(found)"
    case .absent: return "\(name): \(reason)"
    case .failed(let error):
      return "\(name): could not be checked: \(error.location): \(error.problem)"
    }
  }

  /// The part as `--json` shows it.
  var json: JSON {
    var members: JSON.Members = ["name": .string(name), "state": .string(state)]
    switch outcome {
    case .ran(let result):
      members["checked"] = .string(result.extent)
      members["findings"] = .integer(result.findings.count)
    case .absent(let reason): members["reason"] = .string(reason)
    case .failed(let error):
      members["location"] = .string(error.location)
      members["problem"] = .string(error.problem)
      members["remedy"] = error.remedy.map(JSON.string)
    }
    return .object(members)
  }
}
