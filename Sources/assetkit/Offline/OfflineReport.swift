import Findings
import OfflineKit
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The final report, as text and as JSON.
protocol BuildReport {
  /// Prints the text to standard error; nothing if the build is clean and `isQuiet` is set.
  func printText(isQuiet: Bool)
  /// The findings, for JSON and SARIF.
  var findings: [Finding] { get }
  /// The document that `--json` and `--report` give.
  var json: JSON { get }
}

/// The report on one build.
struct OfflineReport: BuildReport {
  let command: [String]
  let outcome: Outcome
  /// `first` or `second` with `--twice`, otherwise nil.
  var label: String?

  func printText(isQuiet: Bool) {
    let location = command[0] + (label.map { ", \($0) build" } ?? "")
    if !outcome.attempts.isEmpty {
      let count = outcome.attempts.count + outcome.omittedCount
      Console.message(location, "made \(Console.count(count, "network attempt"))")
      let listed = outcome.attempts.prefix(Self.listLimit)
      for attempt in listed { Console.write(AttemptText(attempt).text, to: STDERR_FILENO) }
      if count > listed.count {
        Console.write(
          "  and \(count - listed.count) more, which --report and --json list\n", to: STDERR_FILENO)
      }
      Console.write("  remedy: \(OfflineRules.networkRemedy)\n", to: STDERR_FILENO)
    }
    switch outcome.ending {
    case .exited(0):
      if !isQuiet || !outcome.attempts.isEmpty {
        let seen = outcome.limits.isEmpty ? "" : " that the weaker mode can see"
        let asked = outcome.attempts.isEmpty ? " without a network attempt\(seen)" : ""
        Console.message(location, "succeeded in \(outcome.duration.inSeconds) s\(asked)")
      }
    case .stopped:
      Console.message(
        location,
        "was ended at its first network attempt, after \(outcome.duration.inSeconds) s (--fail-fast)"
      )
    case .running: preconditionFailure("the text is printed at the end")
    case .exited, .signaled:
      let cause = outcome.attempts.isEmpty ? "; it made no network attempt" : ""
      Console.message(
        location, "ended with \(outcome.ending) after \(outcome.duration.inSeconds) s\(cause)")
    }
    guard !isQuiet || outcome.verdict != .clean else { return }
    if !outcome.limits.isEmpty {
      Console.message(location, "without namespaces (--without-namespaces) this is not covered:")
      for limit in outcome.limits { Console.write("  \(limit)\n", to: STDERR_FILENO) }
    }
    for note in outcome.notes { Console.message(location, "note: \(note)") }
    for program in outcome.leftovers {
      Console.message(location, "note: \(program) was still running at the end and was killed")
    }
  }

  /// How many attempts the text lists; a reader wants the first ones, a program reads the JSON.
  private static let listLimit = 100

  var findings: [Finding] { outcome.findings }

  var json: JSON {
    .object(
      [
        "schema": 2, "finished": .bool(outcome.ending != .running), "command": .strings(command),
      ] + members
        + ["findings": .array(findings.map(\.json))])
  }

  /// The members that describe one build; `--twice` has them for each of the two.
  var members: JSON.Members {
    [
      "verdict": outcome.ending == .running && outcome.verdict != .asked
        ? .null : .string(outcome.verdict.rawValue),
      "exit-status": outcome.exitStatus.map { .integer(Int($0)) } ?? .null,
      "signal": outcome.signal.map { .integer(Int($0)) } ?? .null,
      "stopped-at-first-attempt": .bool(outcome.ending == .stopped),
      "seconds": .number(outcome.duration.inSeconds),
      "attempts": .array(outcome.attempts.map(\.json)),
      "attempts-left-out": .integer(outcome.omittedCount),
      "left-running": .array(outcome.leftovers.map(\.json)),
      "notes": .strings(outcome.notes),
      "namespaces": .bool(outcome.limits.isEmpty),
      "limits": .strings(outcome.limits),
    ]
  }
}

extension Outcome {
  fileprivate var exitStatus: Int32? {
    if case .exited(let status) = ending { status } else { nil }
  }
  fileprivate var signal: Int32? {
    if case .signaled(let signal) = ending { signal } else { nil }
  }
}

extension Attempt {
  fileprivate var json: JSON {
    let what: JSON.Members =
      switch target {
      case .name(let name):
        ["kind": "name", "name": .string(name), "record-types": .strings(recordTypes)]
      case .address(let address, let port, let transport):
        [
          "kind": "address", "address": .string(address), "port": .integer(Int(port)),
          "transport": transport.map(JSON.string) ?? .null,
        ]
      case .service(let name): ["kind": "service", "service": .string(name)]
      case .unreadable: ["kind": "unreadable"]
      }
    return .object(
      what + [
        "count": .integer(count),
        "first-seconds": .number(first.inSeconds),
        "last-seconds": .number(last.inSeconds),
        "urls": .strings(urls),
        "program": program.json,
        "parents": .array(ancestry.parents.map(\.json)),
        "orphaned": .bool(ancestry.isOrphaned),
      ])
  }
}

extension BuildProgram {
  fileprivate var json: JSON {
    [
      "name": .string(name), "pid": .integer(Int(pid)),
      "executable": executable.map(JSON.string) ?? .null, "command-line": .string(commandLine),
    ]
  }
}

extension Duration {
  /// Seconds with three decimals.
  var inSeconds: String {
    let milliseconds = components.attoseconds / 1_000_000_000_000_000
    let digits = String(milliseconds)
    return "\(components.seconds)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
