import Testing

@testable import AuditKit

/// Every list is in ascending order, by the examples of the scheme's own specification where it has
/// any; all pairs are compared, both ways round.
struct VersionSchemeTests {
  static let ascending: [(VersionScheme, [String])] = [
    (
      .semantic,
      [
        "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
        "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2", "1.10.0", "2.0.0.1",
        "99999999999999999999.0.0",
      ]
    ),
    (
      .python,
      [
        "1.dev0", "1.0.dev456", "1.0a1", "1.0a2.dev456", "1.0a12.dev456", "1.0a12", "1.0b1.dev456",
        "1.0b2", "1.0b2.post345.dev456", "1.0b2.post345", "1.0rc1.dev456", "1.0rc1", "1.0",
        "1.0+abc.5", "1.0+abc.7", "1.0+5", "1.0.post456.dev34", "1.0.post456", "1.0.15", "1.1.dev1",
        "2!0.1",
      ]
    ),
    (
      .debian,
      [
        "1.0~~", "1.0~~a", "1.0~", "1.0", "1.0-0.1", "1.0-1", "1.0-1+b1", "1.0-1.1", "1.0a",
        "1.0+dfsg", "1.0.1", "1.2", "1.10", "1:0.1",
      ]
    ),
    (
      .rpm,
      [
        "1.0~rc1", "1.0", "1.0^git1", "1.0^git1.1", "1.0a", "1.0.1-1", "1.0.1-2", "1.0.1-10", "1.2",
        "1.10", "1:0.1",
      ]
    ),
    (
      .maven,
      [
        "1-alpha-1", "1-a2", "1-beta-1", "1-m3", "1-rc1", "1-SNAPSHOT", "1", "1-sp", "1-xyz", "1.1",
        "1.10",
      ]
    ),
    (.ruby, ["1.0.a", "1.0.b2", "1.0.pre.1", "1.0", "1.0.1.rc1", "1.0.1", "1.2", "1.10"]),
    (
      .alpine,
      [
        "1.0_alpha", "1.0_alpha2", "1.0_beta", "1.0_pre1", "1.0_rc1", "1.0", "1.0-r1", "1.0-r10",
        "1.0_git20200101", "1.0_p1", "1.0a", "1.0b", "1.0.0", "1.0.1", "1.05", "1.1", "1.2", "1.10",
      ]
    ),
    (.nuget, ["1.0.0-Alpha", "1.0.0-beta", "1.0.0-RC", "1.0.0", "1.0.0.1", "1.0.1"]),
    (.pub, ["1.0.0-dev", "1.0.0", "1.0.0+1", "1.0.0+2", "1.0.0+a", "1.0.1-0"]),
    (.bitnami, ["1.2.3-rc.1", "1.2.3", "1.2.3-1", "1.2.3-10", "1.2.4"]),
    (
      .php,
      [
        "1.0-dev", "1.0-alpha", "1.0alpha2", "1.0b1", "1.0-RC1", "1.0RC2", "1.0", "1.0.1",
        "1.0.1pl1", "1.10",
      ]
    ),
    (
      .conan,
      [
        "1.0-pre", "1.0", "1.0+1", "1.0.2", "1.0.2k", "1.0.2u", "1.0.3", "1.10", "2.0",
        "cci.20200101",
      ]
    ),
    (.maven, ["1.0-alpha", "1.0-rc-1", "1.0-RC2", "1", "1-SP1", "1-1", "1.0.1"]),
    (.numbers, ["0.1", "0.1-0.1", "0.1-1", "0.1.2", "0.2", "0.10", "1", "1.0"]),
    (
      .natural,
      [
        "1.0dev", "1.0-alpha2", "1.0-alpha10", "1.0-beta", "v1.0-rc1", "1.0", "1.0.2k", "1.0.2u",
        "1.0.3", "1.9", "1.10",
      ]
    ),
  ]

  @Test(arguments: ascending) func ordersAsItsRulesSay(scheme: VersionScheme, versions: [String]) {
    for (i, left) in versions.enumerated() {
      for (j, right) in versions.enumerated() {
        #expect(scheme.compare(left, right).signum() == (i - j).signum(), "\(left) and \(right)")
      }
    }
  }

  @Test(arguments: [
    (VersionScheme.semantic, "v1.2.3+build", "1.2.3"), (.semantic, "1.2", "1.2.0"),
    (.python, "1.0.0", "v1.0"), (.python, "1.0-1", "1.0.post1"), (.python, "1.0c1", "1.0-RC_1"),
    (.debian, "1.0", "0:1.0-0"), (.debian, "1.01", "1.1"), (.rpm, "1.0-3", "1.0"),
    (.rpm, "1_0", "1.0"),
    (.maven, "1.0.0-ga", "1"), (.maven, "1.0.0-foo.0.0", "1-foo"), (.maven, "1-ga-1", "1-1"),
    (.maven, "1-RC1", "1-cr1"), (.ruby, "1.0", "1"),
    (.ruby, "1.0.0.a", "1.a"), (.nuget, "1.0.0-RC", "1.0.0-rc"), (.conan, "1.0.0", "1"),
    (.alpine, "1.0-r0", "1.0"), (.php, "v1.0-RC1", "1.0rc1"), (.numbers, "0.01", "0.1"),
    (.natural, "v1.0", "1.0"),
  ]) func spellsTheSameVersionInTwoWays(scheme: VersionScheme, left: String, right: String) {
    #expect(scheme.compare(left, right) == 0)
    #expect(scheme.compare(right, left) == 0)
  }

  @Test(arguments: VersionScheme.allCases)
  func ordersAnyStrings(scheme: VersionScheme) {
    let odd = [
      "", ".", "-", "~", "^", "1..2", "!!", "v", "é", "1.0\u{0}", "١", "+", "1e", "--1", "0", "00",
    ]
    for left in odd {
      for right in odd {
        let (there, back) = (scheme.compare(left, right), scheme.compare(right, left))
        #expect(there.signum() == -back.signum(), "\(left) and \(right)")
      }
    }
  }
}
