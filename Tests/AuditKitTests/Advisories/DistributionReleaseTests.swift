import Testing

@testable import AuditKit

struct DistributionReleaseTests {
  @Test(arguments: [
    ("12", "bookworm"), ("12", "debian-12.5"), ("sid", "unstable"), ("v3.18", "alpine-3.18.4"),
    ("22.04:LTS", "jammy"), ("Pro:18.04:LTS", "ubuntu-18.04"), ("9", "rocky-9.3"),
    ("enterprise_linux:9::appstream", "rhel-9.2"), ("Leap 15.5", "opensuse-leap-15.5"),
    ("Linux Enterprise Server 15 SP5", "sles-15.5"), ("edge", "alpine-edge"),
    ("Tumbleweed", "opensuse-tumbleweed"),
  ]) func agrees(suffix: String, distro: String) {
    #expect(DistributionRelease(suffix).agrees(with: DistributionRelease(distro)))
  }

  @Test(arguments: [
    ("12", "bullseye"), ("v3.18", "alpine-3.1"), ("22.04:LTS", "focal"), ("9", "rocky-8.9"),
    ("Linux Enterprise Server 15 SP5", "sles-15.4"), ("edge", "alpine-3.18"), ("12", "sid"),
    ("sid", ""), ("", ""), ("1", "11"),
  ]) func differs(suffix: String, distro: String) {
    #expect(!DistributionRelease(suffix).agrees(with: DistributionRelease(distro)))
  }

  /// The ecosystems that OSV's schema 1.7 lists.
  @Test(arguments: [
    "AlmaLinux", "Alpaquita", "Alpine", "Android", "Azure Linux", "BellSoft Hardened Containers",
    "Bioconductor", "Bitnami", "Chainguard", "CleanStart", "ConanCenter", "CRAN", "crates.io",
    "Debian", "Docker Hardened Images", "Echo", "FreeBSD", "GHC", "GitHub Actions", "Go", "Hackage",
    "Hex", "Julia", "Kubernetes", "Linux", "Mageia", "Maven", "MinimOS", "npm", "NuGet", "opam",
    "openEuler", "openSUSE", "OSS-Fuzz", "Packagist", "Photon OS", "Pub", "PyPI", "Red Hat",
    "Rocky Linux", "Root", "RubyGems", "SUSE", "SwiftURL", "TuxCare", "Ubuntu", "VSCode", "Wolfi",
  ]) func everyEcosystemIsDecidedOrUndecidedButNeverSilent(name: String) throws {
    let ecosystem = Ecosystem(name)
    #expect(ecosystem.isListed)
    guard name != "OSS-Fuzz", let purl = ecosystem.purl(of: name == "Maven" ? "a:lib" : "lib")
    else {
      return
    }
    let path = (purl.namespace + [purl.name]).joined(separator: "/")
    let subject = AdvisorySubject(
      name: "lib", purl: "pkg:\(purl.type)/\(path)@1.2.3", version: "1.2.3")
    for (fixed, isAffected) in [("1.2.4", true), ("1.2.3", false)] {
      var database = AdvisoryDatabase(subjects: [subject])
      let text = #"""
        {"id":"X","modified":"2026-01-01T00:00:00Z","affected":[{"package":{"ecosystem":"\#(name)",
        "name":"\#(name == "Maven" ? "a:lib" : "lib")"},"ranges":[{"type":"ECOSYSTEM",
        "events":[{"introduced":"0"},{"fixed":"\#(fixed)"}]}]}]}
        """#
      database.add(Array(text.utf8), name: "X")
      switch database.matches.first?.verdict {
      case .affected: #expect(isAffected && ecosystem.scheme != nil)
      case .undecided: #expect(ecosystem.scheme == nil)
      case .unaffected, nil: #expect(!isAffected && ecosystem.scheme != nil)
      }
    }
  }
}
