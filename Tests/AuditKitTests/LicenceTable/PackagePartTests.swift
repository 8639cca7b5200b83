import SafeFiles
import Testing
import VendorKit

@testable import AuditKit

/// The parts of packages, by paths as they stand in real ones.
struct PackagePartTests {
  @Test(
    arguments: [
      ("adler32.c", .main), ("src/lib/x.h", .main), ("util/utf.h", .main), ("LICENSE", .main),
      ("LICENSES/MIT.txt", .main), ("docs/LICENSE.TXT", .main), ("COPYING.GPLv2", .main),
      ("tests/a.c", .tests), ("src/test/a.c", .tests), ("test_basic.c", .tests),
      ("foo_test.cc", .tests), ("tests/LICENSE", .tests), ("fuzz/fuzz_x.c", .tests),
      ("contrib/minizip/zip.c", .tools), ("examples/a.c", .tools), ("scripts/run.sh", .tools),
      ("doc/man.1", .docs), ("README.md", .docs), ("ChangeLog", .docs), ("foo.3", .docs),
      ("configure", .build), ("m4/ltmain.m4", .build), ("config.guess", .build),
      ("CMakeLists.txt", .build), ("Makefile.in", .build), (".github/workflows/ci.yml", .build),
      ("testing.h", .main), ("contest.c", .main), ("latest.c", .main),
    ] as [(String, PackagePart)])
  func isTold(_ path: String, part: PackagePart) throws {
    let package = AuditPackage(name: "z", version: "1", path: try RelativePath("Vendor/test/z"))
    #expect(PackagePart(of: try RelativePath("Vendor/test/z/\(path)"), in: package) == part)
  }
}
