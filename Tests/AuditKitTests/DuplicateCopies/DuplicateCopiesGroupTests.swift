import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// A planted case of each rule of the group, and its harmless twin.
struct DuplicateCopiesGroupTests {
  typealias Package = (name: String, version: String, purl: String?)

  private func findings(_ files: [String: String], _ packages: [Package]) throws -> [String] {
    try AuditedTree.findings(DuplicateCopiesGroup(), files, packages: packages)
  }

  /// Source that no other file here has.
  private func source(_ name: String) -> String {
    String(repeating: "int \(name)(void);\n", count: 30)
  }

  private let two: [Package] = [("a", "1", nil), ("b", "1", nil)]

  @Test func threeSharedSourcesAreACopy() throws {
    var files: [String: String] = [:]
    for name in ["x", "y", "z"] {
      files["Vendor/a/src/\(name).c"] = source(name)
      files["Vendor/b/deep/other_\(name).c"] = source(name)
    }
    #expect(try findings(files, two) == ["double-files Vendor/b/deep/other_x.c"])
    files["Vendor/b/deep/other_z.c"] = source("changed")
    #expect(try findings(files, two) == [])
  }

  @Test(arguments: ["LICENSE", "config.sub", "m4/libtool.m4", "Makefile.am", "style.css", "x.txt"])
  func whatManyPackagesHaveIsNoCopy(name: String) throws {
    var files: [String: String] = [:]
    for folder in ["p", "q", "r"] {
      for package in ["a", "b"] { files["Vendor/\(package)/\(folder)/\(name)"] = source("same") }
    }
    for package in ["a", "b"] {
      for number in 0..<5 { files["Vendor/\(package)/empty\(number).c"] = "int x;\n" }
    }
    #expect(try findings(files, two) == [])
  }

  @Test func oneTextManyTimesIsOneFile() throws {
    var files: [String: String] = [:]
    for package in ["a", "b"] {
      for number in 0..<5 { files["Vendor/\(package)/\(number).c"] = source("one") }
    }
    // Five files of each side, pair by pair.
    #expect(try findings(files, two) == ["double-files Vendor/b/0.c"])
    files = files.filter { $0.key.hasPrefix("Vendor/a") || $0.key.hasSuffix("0.c") }
    #expect(try findings(files, two) == [])
  }

  @Test func aFolderThatAppearsTwiceInItsPackage() throws {
    var files: [String: String] = [:]
    for name in ["src/x.c", "src/y.c", "include/z.h"] {
      files["Vendor/a/lib/\(name)"] = source(String(name.prefix(5).suffix(1)))
      files["Vendor/a/contrib/old/lib/\(name)"] = source(String(name.prefix(5).suffix(1)))
    }
    let only: [Package] = [("a", "1", nil)]
    #expect(try findings(files, only) == ["double-folder Vendor/a/lib/include/z.h"])
    files["Vendor/a/lib/src/y.c"] = nil
    #expect(try findings(files, only) == [])
  }

  private static let zlib = "/* zlib */\n#define ZLIB_VERSION \"1.2.11\"\n"

  @Test func aKnownLibraryInsideAnother() throws {
    let files = ["Vendor/a/third/zlib/zlib.h": Self.zlib]
    #expect(
      try findings(files, [("a", "1", nil)]) == ["double-embedded Vendor/a/third/zlib/zlib.h:2"])
    // The package that is the library has it by right.
    for name in ["zlib", "zlib-1.2.11", "libzlib"] {
      let here = ["Vendor/\(name)/zlib.h": Self.zlib]
      #expect(try findings(here, [(name, "1.2.11", nil)]) == [], "\(name)")
    }
    let other = ["Vendor/z/zlib.h": Self.zlib]
    #expect(try findings(other, [("z", "1.2.11", "pkg:github/madler/zlib@1.2.11")]) == [])
  }

  @Test(arguments: [
    "#define ZLIB_VERSION ZLIB_VERSION_STRING\n", "/* ZLIB_VERSION \"1.2.11\" */\n",
    "#define ZLIB_VERSION \"@VERSION@\"\n", "#define MY_ZLIB_VERSION \"1.2\"\n",
    "#define ZLIB_VERSIONS \"1.2\"\n", "",
  ])
  func aHeaderOfTheSameNameAlone(text: String) throws {
    #expect(try findings(["Vendor/a/zlib.h": text], [("a", "1", nil)]) == [])
  }

  static let headers: [(String, String, String)] = [
    ("png.h", "#define PNG_LIBPNG_VER_STRING \"1.6.39\"\n", "libpng 1.6.39"),
    (
      "lua.h",
      "#define LUA_VERSION_MAJOR\t\"5\"\n#define LUA_VERSION_MINOR\t\"4\"\n"
        + "#define LUA_VERSION_RELEASE\t\"4\"\n", "lua 5.4.4"
    ),
    ("lua.h", "#define LUA_RELEASE\t\"Lua 5.1.5\"\n", "lua 5.1.5"),
    (
      "lz4.h",
      "#define LZ4_VERSION_MAJOR    1    /* for breaking changes */\n"
        + "#define LZ4_VERSION_MINOR    9\n#define LZ4_VERSION_RELEASE  4\n", "lz4 1.9.4"
    ),
    (
      "opensslv.h", "# define OPENSSL_VERSION_TEXT \"OpenSSL 1.1.1w  11 Sep 2023\"\n",
      "openssl 1.1.1w"
    ),
    ("stb_image.h", "/* stb_image - v2.28 - public domain image loader */\n", "stb_image 2.28"),
    ("bzlib_private.h", "#define BZ_VERSION  \"1.0.8, 13-Jul-2019\"\n", "bzip2 1.0.8"),
    ("core.h", "#define FMT_VERSION 90100\n", "fmt"),
    ("uthash.h", "#define UTHASH_VERSION 2.3.0\n", "uthash 2.3.0"),
    (
      "doctest.h",
      "#define DOCTEST_VERSION_MAJOR 2\n#define DOCTEST_VERSION_MINOR 4\n"
        + "#define DOCTEST_VERSION_PATCH 9\n#define DOCTEST_VERSION_STR DOCTEST_TOSTR(x)\n",
      "doctest 2.4.9"
    ),
    (
      "hidapi.h",
      "#ifndef HIDAPI_H__\n#define HID_API_VERSION_MAJOR 0\n#define HID_API_VERSION_MINOR 13\n"
        + "#define HID_API_VERSION_PATCH 1\n", "hidapi 0.13.1"
    ),
    ("hidapi.h", "#ifndef HIDAPI_H__\n#define HIDAPI_H__\n", "hidapi"),
    ("nuklear.h", "#ifndef NK_NUKLEAR_H_\n", "nuklear"),
    ("glad.h", "/* OpenGL loader generated by glad 0.1.36 on x. */\n", "glad 0.1.36"),
    ("gl.h", "#define GLAD_GENERATOR_VERSION \"2.0.4\"\n", "glad 2.0.4"),
    ("version.h", "#define JSONCPP_VERSION_STRING \"1.9.5\"\n", "jsoncpp 1.9.5"),
    ("kiss_fft.h", "#ifndef KISS_FFT_H\n#define KISS_FFT_H 1\n", "kiss_fft"),
    ("blake2b.c", "static const uint8_t blake2b_sigma[12][16] =\n", "blake2"),
    // In files whose names say nothing.
    ("gui.h", "#ifndef NK_NUKLEAR_H_\n", "nuklear"),
    ("fft.c", "static void kf_bfly5(\n", "kiss_fft"),
    ("inflate_all.c", "#define ZLIB_VERSION \"1.2.11\"\n", "zlib 1.2.11"),
    ("all.cpp", "#   define JSONCPP_VERSION_STRING \"1.9.5\"\n", "jsoncpp 1.9.5"),
  ]

  @Test(arguments: headers)
  func versionsAreReadAsTheirHeadersWriteThem(name: String, text: String, found: String) throws {
    let tree = try TemporaryFolder(["Vendor/a/\(name)": text])
    let package = AuditPackage(name: "a", version: "1", path: try RelativePath("Vendor/a"))
    let context = AuditContext(
      root: tree.handle, packages: [package], policy: Policy(),
      today: CivilDate(secondsSince1970: 0))
    let findings = try Audit(groups: [DuplicateCopiesGroup()]).report(on: context).findings
    #expect(findings.map(\.message) == ["a copy of \(found) inside a"])
  }

  @Test func twoVersionsAndTwoCopies() throws {
    let newer = Self.zlib.replacing("1.2.11", with: "1.3.1")
    let packages: [Package] = [("a", "1", nil), ("zlib", "1.3.1", nil)]
    let files = ["Vendor/a/zlib.h": Self.zlib, "Vendor/zlib/zlib.h": newer]
    #expect(
      try findings(files, packages) == [
        "double-embedded Vendor/a/zlib.h:2", "double-versions Vendor/a/zlib.h:2",
      ])
    let same = ["Vendor/a/zlib.h": newer, "Vendor/zlib/zlib.h": newer]
    #expect(
      try findings(same, packages) == [
        "double-embedded Vendor/a/zlib.h:2", "double-library Vendor/a/zlib.h:2",
      ])
    // In the host too; and the host by itself is nobody's second copy.
    let host = ["src/zlib.h": Self.zlib, "Vendor/zlib/zlib.h": newer]
    #expect(try findings(host, [("zlib", "1.3.1", nil)]) == ["double-versions src/zlib.h:2"])
    #expect(try findings(["src/zlib.h": Self.zlib], [("a", "1", nil)]) == [])
  }

  @Test(
    arguments: [
      (
        [("foo", "1.0", "pkg:npm/foo@1.0"), ("foo-old", "0.9", "pkg:npm/foo@0.9")],
        ["double-versions Vendor/foo-old"]
      ),
      (
        [("foo", "1.0", "pkg:npm/foo@1.0"), ("bar", "1.0", "pkg:npm/foo@1.0")],
        ["double-library Vendor/foo"]
      ),
      ([("foo1.0", "1.0.2", nil), ("foo1.2", "1.2.0", nil)], ["double-versions Vendor/foo1.2"]),
      ([("foo-1", "1.7", nil), ("libfoo", "2.0", nil)], ["double-versions Vendor/libfoo"]),
      ([("foo", "1.0", "pkg:npm/foo@1.0"), ("libfoo", "2.0", "pkg:pypi/foo@2.0")], []),
      ([("base32", "1.0", nil), ("base64", "1.0", nil)], []),
      ([("utf-8", "4.0", nil), ("utf-16", "2.0", nil)], []),
      ([("foo", "1.0", nil), ("bar", "1.0", nil)], []),
    ] as [([(String, String, String?)], [String])])
  func packagesByNameAndURL(packages: [(String, String, String?)], expected: [String]) throws {
    #expect(try findings([:], packages.map { ($0.0, $0.1, $0.2) }) == expected)
  }

  static let own: [(package: String, version: String, file: String, text: String)] = [
    ("fmtlib", "9.1.0", "include/fmt/core.h", "#define FMT_VERSION 90100\n"),
    ("libstb", "0.0", "stb_image.h", "/* stb_image - v2.27 - public domain */\n"),
    ("libstb", "0.0", "stb_truetype.h", "// stb_truetype.h - v1.26 - public domain\n"),
    ("stb", "0.0", "stb_image_write.h", "/* stb_image_write - v1.16 - public domain */\n"),
    ("libb2", "0.98", "src/blake2b.c", "blake2b_sigma[12][16]\n"),
    ("kissfft", "131", "kiss_fft.c", "static void kf_bfly5(\n"),
    ("libjsoncpp", "1.9.5", "include/json/version.h", "#define JSONCPP_VERSION_STRING \"1.9.5\"\n"),
    // The version tells where the name does not.
    ("compression", "1.2.11", "src/zlib.h", "#define ZLIB_VERSION \"1.2.11\"\n"),
  ]

  @Test(arguments: own)
  func aPackageIsNoCopyOfItself(package: String, version: String, file: String, text: String) throws
  {
    let path = "Vendor/\(package)/\(file)"
    #expect(try findings([path: text], [(package, version, nil)]) == [])
    // The same file in another's package is a copy.
    #expect(try findings(["Vendor/a/x/\(file)": text], [("a", "1", nil)]).count == 1)
  }

  @Test func theVersionTellsNothingAboutAnothersFolder() throws {
    #expect(
      try findings(["Vendor/a/third_party/zlib/zlib.h": Self.zlib], [("a", "1.2.11", nil)])
        == ["double-embedded Vendor/a/third_party/zlib/zlib.h:2"])
  }
}
