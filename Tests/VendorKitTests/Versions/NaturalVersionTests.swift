import Testing

@testable import VendorKit

/// The order of versions without rules.
struct NaturalVersionTests {
  /// From the oldest to the newest: each comes before every later one.
  @Test(
    arguments: [
      ["1.0-dev", "1.0-alpha", "1.0-beta", "1.0-pre", "1.0-rc", "1.0", "1.0a", "1.0b", "1.1"],
      ["1.9", "1.10", "1.10.1", "2", "10"],
      ["0.9", "1.0rc1", "1.0rc2", "1.0rc10", "1.0", "1.0.1"],
      ["2024-09-30", "2024-10-01", "2025-01-01"],
      ["1.1.1", "1.1.1a", "1.1.1b", "1.1.2"],
      // Words of one rank come in the order of their letters.
      ["1.0-pre", "1.0-preview", "1.0-rc"],
      ["1.99999999999999999999", "1.100000000000000000000"],
    ])
  func ascending(_ versions: [String]) {
    for (index, older) in versions.enumerated() {
      for newer in versions[(index + 1)...] {
        #expect(NaturalVersion(older).compare(NaturalVersion(newer)) < 0, "\(older), \(newer)")
        #expect(NaturalVersion(newer).compare(NaturalVersion(older)) > 0, "\(newer), \(older)")
      }
    }
  }

  @Test(arguments: [
    ("1.0", "v1.0"), ("V1", "1.0.0"), ("1_2-3", "1.2.3"), ("1.02", "1.2"), ("1.0RC1", "1.0-rc.1"),
    ("", "0"),
  ])
  func sameRank(_ left: String, _ right: String) {
    let order = NaturalVersion(left).compare(NaturalVersion(right))
    #expect(order == 0)
  }

  @Test(arguments: [
    ("1.0", false), ("1.0rc1", true), ("2.0-SNAPSHOT", true), ("3-alpha.1", true), ("1.0a", false),
    ("1.1.1-patched", false), ("", false),
  ])
  func prereleases(_ text: String, _ isPrerelease: Bool) {
    #expect(NaturalVersion(text).isPrerelease == isPrerelease)
  }
}
