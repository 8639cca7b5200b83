import AuditKit
import OfflineKit

/// The report on two builds.
struct TwinReport: BuildReport {
  let command: [String]
  let outcome: TwinOutcome

  private var builds: [OfflineReport] {
    zip(["first", "second"], outcome.builds).map { label, build in
      OfflineReport(command: command, outcome: build, label: label)
    }
  }

  func printText(isQuiet: Bool) {
    for build in builds { build.printText(isQuiet: isQuiet || build.outcome.verdict == .clean) }
    for difference in outcome.differences {
      Console.message(difference.path, difference.problem)
    }
    let more = outcome.differenceCount - outcome.differences.count
    if more > 0 { Console.message(command[0], "\(more) more paths differ") }
    guard !isQuiet || !outcome.isIdentical else { return }
    let files = "\(outcome.fileCount) file\(outcome.fileCount == 1 ? "" : "s")"
    if outcome.isIdentical {
      Console.message(command[0], "both builds made the same bytes, \(files) compared")
    } else if outcome.isCompared {
      Console.message(command[0], "the builds differ, \(files) compared")
    }
    for note in outcome.notes { Console.message(command[0], "note: \(note)") }
  }

  var json: JSONValue {
    .object([
      ("schema", .integer(1)),
      ("command", .array(command.map(JSONValue.string))),
      ("verdict", .string(verdict)),
      ("head", .string(outcome.head)),
      ("builds", .array(builds.map { .object($0.members) })),
      ("compared", .bool(outcome.isCompared)),
      ("filesCompared", .integer(outcome.fileCount)),
      ("differences", .array(outcome.differences.map(\.json))),
      ("differencesLeftOut", .integer(outcome.differenceCount - outcome.differences.count)),
      ("notes", .array(outcome.notes.map(JSONValue.string))),
    ])
  }

  private var verdict: String {
    switch outcome.verdict {
    case .clean: outcome.isIdentical ? "identical" : "different"
    case let other: other.rawValue
    }
  }
}

extension Difference {
  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [("path", .string(path))]
    switch kind {
    case .bytes(let places):
      members += [
        ("kind", .string("bytes")), ("offset", .integer(places[0].offset)),
        ("places", .array(places.map(\.json))),
      ]
    case .onlyInFirst: members.append(("kind", .string("onlyInFirst")))
    case .onlyInSecond: members.append(("kind", .string("onlyInSecond")))
    case .inNeither: members.append(("kind", .string("inNeither")))
    case .type(let first, let second):
      members += [
        ("kind", .string("type")), ("first", .string(first)), ("second", .string(second)),
      ]
    case .target(let first, let second):
      members += [
        ("kind", .string("target")), ("first", .string(first)), ("second", .string(second)),
      ]
    case .executable(let first):
      members += [("kind", .string("executable")), ("inFirst", .bool(first))]
    }
    return .object(members)
  }
}

extension Difference.Place {
  fileprivate var json: JSONValue {
    .object([
      ("offset", .integer(offset)), ("first", .string(Difference.quoted(first))),
      ("second", .string(Difference.quoted(second))),
    ])
  }
}
