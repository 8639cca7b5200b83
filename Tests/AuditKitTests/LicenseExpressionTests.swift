import Testing

@testable import AuditKit

@Suite struct LicenseExpressionTests {
  @Test(arguments: [
    ("mit", "MIT"),
    ("MIT OR Apache-2.0 AND Zlib", "MIT OR Apache-2.0 AND Zlib"),
    ("(MIT OR apache-2.0) AND Zlib", "(MIT OR Apache-2.0) AND Zlib"),
    ("(MIT OR (Apache-2.0 OR Zlib))", "MIT OR Apache-2.0 OR Zlib"),
    ("MIT AND (Zlib AND ISC)", "MIT AND Zlib AND ISC"),
    ("gpl-2.0-ONLY with classpath-exception-2.0", "GPL-2.0-only WITH Classpath-exception-2.0"),
    ("GPL-2.0+", "GPL-2.0+"),
    ("CDDL-1.0+ WITH AdditionRef-acme", "CDDL-1.0+ WITH AdditionRef-acme"),
    ("LicenseRef-Acme.1 or MIT", "LicenseRef-Acme.1 OR MIT"),
    ("DocumentRef-a:LicenseRef-b AND MIT", "DocumentRef-a:LicenseRef-b AND MIT"),
    ("((((MIT))))", "MIT"),
    ("MIT OR MIT", "MIT"),
    ("Nowhere-1.0", "Nowhere-1.0"),
  ])
  func printsAsTheListSpells(text: String, printed: String) throws {
    let expression = try LicenseExpression(parsing: text)
    #expect(expression.description == printed)
    #expect(try LicenseExpression(parsing: printed) == expression)
  }

  @Test(arguments: [
    "", " ", "(", ")", "()", "MIT OR", "OR MIT", "MIT MIT", "MIT Or ISC", "(MIT", "MIT)",
    "MIT WITH", "MIT WITH (GCC-exception-3.1)", "(MIT OR ISC) WITH GCC-exception-3.1", "MIT +",
    "+", "MIT++", "LicenseRef-", "DocumentRef-a", "DocumentRef-a:MIT", "a:LicenseRef-b",
    "DocumentRef-:LicenseRef-b", "LicenseRef-a+", "MIT/ISC", "MIT, ISC", "NONE", "NOASSERTION",
    "MIT AND NONE", "MIT\u{0}", "MÏT", String(repeating: "(", count: 5000),
    String(repeating: "(", count: 33) + "MIT" + String(repeating: ")", count: 33),
  ])
  func refusesInvalidExpressions(text: String) {
    #expect(throws: LicenseExpressionError.self) { try LicenseExpression(parsing: text) }
  }

  @Test func saysWhere() {
    #expect {
      try LicenseExpression(parsing: "MIT AND ()")
    } throws: {
      "\($0)" == "expected a licence at byte 10"
    }
  }

  @Test(arguments: [
    ("GPL-2.0+", "GPL-2.0-or-later"),
    ("GPL-2.0", "GPL-2.0-only"),
    ("GPL-2.0-only+", "GPL-2.0-or-later"),
    ("LGPL-2.1+ OR MIT", "LGPL-2.1-or-later OR MIT"),
    ("GPL-2.0-with-classpath-exception", "GPL-2.0-only WITH Classpath-exception-2.0"),
    ("wxWindows", "LGPL-2.0-or-later WITH WxWindows-exception-3.1"),
    ("GFDL-1.3-no-invariants-or-later", "GFDL-1.3-no-invariants-or-later"),
    ("Zlib AND MIT", "MIT AND Zlib"),
    ("MIT OR (MIT AND Zlib)", "MIT"),
    ("MIT AND (MIT OR Zlib)", "MIT"),
    ("(Zlib AND ISC) OR (ISC AND Zlib)", "ISC AND Zlib"),
    ("MIT AND (ISC OR (ISC AND Zlib))", "ISC AND MIT"),
    ("bzip2-1.0.5", "bzip2-1.0.6"),
  ])
  func hasOneNormalForm(text: String, normal: String) throws {
    let expression = try LicenseExpression(parsing: text)
    #expect(expression.normal.description == normal)
    #expect(expression.normal.normal == expression.normal)
  }

  /// The oracle: truth under every choice of usable licences, for random expressions.
  @Test(arguments: 0..<200) func meansTheSameWhenNormalised(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let names = ["MIT", "ISC", "Zlib", "0BSD"]
    func make(_ depth: Int) -> LicenseExpression {
      if depth == 0 || random.next() % 3 == 0 {
        return .term(LicenseTerm(identifier: names[Int(random.next() % 4)]))
      }
      let parts = (0..<2 + Int(random.next() % 2)).map { _ in make(depth - 1) }
      let joined =
        random.next() % 2 == 0 ? LicenseExpression.all(of: parts) : .any(of: parts)
      return joined ?? parts[0]
    }
    let expression = make(4)
    #expect(try LicenseExpression(parsing: "\(expression)") == expression)
    for mask in 0..<16 {
      let usable = names.indices.filter { mask >> $0 & 1 == 1 }.map { names[$0] }
      let allowed = try LicenseTerms(usable)
      #expect(
        expression.offending(allowed: allowed).isEmpty
          == expression.normal.offending(allowed: allowed).isEmpty)
    }
  }

  @Test func namesUnlistedLicences() throws {
    let text = "MIT AND Nowhere-1.0 WITH Nothing AND LicenseRef-x WITH AdditionRef-y"
    #expect(try LicenseExpression(parsing: text).unlistedNames == ["Nowhere-1.0", "Nothing"])
  }

  @Test func keepsTheWholeList() throws {
    #expect(LicenseList.identifiers.count > 700)
    for identifier in LicenseList.identifiers {
      let parsed = try LicenseExpression(parsing: identifier.uppercased())
      let again = try LicenseExpression(parsing: "\(parsed.normal)")
      #expect(again == parsed.normal)
      #expect(again.unlistedNames.isEmpty, "\(identifier)")
    }
    #expect(LicenseList.license(named: "GPL-2.0")?.isDeprecated == true)
  }
}

/// Random numbers from a seed, the same on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
