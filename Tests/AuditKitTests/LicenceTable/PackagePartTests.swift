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
      ("configure-cmake", .build), ("Makefile-libbz2_so", .build), ("bootstrap", .build),
      ("buildconf", .build), ("configure.gnu", .build), ("linux/Makefile-manual", .build),
      ("configure.c", .main), ("config.h", .main), ("bootstrap.css", .main),
      ("configuration", .main),
      ("testing.h", .main), ("contest.c", .main), ("latest.c", .main),
    ] as [(String, PackagePart)])
  func isTold(_ path: String, part: PackagePart) throws {
    let package = AuditPackage(name: "z", version: "1", path: try RelativePath("Vendor/test/z"))
    #expect(PackagePart(of: try RelativePath("Vendor/test/z/\(path)"), in: package) == part)
  }

  @Test func aScriptWhoseNameDoesNotTellIsATool() throws {
    let package = AuditPackage(name: "z", version: "1", path: try RelativePath("z"))
    func part(_ name: String, _ head: String) throws -> PackagePart {
      let isScript = PackagePart.isUnnamedScript(
        ending: name.split(separator: ".").dropFirst().last.map(String.init) ?? "", head: head.utf8)
      return PackagePart(of: try RelativePath("z/\(name)"), in: package, isScript: isScript)
    }
    #expect(try part("zlib2ansi", "#!/usr/bin/perl\n") == .tools)
    #expect(try part("zlib2ansi", "int main") == .main)
    #expect(try part("zlib.py", "#!/usr/bin/python3\n") == .main)
    #expect(try part("configure-cmake", "#!/bin/sh\n") == .build)
    // A licence file is one whatever it begins with.
    #expect(try part("LICENSE", "#!/bin/sh\n") == .main)
  }
}
