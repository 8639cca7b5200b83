/// The score of a vulnerability by the Common Vulnerability Scoring System, in tenths: 98 for 9.8.
struct CVSSScore: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// From 0 to 100.
  let tenths: Int

  init(tenths: Int) { self.tenths = tenths }

  /// The score of a vector, `CVSS:3.0/…`, `CVSS:3.1/…` or `CVSS:4.0/…`; nil for any other text.
  ///
  /// Of version 3 it is the base score, whatever temporal metrics follow; of version 4 that of all metrics
  /// that the vector has, which is how its specification means it (CVSS-B, CVSS-BT, …).
  ///
  /// - Complexity: O(length).
  init?(vector: String) {
    guard vector.utf8.count <= 512 else { return nil }
    let fields = vector.split(separator: "/", omittingEmptySubsequences: false)
    var metrics: [Substring: Substring] = [:]
    for field in fields.dropFirst() {
      let pair = field.split(separator: ":", omittingEmptySubsequences: false)
      guard pair.count == 2, metrics.updateValue(pair[1], forKey: pair[0]) == nil else {
        return nil
      }
    }
    let tenths: Int?
    switch fields.first {
    case "CVSS:3.0", "CVSS:3.1": tenths = CVSS3(metrics)?.baseScore
    case "CVSS:4.0": tenths = CVSS4(metrics)?.score
    default: tenths = nil
    }
    guard let tenths else { return nil }
    self.tenths = tenths
  }

  /// The score of an advisory: the highest of its newest version of CVSS.
  init?(_ severities: [Advisory.Severity]) {
    for type in ["CVSS_V4", "CVSS_V3"] {
      let scores = severities.filter { $0.type == type }.compactMap { CVSSScore(vector: $0.score) }
      if let highest = scores.max() {
        self = highest
        return
      }
    }
    return nil
  }

  /// Whether `left` is the less severe.
  static func < (left: CVSSScore, right: CVSSScore) -> Bool { left.tenths < right.tenths }

  /// With one decimal: `9.8`.
  var description: String { "\(tenths / 10).\(tenths % 10)" }
}
