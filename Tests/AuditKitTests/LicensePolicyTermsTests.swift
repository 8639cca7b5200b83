import Testing

@testable import AuditKit

@Suite struct LicensePolicyTermsTests {
  @Test(arguments: LicensePreset.allCases)
  func theExamplesOfAPresetAreInIt(preset: LicensePreset) {
    #expect(preset.licenses.isSuperset(of: preset.examples))
  }

  @Test(
    arguments: [
      ("MIT", ["MIT"], [], true),
      ("MIT", ["ISC"], [], false),
      ("MIT OR GPL-3.0-only", ["MIT"], [], true),
      ("MIT AND GPL-3.0-only", ["MIT"], [], false),
      ("GPL-2.0-or-later", ["GPL-3.0-only"], [], true),
      ("GPL-2.0-only", ["GPL-2.0-or-later"], [], true),
      ("GPL-3.0-only", ["GPL-2.0-or-later"], [], true),
      ("GPL-2.0-only", ["GPL-3.0-or-later"], [], false),
      ("GPL-2.0", ["GPL-2.0-only"], [], true),
      ("LGPL-2.1-or-later", ["GPL-3.0-only"], [], false),
      ("MPL-1.1+", ["MPL-2.0"], [], true),
      ("GPL-2.0-only WITH Classpath-exception-2.0", ["GPL-2.0-only"], [], false),
      (
        "GPL-2.0-only WITH Classpath-exception-2.0",
        ["GPL-2.0-only WITH Classpath-exception-2.0"], ["GPL-2.0-only"], true
      ),
      ("GPL-2.0-only", ["GPL-2.0-only WITH Classpath-exception-2.0"], [], false),
      ("LicenseRef-acme", ["LicenseRef-acme"], [], true),
      ("MIT", nil, [], true),
      ("GPL-3.0-only", nil, ["GPL-3.0-only"], false),
      ("GPL-3.0-only WITH GCC-exception-3.1", nil, ["GPL-3.0-only"], false),
      ("GPL-3.0-or-later", nil, ["GPL-3.0-only"], false),
      ("GPL-2.0-or-later", nil, ["GPL-3.0-only"], true),
      ("GPL-2.0-or-later", nil, ["GPL-2.0-or-later"], false),
      ("MIT OR AGPL-3.0-only", nil, ["AGPL-3.0-only"], true),
      ("MIT", ["MIT"], ["MIT"], false),
      ("MIT AND Zlib AND CC0-1.0", ["permissive"], [], true),
      ("MPL-2.0", ["permissive"], [], false),
      ("MPL-2.0 AND MIT", ["permissive", "weak-copyleft"], [], true),
      ("MPL-2.0 AND LGPL-2.1-or-later", ["weak-copyleft"], [], true),
      ("MIT OR GPL-2.0-or-later", ["permissive"], [], true),
      ("Apache-2.0 WITH LLVM-exception", ["permissive"], [], true),
      ("MIT WITH AdditionRef-more", ["permissive"], [], false),
      ("GPL-2.0-only WITH Classpath-exception-2.0", ["weak-copyleft"], [], true),
      ("GPL-2.0-only WITH Classpath-exception-2.0", nil, ["strong-copyleft"], true),
      ("GPL-2.0-or-later WITH Autoconf-exception-generic", ["permissive"], [], true),
      ("GPL-2.0-or-later WITH Libtool-exception", ["permissive"], ["strong-copyleft"], true),
      ("GPL-2.0-or-later WITH Libtool-exception", ["MIT"], [], false),
      ("GPL-3.0-or-later WITH Bison-exception-2.2", nil, ["strong-copyleft"], true),
      ("FSFULLR", ["weak-copyleft"], [], true),
      ("GPL-3.0-only", nil, ["strong-copyleft"], false),
      ("AGPL-3.0-or-later", ["strong-copyleft"], [], false),
      ("AGPL-3.0-or-later", nil, ["network-copyleft"], false),
      ("LicenseRef-acme", ["permissive"], [], false),
      ("SSPL-1.0", ["permissive", "weak-copyleft", "network-copyleft"], [], false),
    ] as [(String, [String]?, [String], Bool)])
  func decides(found: String, allowed: [String]?, denied: [String], expected: Bool) throws {
    let expression = try LicenseExpression(parsing: found)
    let allowedTerms = try allowed.map { try LicenseTerms($0) }
    let verdict = expression.offending(allowed: allowedTerms, denied: try LicenseTerms(denied))
      .isEmpty
    #expect(verdict == expected)
  }

  @Test func presetsListLicencesOfTheListAndEachInOne() {
    var seen: Set<String> = []
    for preset in LicensePreset.allCases {
      for name in preset.licenses {
        #expect(LicenseList.license(named: name)?.identifier == name)
        #expect(seen.insert(name).inserted, "\(name) is in two presets")
      }
    }
    for name in LicensePresetLists.weakeningExceptions.union(LicensePresetLists.autotoolsExceptions)
    {
      #expect(LicenseList.exception(named: name)?.identifier == name)
    }
  }

  @Test func namesOnlyWhatIsInTheWay() throws {
    let expression = try LicenseExpression(parsing: "MIT AND (GPL-3.0-only OR ISC) AND Zlib")
    let allowed = try LicenseTerms(["MIT OR ISC"])
    #expect(expression.offending(allowed: allowed).map(\.description) == ["Zlib"])
  }

  @Test func refusesAConjunction() {
    #expect(throws: LicenseExpressionError.self) { try LicenseTerms(["MIT AND ISC"]) }
    #expect(throws: LicenseExpressionError.self) { try LicenseTerms(["MIT OR (MIT AND ISC)"]) }
  }
}
