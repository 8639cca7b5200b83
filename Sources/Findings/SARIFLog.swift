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
  /// Findings that somebody accepted, each with the reason; services take them as dismissed.
  public var suppressed: [SuppressedFinding]
  /// What was run, such as `vendor audit`: services keep the results of each category apart, where
  /// otherwise the latest upload of a tool replaces all others.
  public var category: String?

  /// The log of one run.
  public init(
    _ findings: [Finding], rules: [Finding.Rule], toolVersion: String,
    folder: RelativePath? = nil, defaultPath: RelativePath? = nil, failures: [String] = [],
    suppressed: [SuppressedFinding] = [], category: String? = nil
  ) {
    self.findings = findings
    self.rules = rules
    self.toolVersion = toolVersion
    self.folder = folder
    self.defaultPath = defaultPath
    self.failures = failures
    self.suppressed = suppressed
    self.category = category
  }

  /// The most results that code-scanning services show; they refuse more than five times as many.
  private static let limitResults = 5000

  /// A finding, and why it was accepted if it was.
  private typealias Result = (finding: Finding, reason: String?)

  /// The document.
  public var json: JSON {
    var shown: [Result] = findings.map { ($0, nil) } + suppressed.map { ($0.finding, $0.reason) }
    shown.sort { $0.finding < $1.finding }
    var notifications = failures.map { Self.notification("error", $0) }
    if shown.count > Self.limitResults {
      notifications.append(
        Self.notification(
          "warning",
          "\(shown.count) findings; the \(Self.limitResults) most severe are listed"))
      // What was accepted is left out first.
      func rank(_ result: Result) -> Int {
        let levels = Finding.Severity.allCases.count
        let place = Finding.Severity.allCases.count { $0 > result.finding.rule.severity }
        return place + (result.reason == nil ? 0 : levels)
      }
      shown.sort { (rank($0), $0.finding) < (rank($1), $1.finding) }
      shown = shown.prefix(Self.limitResults).sorted { $0.finding < $1.finding }
    }
    // Services grade by rule only, so a rule has the score of its worst finding.
    let scores = Dictionary(
      findings.compactMap { finding in
        finding.vulnerability?.score.map { (finding.rule.id, $0) }
      }, uniquingKeysWith: max)
    let driver: JSON = [
      "name": "assetkit", "semanticVersion": .string(toolVersion),
      "rules": .array(rules.map { Self.descriptor($0, score: scores[$0.id]) }),
    ]
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": driver],
          // The last part, which is empty, would name a single run (SARIF 2.1.0, 3.17.3).
          "automationDetails": category.map {
            ["id": .string("assetkit/\($0.split(separator: " ").joined(separator: "/"))/")]
          },
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

  private static func descriptor(_ rule: Finding.Rule, score: Double?) -> JSON {
    [
      "id": .string(rule.id),
      "shortDescription": message(rule.summary),
      "fullDescription": message(rule.help),
      "help": [
        "text": .string(rule.help),
        "markdown": .string("**\(rule.summary.sentence)**\n\n\(rule.help)"),
      ],
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
      "properties": [
        "tags": .strings(rule.tags),
        "security-severity": (score.map { "\($0)" } ?? rule.securitySeverity).map(JSON.string),
        "problem.severity": .string(
          rule.severity == .note ? "recommendation" : rule.severity.rawValue),
      ],
    ]
  }

  private static func notification(_ level: String, _ text: String) -> JSON {
    ["level": .string(level), "message": message(text)]
  }

  private static func message(_ text: String) -> JSON { ["text": .string(text)] }

  private func results(of shown: [Result]) -> [JSON] {
    var placeByRule: [String: Int] = [:]
    for (place, rule) in rules.enumerated() { placeByRule[rule.id] = place }
    let fingerprints = Finding.fingerprints(of: shown.lazy.map(\.finding))
    return zip(shown, fingerprints).map { result, fingerprint in
      let (finding, reason) = result
      return [
        "ruleId": .string(finding.rule.id),
        "ruleIndex": placeByRule[finding.rule.id].map(JSON.integer),
        "level": .string(finding.rule.severity.rawValue),
        "message": Self.message("\(finding.message); \(finding.remedy)"),
        "locations": location(of: finding).map { [$0] },
        // The second is what code-scanning services compare; they compute it from the file's text
        // where it is missing, which no service can do for a folder or a binary file.
        "partialFingerprints": [
          "assetkit/v2": .string("\(fingerprint.key) \(fingerprint.number)"),
          "primaryLocationLineHash": .string("\(fingerprint.hash):\(fingerprint.number)"),
        ],
        "suppressions": suppressions(reason),
        "properties": [
          "remedy": .string(finding.remedy), "entry": finding.entry.map(JSON.string),
          "security-severity": finding.vulnerability?.score.map { .string("\($0)") },
        ],
      ]
    }
  }

  /// Either all results of a run say whether they are suppressed or none does (3.27.23). No `status`,
  /// which the first schema of 2.1.0 called `state`.
  private func suppressions(_ reason: String?) -> JSON? {
    if suppressed.isEmpty { return nil }
    return .array(
      reason.map {
        [["kind": "external", "justification": .string($0)]]
      } ?? [])
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

extension String {
  /// The text with a capital at its beginning and a full stop at its end.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
