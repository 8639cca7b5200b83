import TestSupport
import Testing

@testable import AuditKit

struct CVSSScoreTests {
  @Test(arguments: [
    // The examples of FIRST's documents, and the edges of the formulas.
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "9.8"),
    ("CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H", "10.0"),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", "0.0"),
    ("CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N", "1.6"),
    ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:U/RL:O", "9.8"),
    ("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H", "10.0"),
    ("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", "9.3"),
    ("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N", "0.0"),
    ("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U", "8.1"),
  ]) func scoresVectors(vector: String, score: String) {
    #expect(CVSSScore(vector: vector)?.description == score)
  }

  @Test(arguments: [
    "", "9.8", "AV:N/AC:L/Au:N/C:P/I:P/A:P", "CVSS:3.1", "CVSS:3.1/AV:N",
    "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:X", "CVSS:2.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
    "CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "CVSS:3.1/AV:N//AC:L",
    "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:S/SA:N",
    "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/Q:X",
    "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/S:(a+)+$",
    String(repeating: "CVSS:3.1/AV:N/", count: 10_000),
  ]) func refusesOtherTexts(vector: String) {
    #expect(CVSSScore(vector: vector) == nil)
  }

  /// All base vectors of version 3, and every 41st of version 4 with threat and requirements added to
  /// some, against the PyPI package `cvss`.
  @Test func agreesWithAnotherImplementation() async throws {
    guard let packages = try await Checkout.fetched(by: "fetch-cvss") else { return }
    var vectors: [String] = []
    let third = Self.vectors([
      ("AV", "NALP"), ("AC", "LH"), ("PR", "NLH"), ("UI", "NR"), ("S", "UC"), ("C", "HLN"),
      ("I", "HLN"), ("A", "HLN"),
    ])
    vectors += third.map { "CVSS:3.0" + $0 } + third.map { "CVSS:3.1" + $0 }
    let fourth = Self.vectors([
      ("AV", "NALP"), ("AC", "LH"), ("AT", "NP"), ("PR", "NLH"), ("UI", "NPA"), ("VC", "HLN"),
      ("VI", "HLN"), ("VA", "HLN"), ("SC", "HLN"), ("SI", "HLN"), ("SA", "HLN"),
    ])
    let more = ["", "/E:P", "/E:U/CR:L/IR:M", "/MSI:S", "/CR:M/AR:L/MAV:P", "/MVC:N/MVI:L"]
    for (index, place) in stride(from: 0, to: fourth.count, by: 41).enumerated() {
      vectors.append("CVSS:4.0" + fourth[place] + more[index % more.count])
    }
    let script = """
      import sys
      from cvss import CVSS3, CVSS4
      for line in sys.stdin:
          text = line.strip()
          print((CVSS4 if text.startswith('CVSS:4') else CVSS3)(text).base_score)
      """
    let outcome = try await Command.run(
      "python3", ["-c", script], in: ".", environment: ["PYTHONPATH": packages],
      input: vectors.joined(separator: "\n"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let expected = outcome.output.split(separator: "\n").map(String.init)
    try #require(expected.count == vectors.count)
    for (vector, score) in zip(vectors, expected) {
      let own = CVSSScore(vector: vector).map { Double($0.tenths) / 10 }
      #expect(own == Double(score), "\(vector)")
    }
  }

  private static func vectors(_ metrics: [(name: String, values: String)]) -> [String] {
    metrics.reduce([""]) { vectors, metric in
      vectors.flatMap { vector in metric.values.map { "\(vector)/\(metric.name):\($0)" } }
    }
  }
}
