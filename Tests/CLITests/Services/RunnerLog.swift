import SafeFiles
import TestSupport
import TextFormats

/// What a runner of GitHub Actions makes of a step's log.
///
/// As actions/runner does it in ActionCommand.cs, ActionCommandManager.cs and OutputManager.cs: a line
/// that begins with `::NAME` is a command, and so is `##[NAME]` anywhere in a line; between
/// `stop-commands` and its token no line is. What is no command goes through the problem matchers.
struct RunnerLog {
  struct Annotation: Equatable {
    var file: String
    var line: String?
    var severity: String
    var message: String
    var code: String
  }

  /// The commands that were carried out, without those that stop and resume commands.
  private(set) var commands: [String] = []
  private(set) var annotations: [Annotation] = []
  /// Whether commands are stopped at the end of the log.
  var isStopped: Bool { token != nil }

  private static let known = [
    "add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "notice",
    "remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning",
  ]
  private var token: String?

  /// - Parameter ignoresStop: as if the step had not stopped commands.
  init(_ log: String, ignoresStop: Bool = false) throws {
    let matchers = try Self.matchers()
    for line in log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let (name, value) = Self.command(in: line, known: Self.known + (token.map { [$0] } ?? []))
      {
        if name == token {
          token = nil
          continue
        }
        if token == nil {
          if name == "stop-commands" {
            token = ignoresStop ? nil : value
          } else {
            commands.append("\(name) \(value)")
          }
          continue
        }
      }
      if let annotation = matchers.lazy.compactMap({ $0(line) }).first {
        annotations.append(annotation)
      }
    }
  }

  private static func command(in line: String, known: [String]) -> (name: String, value: String)? {
    let text = line.drop { $0.isWhitespace }
    if text.hasPrefix("::"), let end = text.dropFirst(2).firstRange(of: "::") {
      let information = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
      let name = String(information.prefix { $0 != " " })
      if known.contains(name) {
        return (name, String(information.dropFirst(name.count) + text[end.upperBound...]))
      }
    }
    guard let start = line.firstRange(of: "##["),
      let end = line[start.upperBound...].firstIndex(of: "]")
    else { return nil }
    let name = String(line[start.upperBound..<end].prefix { $0 != " " })
    return known.contains(name) ? (name, String(line[line.index(after: end)...])) : nil
  }

  /// The matchers that action.yml adds, the last of the file first.
  private static func matchers() throws -> [(String) -> Annotation?] {
    let path = try RelativePath("Packaging/ci/problem-matcher.json")
    let bytes = try DirectoryHandle(path: Checkout.path).readFile(path, limitBytes: 1 << 16)
    let matchers = JSON(bytes)?["problemMatcher"]?.elements ?? []
    return try matchers.reversed().map { matcher in
      guard let pattern = matcher["pattern"]?.elements?.first,
        let regex = try pattern["regexp"]?.text.map({ try Regex($0) })
      else { throw TestFailure("a matcher has no pattern") }
      return { line in
        guard let match = line.wholeMatch(of: regex) else { return nil }
        func part(_ key: String) -> String? {
          guard case .number(let number) = pattern[key], let place = Int(number) else { return nil }
          return match.output[place].substring.map(String.init)
        }
        return Annotation(
          file: part("file") ?? "", line: part("line"), severity: part("severity") ?? "",
          message: part("message") ?? "", code: part("code") ?? "")
      }
    }
  }
}
