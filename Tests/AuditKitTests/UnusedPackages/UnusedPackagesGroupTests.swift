import Findings
import SafeFiles
import Testing
import VendorKit

@testable import AuditKit

/// A package in each way in which a host can use it, and beside each one that only seems used.
struct UnusedPackagesGroupTests {
  private func findings(_ files: [String: String], _ names: [String] = ["xyz"]) throws -> [String] {
    try AuditedTree.findings(
      UnusedPackagesGroup(),
      [
        "Vendor/xyz/src/xyzlib.h": "int x;\n", "Vendor/xyz/src/xyz.c": "#include \"xyzlib.h\"\n",
      ].merging(files) { $1 },
      packages: names.map { ($0, "1.0", nil) })
  }

  static let uses: [(String, String)] = [
    ("Package.swift", ".target(name: \"C\", path: \"Vendor/xyz/src\"),\n"),
    ("CMakeLists.txt", "add_subdirectory(${DEPS}/xyz)\n"),
    ("CMakeLists.txt", "file(GLOB all Vendor/*/src/*.c)\n"),
    ("Makefile", "CFLAGS += -IVendor/xyz/src\n"),
    ("meson.build", "xyz = dependency('xyz')\n"),
    ("BUILD", "deps = [\"//Vendor/xyz:lib\"]\n"),
    ("App.xcodeproj/project.pbxproj", "\t\tAA = {path = Vendor/xyz/src/a.c; };\n"),
    ("App.podspec", "s.source_files = 'Vendor/xyz/**/*.c'\n"),
    ("go.mod", "replace example.org/a => ./Vendor/xyz\n"),
    ("rust/Cargo.toml", "x = { path = \"../Vendor/xyz\" }\n"),
    ("package.json", "{\"dependencies\": {\"x\": \"file:./Vendor/xyz\"}}\n"),
    ("module.modulemap", "module X { header \"Vendor/xyz/src/a.h\" }\n"),
    ("build.sh", "cc Vendor/xyz/src/*.c\n"),
    ("src/a.c", "#include \"xyzlib.h\"\n"), ("src/a.c", "  #  include <src/xyzlib.h>\n"),
    ("src/a.m", "#import <XYZ/thing.h>\n"), ("src/a.swift", "@testable import xyz\n"),
    ("src/a.py", "from xyz.inner import thing\n"), ("src/a.js", "const x = require('xyz')\n"),
    ("src/a.ts", "export * from \"../Vendor/xyz/index.js\"\n"), ("src/a.rs", "use xyz::thing;\n"),
    ("src/a.go", "import \"example.org/xyz\"\n"),
    ("src/a.swift", "let page = \"Vendor/xyz/page.html\"\n"),
  ]

  @Test(arguments: uses) func aMentionIsAUse(name: String, text: String) throws {
    #expect(try findings([name: text]) == [])
  }

  static let others: [(String, String)] = [
    ("README.md", "We use Vendor/xyz.\n"), ("CMakeLists.txt", "# add_subdirectory(Vendor/xyz)\n"),
    ("Package.swift", "  // path: \"Vendor/xyz/src\"\n"), ("src/a.c", "int xyz;\n"),
    ("src/a.c", "// #include \"xyzlib.h\"\n"), ("src/a.c", "/* xyz: see its import */\n"),
    ("Makefile", "CFLAGS += -IVendor/xyzzy/src\n"), ("src/a.py", "xyz = 1\n# import xyz\n"),
    ("vendor.lock", "name = \"xyz\"\n"), ("Vendor/xyz.sums", "xyz\n"),
    ("Vendor/xyz/CMakeLists.txt", "project(xyz)\n"), ("Vendor/xyz/a.c", "#include \"xyzlib.h\"\n"),
    ("src/a.c", "#include <unistd.h>\n"), ("src/a.swift", "import Foundation\n"),
  ]

  @Test(arguments: others) func whatIsNoMention(name: String, text: String) throws {
    #expect(try findings([name: text]) == ["idle-package Vendor/xyz"])
  }

  @Test func aModuleMapOfThePackageNamesIt() throws {
    let map = [
      "Vendor/xyz/module.modulemap": "framework module CThing [system] { header \"a.h\" }\n"
    ]
    let swift = ["src/a.swift": "import CThing\n"]
    #expect(try findings(map.merging(swift) { $1 }) == [])
    #expect(try findings(swift) == ["idle-package Vendor/xyz"])
    let word = ["CMakeLists.txt": "header module system\n"]
    #expect(try findings(map.merging(word) { $1 }) == ["idle-package Vendor/xyz"])
  }

  @Test func whatAUsedPackagesManifestNamesIsUsed() throws {
    let files = [
      "Package.swift": ".package(path: \"Vendor/one\")\n",
      "Vendor/one/Package.swift": ".package(path: \"../two\"),\n// .package(path: \"../four\")\n",
      "Vendor/one/Benchmarks/Package.swift": ".package(path: \"../../five\")\n",
      "Vendor/three/Package.swift": ".package(path: \"../four\")\n",
      "Vendor/two/Package.swift": "let package = 2\n", "Vendor/four/a.swift": "4\n",
      "Vendor/five/a.swift": "5\n",
    ]
    #expect(
      try findings(files, ["one", "two", "three", "four", "five"])
        == ["five", "four", "three"].map { "idle-package Vendor/\($0)" })
  }

  @Test func whatAUsedPackageIncludesIsUsed() throws {
    var files = [
      "CMakeLists.txt": "add_subdirectory(Vendor/xyz)\n",
      "Vendor/xyz/src/x.c": "#include <helper.h>\n", "Vendor/other/helper.h": "int h;\n",
      "Vendor/third/third.h": "#include \"helper.h\"\n",
    ]
    let names = ["xyz", "other", "third"]
    #expect(try findings(files, names) == ["idle-package Vendor/third"])
    files["Vendor/xyz/src/helper.h"] = "int own;\n"
    #expect(
      try findings(files, names) == ["idle-package Vendor/other", "idle-package Vendor/third"])
    files["CMakeLists.txt"] = nil
    #expect(try findings(files, names).count == 3)
  }

  @Test func foldersOfUnusedHeaders() throws {
    var files = [
      "src/main.c": "#include <xyz/api.h>\n", "Vendor/xyz/include/xyz/api.h": "int a;\n",
      "Vendor/xyz/compat/win/win.h": "int w;\n", "Vendor/xyz/compat/win/deep/d.h": "int d;\n",
      "Vendor/xyz/old/o.h": "int o;\n", "Vendor/xyz/old/o.c": "int o;\n",
      "Vendor/xyz/macro/m.h": "int m;\n", "Vendor/xyz/src/x.h": "#define M_H <macro/m.h>\n",
    ]
    #expect(
      try findings(files) == [
        "idle-headers Vendor/xyz/compat/win"
      ])
    files["Vendor/xyz/src/y.c"] = "#include \"../compat/win/win.h\"\n"
    #expect(try findings(files) == ["idle-headers Vendor/xyz/compat/win/deep"])
    files["CMakeLists.txt"] = "target_include_directories(a PRIVATE Vendor/xyz/compat/win/deep)\n"
    #expect(try findings(files) == [])
  }

  @Test(arguments: ["test", "tests", "examples", "docs", "bench"])
  func whatTestsAndExamplesOfAPackageIncludeIsUnused(folder: String) throws {
    var files = [
      "CMakeLists.txt": "add_subdirectory(Vendor/xyz)\n", "Vendor/xyz/x.c": "int x;\n",
      "Vendor/xyz/\(folder)/sub/t.c": "#include <helper.h>\n", "Vendor/other/helper.h": "int h;\n",
    ]
    let names = ["xyz", "other"]
    #expect(try findings(files, names) == ["idle-package Vendor/other"])
    // Nor does a header among the tests of one package connect it to another.
    files["Vendor/xyz/src/y.c"] = "#include <fixture.h>\n"
    files["Vendor/other/\(folder)/fixture.h"] = "int f;\n"
    #expect(try findings(files, names) == ["idle-package Vendor/other"])
    files["Vendor/xyz/src/y.c"] = "#include <helper.h>\n"
    files["Vendor/other/\(folder)/fixture.h"] = nil
    #expect(try findings(files, names) == [])
  }

  @Test(arguments: ["config.h", "version.h", "types.h", "util.h", "string.h"])
  func aNameThatManyHeadersHaveIsNoUse(name: String) throws {
    var files = [
      "src/a.c": "#include \"\(name)\"\n#include <xyz/api.h>\n", "Vendor/xyz/api.h": "int a;\n",
      "Vendor/xyz/x.c": "#include <\(name)>\n", "Vendor/other/widget/\(name)": "int h;\n",
    ]
    let names = ["xyz", "other"]
    #expect(try findings(files, names) == ["idle-package Vendor/other"])
    // With its folder it tells.
    files["Vendor/xyz/y.c"] = "#include <widget/\(name)>\n"
    #expect(try findings(files, names) == [])
    files["Vendor/xyz/y.c"] = nil
    files["src/b.c"] = "#include \"widget/\(name)\"\n"
    #expect(try findings(files, names) == [])
  }
}
