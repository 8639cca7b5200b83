import SafeFiles

/// Findings as SARIF 2.1.0, which code-scanning services read (OASIS Standard, 27 March 2020).
///
/// Paths are relative to the root, nothing in it depends on the machine or the day, and a finding
/// keeps its fingerprint when its digests or its line change. Of more findings than a service shows,
/// the gravest are in it, and a notification says how many there were.
public struct SARIFLog: Encodable, Sendable {
  private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  private let version = "2.1.0"
  private let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version
    case runs
  }

  /// The log of one run.
  ///
  /// - Parameters:
  ///   - findings: in any order.
  ///   - rules: every rule that was looked for, found or not.
  ///   - toolVersion: the program's version.
  public init(_ findings: [Finding], rules: [Finding.Rule], toolVersion: String) {
    var places: [String: Int] = [:]
    for (index, rule) in rules.enumerated() { places[rule.id] = index }
    var seen: [String: Int] = [:]
    var shown = findings.sorted()
    var invocations: [Invocation]?
    if shown.count > Self.limitResults {
      let grave = shown.sorted {
        ($1.rule.severity, $0) < ($0.rule.severity, $1)
      }
      invocations = [Invocation(found: shown.count, shown: Self.limitResults)]
      shown = grave.prefix(Self.limitResults).sorted()
    }
    let results = shown.map { finding in
      let key = [finding.rule.id, finding.package ?? "", finding.path?.description ?? ""]
        .joined(separator: "\n")
      seen[key, default: 0] += 1
      return Result(finding, ruleIndex: places[finding.rule.id], key: key, number: seen[key] ?? 1)
    }
    let driver = Driver(
      name: "assetkit", semanticVersion: toolVersion, rules: rules.map(RuleDescriptor.init))
    runs = [Run(tool: Tool(driver: driver), invocations: invocations, results: results)]
  }

  /// The most results that code-scanning services show; more than five times as many they refuse.
  private static let limitResults = 5000

  private struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]?
    let results: [Result]
    let columnKind = "unicodeCodePoints"
  }

  private struct Invocation: Encodable {
    let executionSuccessful = true
    let toolExecutionNotifications: [Notification]

    struct Notification: Encodable {
      let level = "warning"
      let message: Message
    }

    init(found: Int, shown: Int) {
      let text = "\(found) findings, of which the \(shown) gravest are listed"
      toolExecutionNotifications = [Notification(message: Message(text: text))]
    }
  }

  private struct Tool: Encodable {
    let driver: Driver
  }

  private struct Driver: Encodable {
    let name: String
    let semanticVersion: String
    let rules: [RuleDescriptor]
  }

  private struct RuleDescriptor: Encodable {
    let id: String
    let shortDescription: Message
    let fullDescription: Message
    let help: Message
    let defaultConfiguration: Configuration

    struct Configuration: Encodable {
      let level: String
    }

    init(_ rule: Finding.Rule) {
      id = rule.id
      shortDescription = Message(text: rule.summary)
      fullDescription = Message(text: rule.help)
      help = Message(text: rule.help)
      defaultConfiguration = Configuration(level: rule.severity.rawValue)
    }
  }

  private struct Message: Encodable {
    let text: String
  }

  private struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int?
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]

    init(_ finding: Finding, ruleIndex: Int?, key: String, number: Int) {
      ruleId = finding.rule.id
      self.ruleIndex = ruleIndex
      level = finding.rule.severity.rawValue
      message = Message(text: finding.message + (finding.remedy.map { "; \($0)" } ?? ""))
      locations = [Location(finding)]
      let fingerprint = SHA256.digest(of: "\(key)\n\(number)".utf8).hex
      partialFingerprints = ["assetkit/v1": fingerprint]
    }
  }

  private struct Location: Encodable {
    let physicalLocation: Physical

    struct Physical: Encodable {
      let artifactLocation: Artifact
      let region: Region?
    }

    struct Artifact: Encodable {
      let uri: String
      let uriBaseId = "%SRCROOT%"
    }

    struct Region: Encodable {
      let startLine: Int
    }

    init(_ finding: Finding) {
      // Services drop a result without a file; what has none is the lock's.
      physicalLocation = Physical(
        artifactLocation: Artifact(uri: finding.path?.uriReference ?? Lock.fileName),
        region: finding.line.map(Region.init))
    }
  }
}
