#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The base metrics of CVSS 3.0 and 3.1.
///
/// The formula and the weights are those of FIRST's specification 3.1, sections 7.1 and 7.4; those of 3.0
/// are the same.
struct CVSS3 {
  private let exploitability: Double
  private let impact: Double
  private let changesScope: Bool

  /// The metrics of a vector; nil if one of the base metrics is missing or unknown.
  init?(_ metrics: [Substring: Substring]) {
    func weight(_ metric: Substring, _ weights: [Substring: Double]) -> Double? {
      metrics[metric].flatMap { weights[$0] }
    }
    guard let scope = metrics["S"], scope == "U" || scope == "C" else { return nil }
    changesScope = scope == "C"
    let privileges: [Substring: Double] =
      changesScope ? ["N": 0.85, "L": 0.68, "H": 0.5] : ["N": 0.85, "L": 0.62, "H": 0.27]
    let harm: [Substring: Double] = ["H": 0.56, "L": 0.22, "N": 0]
    guard let vector = weight("AV", ["N": 0.85, "A": 0.62, "L": 0.55, "P": 0.2]),
      let complexity = weight("AC", ["L": 0.77, "H": 0.44]),
      let privilege = weight("PR", privileges),
      let interaction = weight("UI", ["N": 0.85, "R": 0.62]),
      let confidentiality = weight("C", harm), let integrity = weight("I", harm),
      let availability = weight("A", harm)
    else { return nil }
    exploitability = 8.22 * vector * complexity * privilege * interaction
    let base = 1 - (1 - confidentiality) * (1 - integrity) * (1 - availability)
    impact =
      changesScope ? 7.52 * (base - 0.029) - 3.25 * pow(base - 0.02, 15) : 6.42 * base
  }

  /// The base score in tenths.
  var baseScore: Int {
    guard impact > 0 else { return 0 }
    let sum = impact + exploitability
    return Self.roundedUp(min(changesScope ? 1.08 * sum : sum, 10))
  }

  /// `Roundup` of specification 3.1, appendix A: the least number of tenths that is not below `value`,
  /// where differences under a hundred-thousandth do not count.
  private static func roundedUp(_ value: Double) -> Int {
    let scaled = Int((value * 100_000).rounded())
    return (scaled + 9_999) / 10_000
  }
}
