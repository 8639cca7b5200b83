import Testing

@testable import AuditKit

/// An edited version is found wherever the code says another, and never where it says the same.
struct VersionsGroupTests {
  private func findings(
    _ files: [String: String], name: String = "demo", version: String = "1.2.3"
  ) throws -> [String] {
    try AuditedTree.findings(
      VersionsGroup(),
      Dictionary(uniqueKeysWithValues: files.map { ("Vendor/\(name)/\($0)", $1) }),
      packages: [(name, version, nil)])
  }

  /// Every kind of file with @@ where it says the version of demo.
  static let statements: [(file: String, line: Int, text: String)] = [
    ("PKG-INFO", 3, "Metadata-Version: 2.1\nName: Demo\nVersion: @@\n\nVersion: 9.9.9\n"),
    ("package.json", 3, "{\n  \"name\": \"@acme/demo\",\n  \"version\": \"@@\"\n}\n"),
    (
      "Cargo.toml", 4,
      "[dependencies]\nversion = \"9.9.9\"\n[package]\nversion = \"@@\" # now\nname = 'demo'\n"
    ),
    ("Cargo.toml", 2, "[workspace.package]\nversion = \"@@\"\n"),
    (
      "pyproject.toml", 7,
      "[project]\ndescription = \"\"\"\nversion = \"9.9.9\"\n[x]\n\"\"\"\nname = \"demo\"\n"
        + "version = \"@@\"\n"
    ),
    ("pyproject.toml", 3, "[tool.poetry]\nname = \"demo\"\nversion = \"@@\"\n"),
    ("setup.cfg", 3, "[metadata]\nname = demo\nversion = @@\n"),
    (
      "demo.podspec", 4,
      "Pod::Spec.new do |s|\n  s.name = 'demo'\n  # s.version = '9.9.9'\n  s.version = '@@'\nend\n"
    ),
    ("demo.podspec.json", 1, "{\"name\": \"demo\", \"version\": \"@@\"}\n"),
    (
      "configure.ac", 2,
      "dnl AC_INIT([x], [9.9.9])\nAC_INIT([GNU Demo], [@@],\n  [bugs@example.org])\n"
    ),
    ("configure.in", 1, "AC_INIT(demo, @@)\n"),
    (
      "meson.build", 1,
      "project('demo', 'c',\n  meson_version : '>= 9.9.9', # version : '9.9'\n  version : '@@')\n"
    ),
    (
      "CMakeLists.txt", 2,
      "cmake_minimum_required(VERSION 9.9)\nproject(Demo VERSION @@\n  LANGUAGES C)\n"
    ),
    ("CMakeLists.txt", 1, "Project (\n  libdemo # 9.9\n  VERSION \"@@\")\n"),
    ("demo-1.2.3/configure.ac", 1, "AC_INIT([demo], [@@])\n"),
  ]

  @Test(arguments: statements.indices)
  func anEditedVersionIsFoundInEachKindOfFile(index: Int) throws {
    let statement = Self.statements[index]
    func text(_ version: String) -> String { statement.text.replacing("@@", with: version) }
    #expect(try findings([statement.file: text("1.2.3")]) == [])
    #expect(
      try findings([statement.file: text("1.2.1")])
        == ["version-mismatch Vendor/demo/\(statement.file):\(statement.line)"])
  }

  @Test func aHeaderSaysTheVersionOfItsLibrary() throws {
    let header = ["src/zlib.h": "/* zlib */\n#define ZLIB_VERSION \"1.2.11\"\n"]
    #expect(try findings(header, name: "zlib", version: "1.2.11") == [])
    #expect(
      try findings(header, name: "zlib", version: "1.3.1")
        == ["version-mismatch Vendor/zlib/src/zlib.h:2"])
    // A copy inside another package says nothing about that package.
    #expect(try findings(header, name: "demo", version: "1.3.1") == [])
  }

  @Test(arguments: [
    ("AC_INIT([demo], [m4_esyscmd([./version])])", "configure.ac"),
    ("AC_INIT([demo], [@VERSION@])", "configure.ac"), ("AC_INIT([other], [3.0.0])", "configure.ac"),
    ("AC_INIT", "configure.ac"), ("AC_INIT([demo], [3.0.0]", "configure.ac"),
    ("project(demo VERSION ${DEMO_VERSION})", "CMakeLists.txt"),
    ("project(demo C)", "CMakeLists.txt"),
    ("project('demo', version : files('VERSION'))", "meson.build"),
    ("[project]\nname = \"demo\"\ndynamic = [\"version\"]", "pyproject.toml"),
    ("[metadata]\nname = demo\nversion = attr: demo.__version__", "setup.cfg"),
    ("{\"name\": \"demo\", \"version\": \"0.0.0\"}", "package.json"),
    ("{\"name\": \"demo\", \"version\": \"3.0.0\", \"private\": true}", "package.json"),
    ("{\"name\": \"demo-tests\", \"version\": \"3.0.0\"}", "package.json"),
    ("{\"name\": \"demo\", \"version\": ", "package.json"),
    ("AC_INIT([demo], [3.0.0])", "tests/configure.ac"),
    ("AC_INIT([demo], [3.0.0])", "demo/configure.ac"),
    ("s.version = version", "demo.podspec"),
    ("[package]\nname = \"demo\"\nversion.workspace = true", "Cargo.toml"),
  ])
  func whatIsComputedOrOfAnotherProjectSaysNothing(text: String, file: String) throws {
    #expect(try findings([file: text + "\n"]) == [])
  }

  @Test func onePlaceThatAgreesIsEnough() throws {
    let stale = "project(demo VERSION 1.2.0)\n"
    #expect(try findings(["CMakeLists.txt": stale]).count == 1)
    #expect(
      try findings(["CMakeLists.txt": stale, "configure.ac": "AC_INIT([demo], [1.2.3])\n"]) == [])
  }

  @Test(arguments: [
    ("1.2.3", "1.2.3"), ("v1.2.3", "1.2.3"), ("1.2", "1.2.0"), ("1.2.0", "1.2"),
    ("1.2.3", "1.2"), ("REL1_2_3", "1.2.3"), ("demo-1.2.3", "1.2.3"), ("pcre2-10.42", "10.42"),
    ("1.2.3-rc1", "1.2.3"), ("1.2.3+dfsg", "1.2.3"), ("1.1.1w", "1.1.1w"), ("1.1.1", "1.1.1w"),
    ("2024-01-15", "1.2.3"), ("1.2.3+git20240115", "1.2.4"), ("7", "1.2.3"), ("main", "1.2.3"),
    ("release-1.2.3-stable", "1.2.3"),
  ])
  func theseMayBeOneRelease(version: String, stated: String) throws {
    let files = ["PKG-INFO": "Name: demo\nVersion: \(stated)\n"]
    #expect(try findings(files, version: version) == [])
  }

  @Test(arguments: [
    ("1.2.3", "1.2.4"), ("1.2.13", "1.2.1"), ("1.2", "1.2.3"), ("1.1.1k", "1.1.1w"),
    ("v2.0", "1.9.9"), ("26.1.97", "26.1.0"), ("curl-8_5_0", "8.4.0"), ("1.2.3-rc1", "1.2.2"),
  ])
  func theseAreDifferentReleases(version: String, stated: String) throws {
    let files = ["PKG-INFO": "Name: demo\nVersion: \(stated)\n"]
    #expect(try findings(files, version: version).count == 1)
  }
}
