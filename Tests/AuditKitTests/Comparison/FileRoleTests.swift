import Testing

@testable import AuditKit

/// What a reviewer of a release looks at first.
struct FileRoleTests {
  @Test(arguments: [
    ("build-to-host.m4", "", FileRole.build), ("configure.ac", "", .build),
    ("CMakeLists.txt", "", .build), ("Makefile.am", "", .build), ("autogen.sh", "", .build),
    ("meson.build", "", .build), ("setup.py", "", .build), ("bootstrap", "#!/bin/sh\n", .build),
    ("configure", "#!/bin/sh\n", .generated), ("Makefile.in", "", .generated),
    ("aclocal.m4", "", .generated), ("PKG-INFO", "", .generated), ("de.gmo", "", .generated),
    ("de.gmo", "\u{DE}\0", .binary), ("good-large_compressed.lzma", "x\0", .binary),
    ("a.c", "\u{7F}ELF", .binary), ("a.tar.gz", "\u{1F}\u{8B}\u{8}", .other),
    ("a.c", "int x;", .source), ("README.md", "hello", .other), ("empty", "", .other),
  ])
  func aFileHasTheRoleOfItsNameAndItsFirstBytes(name: String, head: String, role: FileRole) {
    #expect(FileRole(name: name, head: Array(head.utf8)) == role)
  }

  @Test func whatSteersTheBuildComesFirst() {
    #expect(FileRole.allCases.sorted() == [.build, .binary, .generated, .source, .other])
  }
}
