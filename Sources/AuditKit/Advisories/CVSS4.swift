/// A vector of CVSS 4.0.
///
/// Scored by FIRST's specification 4.0, section 8: the score of the vector's MacroVector, lowered by how
/// far the vector is from the most severe ones of that MacroVector.
struct CVSS4 {
  /// How far each value is from the most severe one.
  private typealias Levels = [Substring: Int]

  private static let levels: [Substring: Levels] = [
    "AV": ["N": 0, "A": 1, "L": 2, "P": 3], "PR": ["N": 0, "L": 1, "H": 2],
    "UI": ["N": 0, "P": 1, "A": 2], "AC": ["L": 0, "H": 1], "AT": ["N": 0, "P": 1],
    "VC": ["H": 0, "L": 1, "N": 2], "VI": ["H": 0, "L": 1, "N": 2],
    "VA": ["H": 0, "L": 1, "N": 2], "SC": ["H": 1, "L": 2, "N": 3],
    "SI": ["S": 0, "H": 1, "L": 2, "N": 3], "SA": ["S": 0, "H": 1, "L": 2, "N": 3],
    "CR": ["H": 0, "M": 1, "L": 2], "IR": ["H": 0, "M": 1, "L": 2],
    "AR": ["H": 0, "M": 1, "L": 2], "E": ["A": 0, "P": 1, "U": 2],
  ]

  private static let base: [Substring] = [
    "AV", "AC", "AT", "PR", "UI", "VC", "VI", "VA", "SC", "SI", "SA",
  ]

  /// The values that the score does not depend on.
  private static let supplemental: [Substring: Substring] = [
    "S": "XNP", "AU": "XNY", "R": "XAUI", "V": "XDC", "RE": "XLMH",
  ]

  /// The distance of each metric from its most severe value, modified metrics in place of base ones.
  private let distances: [Substring: Int]

  /// The metrics of a vector; nil if a base metric is missing, or any is unknown.
  init?(_ metrics: [Substring: Substring]) {
    var distances: [Substring: Int] = ["E": 0, "CR": 0, "IR": 0, "AR": 0]
    for metric in Self.base {
      // Of the subsequent systems, safety is a modified value only.
      guard let value = metrics[metric], value != "S", let level = Self.levels[metric]?[value]
      else { return nil }
      distances[metric] = level
    }
    for (metric, value) in metrics where !Self.base.contains(metric) {
      let isModified = metric.first == "M" && Self.base.contains(metric.dropFirst())
      let name = isModified ? metric.dropFirst() : metric
      if let levels = Self.levels[name] {
        if value == "X" { continue }
        guard let level = levels[value] else { return nil }
        distances[name] = level
      } else if let values = Self.supplemental[metric] {
        guard value.count == 1, values.contains(value) else { return nil }
      } else if metric == "U" {
        guard ["X", "Clear", "Green", "Amber", "Red"].contains(value) else { return nil }
      } else {
        return nil
      }
    }
    self.distances = distances
  }

  private subscript(metric: Substring) -> Int {
    guard let distance = distances[metric] else { preconditionFailure("no metric \(metric)") }
    return distance
  }

  /// The score in tenths.
  var score: Int {
    let harmless: [(Substring, Int)] = [
      ("VC", 2), ("VI", 2), ("VA", 2), ("SC", 3), ("SI", 3), ("SA", 3),
    ]
    if harmless.allSatisfy({ self[$0.0] == $0.1 }) { return 0 }
    let macro = macroVector
    guard let value = Self.tenths(macro) else { preconditionFailure("no MacroVector \(macro)") }
    var lowered: [Double] = []
    func lower(_ next: Int?, distance: Int, of depth: Int) {
      guard let next, next <= value else { return }
      lowered.append(Double(value - next) * Double(distance) / Double(depth))
    }
    var below = macro
    below.eq1 += 1
    lower(
      Self.tenths(below), distance: nearest(Self.highest1[macro.eq1]), of: [1, 4, 5][macro.eq1])
    below = macro
    below.eq2 += 1
    lower(Self.tenths(below), distance: nearest(Self.highest2[macro.eq2]), of: [1, 2][macro.eq2])
    lower(
      belowEQ3AndEQ6(macro), distance: nearest(Self.highest36[macro.harm]),
      of: [7, 6, 8, 8, 10][macro.harm])
    below = macro
    below.eq4 += 1
    lower(
      Self.tenths(below), distance: nearest(Self.highest4[macro.eq4]), of: [6, 5, 4][macro.eq4])
    below = macro
    below.eq5 += 1
    lower(Self.tenths(below), distance: 0, of: 1)
    let mean = lowered.isEmpty ? 0 : lowered.reduce(0, +) / Double(lowered.count)
    // Half a tenth is rounded up; a millionth is what floating point may lack.
    let rounded = Int((Double(value) - mean + 0.5 + 0.000_01).rounded(.down))
    return max(0, min(100, rounded))
  }

  // MARK: - MacroVectors

  /// The levels of the six equivalence classes.
  private struct MacroVector {
    var (eq1, eq2, eq3, eq4, eq5, eq6) = (0, 0, 0, 0, 0, 0)

    /// The place of the levels of EQ3 and EQ6, of which 2 and 0 do not exist together.
    var harm: Int { eq3 == 2 ? 4 : 2 * eq3 + eq6 }
  }

  private var macroVector: MacroVector {
    var macro = MacroVector()
    let ways = [self["AV"], self["PR"], self["UI"]]
    macro.eq1 = ways == [0, 0, 0] ? 0 : ways.contains(0) && self["AV"] != 3 ? 1 : 2
    macro.eq2 = self["AC"] == 0 && self["AT"] == 0 ? 0 : 1
    let harm = [self["VC"], self["VI"], self["VA"]]
    macro.eq3 = harm[0] == 0 && harm[1] == 0 ? 0 : harm.contains(0) ? 1 : 2
    let later = [self["SC"], self["SI"], self["SA"]]
    macro.eq4 = later.contains(0) ? 0 : later.contains(1) ? 1 : 2
    macro.eq5 = self["E"]
    let required = [self["CR"], self["IR"], self["AR"]]
    macro.eq6 = zip(harm, required).contains { $0 == (0, 0) } ? 0 : 1
    return macro
  }

  private static func tenths(_ macro: MacroVector) -> Int? {
    guard macro.eq1 < 3, macro.eq2 < 2, macro.eq3 < 3, macro.eq4 < 3, macro.eq5 < 3,
      macro.eq6 < 2, macro.eq3 < 2 || macro.eq6 == 1
    else { return nil }
    let row = (macro.eq1 * 2 + macro.eq2) * 5 + macro.harm
    return macroScores[row * 9 + macro.eq4 * 3 + macro.eq5]
  }

  /// The next lower score by EQ3 and EQ6, which depend on each other.
  private func belowEQ3AndEQ6(_ macro: MacroVector) -> Int? {
    var (left, right) = (macro, macro)
    left.eq6 += 1
    right.eq3 += 1
    switch (macro.eq3, macro.eq6) {
    case (0, 0): return [Self.tenths(left), Self.tenths(right)].compactMap(\.self).max()
    case (1, 0): return Self.tenths(left)
    default: return Self.tenths(right)
    }
  }

  // MARK: - Distances

  /// The most severe vectors of each level: section 8.2, tables 24 to 29.
  private static let highest1: [[Levels]] = [
    [["AV": 0, "PR": 0, "UI": 0]],
    [["AV": 1, "PR": 0, "UI": 0], ["AV": 0, "PR": 1, "UI": 0], ["AV": 0, "PR": 0, "UI": 1]],
    [["AV": 3, "PR": 0, "UI": 0], ["AV": 1, "PR": 1, "UI": 1]],
  ]
  private static let highest2: [[Levels]] = [
    [["AC": 0, "AT": 0]], [["AC": 1, "AT": 0], ["AC": 0, "AT": 1]],
  ]
  private static let highest36: [[Levels]] = [
    [harm(0, 0, 0, 0, 0, 0)],
    [harm(0, 0, 1, 1, 1, 0), harm(0, 0, 0, 1, 1, 1)],
    [harm(1, 0, 0, 0, 0, 0), harm(0, 1, 0, 0, 0, 0)],
    [
      harm(1, 0, 1, 0, 1, 0), harm(1, 0, 0, 0, 1, 1), harm(0, 1, 0, 1, 0, 1),
      harm(0, 1, 1, 1, 0, 0), harm(1, 1, 0, 0, 0, 1),
    ],
    [harm(1, 1, 1, 0, 0, 0)],
  ]
  private static let highest4: [[Levels]] = [
    [["SC": 1, "SI": 0, "SA": 0]], [["SC": 1, "SI": 1, "SA": 1]], [["SC": 2, "SI": 2, "SA": 2]],
  ]

  private static func harm(
    _ vc: Int, _ vi: Int, _ va: Int, _ cr: Int, _ ir: Int, _ ar: Int
  ) -> Levels {
    ["VC": vc, "VI": vi, "VA": va, "CR": cr, "IR": ir, "AR": ar]
  }

  /// How far the vector is from the first of `highest` that is not below it in any metric.
  private func nearest(_ highest: [Levels]) -> Int {
    for levels in highest where levels.allSatisfy({ self[$0.key] >= $0.value }) {
      return levels.reduce(0) { $0 + self[$1.key] - $1.value }
    }
    return 0
  }
}
