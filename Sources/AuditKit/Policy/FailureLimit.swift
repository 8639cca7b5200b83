public import Findings

/// From where on findings fail an audit: a severity, and for known vulnerabilities also a CVSS score.
public struct FailureLimit: Hashable, Sendable {
  /// The lowest severity that fails; nil for none.
  let severity: Severity?
  /// The lowest score of a known vulnerability that fails; nil where its severity counts.
  let score: Double?

  /// Errors fail.
  public static let error = FailureLimit(severity: .error, score: nil)

  /// What is expected, for messages.
  public static let expected = "error, warning, note, never, or a CVSS score such as 7.0"

  private init(severity: Severity?, score: Double?) {
    (self.severity, self.score) = (severity, score)
  }

  /// Reads a severity, `never`, a score from 0 to 10, or a severity and a score with a comma between
  /// them; nil for anything else.
  ///
  /// With a score alone, other findings fail by being errors.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " })
    }
    var severity: Severity?? = nil
    var score: Double?
    for part in parts {
      if part == "never" || Severity(rawValue: part) != nil, severity == nil {
        severity = .some(Severity(rawValue: part))
      } else if score == nil, let number = Self.score(part) {
        score = number
      } else {
        return nil
      }
    }
    self.init(severity: severity ?? .error, score: score)
  }

  /// Digits, and perhaps a point and a digit.
  private static func score(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    let point = UInt8(ascii: ".")
    guard isPlain, text.utf8.first != point, text.utf8.last != point, let number = Double(text),
      number <= 10
    else { return nil }
    return number
  }

  /// Whether the finding fails the audit.
  ///
  /// With a score, a known vulnerability that no database scores fails too: it may be above.
  public func isReached(by finding: Finding) -> Bool {
    if let score, finding.rule.id == "vulnerability-known" {
      return finding.vulnerability?.score.map { $0 >= score } ?? true
    }
    return severity.map { finding.rule.severity >= $0 } ?? false
  }
}
