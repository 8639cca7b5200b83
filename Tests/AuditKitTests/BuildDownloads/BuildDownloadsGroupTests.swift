import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

struct BuildDownloadsGroupTests {
  private func items(_ tree: TemporaryFolder) throws -> [Finding] {
    let package = AuditPackage(name: "lib", version: "1", path: try RelativePath("Vendor/lib"))
    let context = AuditContext(
      root: tree.handle, packages: [package], policy: Policy(),
      today: CivilDate(secondsSince1970: 0))
    return try Audit(groups: [BuildDownloadsGroup()], threads: 2).report(on: context).findings
  }

  @Test func packagesAndTheHostAreBothChecked() throws {
    let tree = try TemporaryFolder([
      "CMakeLists.txt": "FetchContent_Declare(x URL https://example.org/x.tgz)\n",
      "Vendor/lib/get.sh": "\n\ncurl https://example.org/y\n",
      "Vendor/lib/bootstrap": "#!/bin/sh\nwget https://example.org/z\n",
      "Vendor/lib/README": "curl https://example.org/y\n",
      "Vendor/lib/main.c": "// curl https://example.org/y\n",
    ])
    let found = try items(tree)
    #expect(found.map(\.rule.id) == ["fetches-cmake", "fetches-command", "fetches-command"])
    #expect(found.map(\.package) == [nil, "lib", "lib"])
    #expect(found.map(\.line) == [1, 2, 3])
    #expect(
      found.map(\.path?.description) == [
        "CMakeLists.txt", "Vendor/lib/bootstrap", "Vendor/lib/get.sh",
      ])
    #expect(found.last?.message == "curl downloads https://example.org/y")
  }

  @Test func tooManySitesOfOneFileAreCutAndReported() throws {
    let tree = try TemporaryFolder([
      "get.sh": String(repeating: "curl https://example.org/y\n", count: 300)
    ])
    let found = try items(tree)
    #expect(
      found.count { $0.rule == BuildDownloadsRules.command } == BuildDownloadsGroup.limitSites)
    #expect(found.count { $0.rule == AuditRules.cut } == 1)
  }
}
