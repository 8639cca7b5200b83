public import SafeFiles
public import TextFormats

/// Findings as SARIF 2.1.0, which code-scanning services read (OASIS Standard, 27 March 2020).
///
/// Nothing in it depends on the machine or the day, and a finding keeps its fingerprint when its
/// digests or its line change. If there are more findings than a service shows, the log contains
/// the most severe, and a notification gives the total.
public struct SARIFLog: Sendable {
  /// What was found, in any order.
  public var findings: [Finding]
  /// Every rule that was checked, found or not.
  public var rules: [Finding.Rule]
  /// The program's version.
  public var toolVersion: String
  /// The folder that the findings' paths are in, as a path from the root of the repository; nil for
  /// the root.
  public var folder: RelativePath?
  /// The file to report findings without a path at: services drop a result without one.
  public var defaultPath: RelativePath?
  /// What could not be checked, as sentences.
  public var failures: [String]

  /// The log of one run.
  public init(
    _ findings: [Finding], rules: [Finding.Rule], toolVersion: String,
    folder: RelativePath? = nil, defaultPath: RelativePath? = nil, failures: [String] = []
  ) {
    self.findings = findings
    self.rules = rules
    self.toolVersion = toolVersion
    self.folder = folder
    self.defaultPath = defaultPath
    self.failures = failures
  }

  /// The most results that code-scanning services show; they refuse more than five times as many.
  private static let limitResults = 5000

  /// The document.
  public var json: JSON {
    var shown = findings.sorted()
    var notifications = failures.map { Self.notification("error", $0) }
    if shown.count > Self.limitResults {
      notifications.append(
        Self.notification(
          "warning",
          "\(shown.count) findings; the \(Self.limitResults) most severe are listed"))
      let bySeverity = shown.sorted { ($1.rule.severity, $0) < ($0.rule.severity, $1) }
      shown = bySeverity.prefix(Self.limitResults).sorted()
    }
    let driver: JSON = [
      "name": "assetkit", "semanticVersion": .string(toolVersion),
      "rules": .array(rules.map(Self.descriptor)),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver],
          "invocations": notifications.isEmpty
            ? nil
            : [
              [
                "executionSuccessful": .bool(failures.isEmpty),
                "toolExecutionNotifications": .array(notifications),
              ]
            ],
          "results": .array(results(of: shown)),
          "columnKind": "unicodeCodePoints",
        ]
      ],
    ]
  }

  private static func descriptor(_ rule: Finding.Rule) -> JSON {
    [
      "id": .string(rule.id),
      "shortDescription": message(rule.summary),
      "fullDescription": message(rule.help),
      "help": message(rule.help),
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
    ]
  }

  private static func notification(_ level: String, _ text: String) -> JSON {
    ["level": .string(level), "message": message(text)]
  }

  private static func message(_ text: String) -> JSON { ["text": .string(text)] }

  private func results(of shown: [Finding]) -> [JSON] {
    var placeByRule: [String: Int] = [:]
    for (place, rule) in rules.enumerated() { placeByRule[rule.id] = place }
    var countByKey: [String: Int] = [:]
    return shown.map { finding in
      let path = finding.path?.description
      let key = [finding.rule.id, finding.package ?? "", path ?? ""].joined(separator: " ")
      let number = countByKey[key, default: 0] + 1
      countByKey[key] = number
      return [
        "ruleId": .string(finding.rule.id),
        "ruleIndex": placeByRule[finding.rule.id].map(JSON.integer),
        "level": .string(finding.rule.severity.rawValue),
        "message": Self.message("\(finding.message); \(finding.remedy)"),
        "locations": location(of: finding).map { [$0] },
        "partialFingerprints": ["assetkit/v2": .string("\(key) \(number)")],
        "properties": [
          "remedy": .string(finding.remedy), "entry": finding.entry.map(JSON.string),
        ],
      ]
    }
  }

  private func location(of finding: Finding) -> JSON? {
    let path = finding.path.map { folder?.appending($0) ?? $0 } ?? defaultPath
    return path.map { path in
      let artifact: JSON = [
        "uri": .string(path.uriReference), "uriBaseId": "%SRCROOT%",
      ]
      return [
        "physicalLocation": [
          "artifactLocation": artifact,
          "region": finding.line.map { ["startLine": .integer($0)] },
        ]
      ]
    }
  }
}
