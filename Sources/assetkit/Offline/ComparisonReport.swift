import Findings
import OfflineKit
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The report on two builds.
struct ComparisonReport: BuildReport {
  let command: [String]
  let outcome: ComparisonOutcome
  /// Whether the builds and their comparison are over.
  var isFinished = true

  private var builds: [OfflineReport] {
    zip(["first", "second"], outcome.builds).map { label, build in
      OfflineReport(command: command, outcome: build, label: label)
    }
  }

  func printText(isQuiet: Bool) {
    for build in builds { build.printText(isQuiet: isQuiet || build.outcome.verdict == .clean) }
    for difference in outcome.differences { difference.printText() }
    if outcome.differences.contains(where: { !$0.isNothing && $0.causes.isEmpty }) {
      Console.write("  remedy: \(OfflineRules.differenceRemedy)\n", to: STDERR_FILENO)
    }
    let more = outcome.differenceCount - outcome.differences.count
    if more > 0 { Console.message(command[0], "\(more) more paths differ") }
    guard !isQuiet || !outcome.isIdentical else { return }
    let files = "\(outcome.fileCount) file\(outcome.fileCount == 1 ? "" : "s")"
    if outcome.isIdentical {
      Console.message(command[0], "the builds are identical, \(files) compared")
    } else if outcome.isCompared, !outcome.isPathMissing {
      Console.message(command[0], "the builds differ, \(files) compared")
    }
    printVariations()
    for note in outcome.notes { Console.message(command[0], "note: \(note)") }
  }

  private func printVariations() {
    if let failure = outcome.failure {
      Console.message(command[0], "the second build fails \(failure.text)")
    }
    let effective = outcome.variations.filter(\.tookEffect).map(\.name)
    if !effective.isEmpty {
      Console.message(command[0], "varied: \(effective.joined(separator: ", "))")
    }
    var named: Set<String> = []
    for why in outcome.variations.compactMap(\.whyNot) where named.insert(why).inserted {
      let names = outcome.variations.filter { $0.whyNot == why }.map(\.name)
      Console.message(command[0], "not varied: \(names.joined(separator: ", ")): \(why)")
    }
    if outcome.furtherBuildCount > 0 {
      Console.message(
        command[0], "\(Console.count(outcome.furtherBuildCount, "further build")) to find causes")
    } else if outcome.isCompared, !outcome.isIdentical, !outcome.isPathMissing {
      Console.message(
        command[0], "to find which variation each file depends on, build again with --find-cause")
    }
  }

  var findings: [Finding] { outcome.findings }

  var json: JSON {
    [
      "schema": 2,
      "finished": .bool(isFinished),
      "command": .strings(command),
      "verdict": verdict.map(JSON.string) ?? .null,
      "head": .string(outcome.head),
      "builds": .array(builds.map { .object($0.members) }),
      "variations": .array(outcome.variations.map(\.json)),
      "further-builds": .integer(outcome.furtherBuildCount),
      "failure-depends-on": outcome.failure.map(\.json) ?? .null,
      "compared": .bool(outcome.isCompared),
      "files-compared": .integer(outcome.fileCount),
      "differences": .array(outcome.differences.map(\.json)),
      "differences-left-out": .integer(outcome.differenceCount - outcome.differences.count),
      "notes": .strings(outcome.notes),
      "findings": .array(findings.map(\.json)),
    ]
  }

  private var verdict: String? {
    if !isFinished, outcome.verdict != .asked { return nil }
    return switch outcome.verdict {
    case .clean: outcome.isIdentical ? "identical" : "different"
    case let other: other.rawValue
    }
  }
}

extension Difference {
  fileprivate var json: JSON {
    let what: JSON.Members =
      switch kind {
      case .bytes(let places):
        [
          "kind": "bytes", "offset": .integer(places[0].offset),
          "places": .array(places.map(\.json)),
        ]
      case .onlyInFirst: ["kind": "only-in-first"]
      case .onlyInSecond: ["kind": "only-in-second"]
      case .inNeither: ["kind": "in-neither"]
      case .empty: ["kind": "empty"]
      case .untouched: ["kind": "untouched"]
      case .type(let first, let second):
        ["kind": "type", "first": .string(first), "second": .string(second)]
      case .target(let first, let second):
        ["kind": "target", "first": .string(first), "second": .string(second)]
      case .executable(let first): ["kind": "executable", "in-first": .bool(first)]
      }
    let why: JSON.Members = [
      "causes": .array(causes.map(\.json)), "depends-on": dependence.map(\.json) ?? .null,
    ]
    return .object(["path": .string(path)] + what + why)
  }
}

extension Difference.Place {
  fileprivate var json: JSON {
    [
      "offset": .integer(offset), "first": .string(Difference.quoted(first)),
      "second": .string(Difference.quoted(second)),
    ]
  }
}
