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

  /// Windows' editors write scripts in these, PowerShell and CMake read them.
  @Test(arguments: encodings)
  func encodingsThatAMarkTellsAreRead(bytes: [UInt8]) throws {
    let tree = try TemporaryFolder()
    for name in ["get.ps1", "get.cmd"] { try tree.create(name, bytes) }
    let found = try items(tree)
    #expect(found.map(\.line) == [1, 2, 1, 2])
    #expect(found.first?.message == "curl downloads https://example.org/ä")
  }

  private static let encodings: [[UInt8]] = {
    let text = "curl https://example.org/ä\r\ncurl https://example.org/b\r\n"
    let units = [0xFEFF] + Array(text.utf16)
    return [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    ]
  }()

  @Test func directivesAreFoundWhereverAGoSourceHasThem() throws {
    let filling = String(repeating: "var x int\n", count: 40_000)
    let directive = "//go:generate curl -O https://example.org/y\n"
    let found = try items(
      try TemporaryFolder([
        "Vendor/lib/a.go": directive + filling + directive, "Vendor/lib/b.go": filling,
      ]))
    #expect(found.map(\.rule.id) == ["fetches-command", "fetches-command"])
    #expect(found.map(\.line) == [1, 40_002])
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

  /// The rules that are broken, with the paths.
  private func rules(_ files: [String: String]) throws -> [String] {
    try items(try TemporaryFolder(files)).map { "\($0.rule.id) \($0.path?.description ?? "-")" }
  }

  private static let curl = "curl -O https://example.org/x\n"

  @Test(arguments: [
    ("Vendor/lib/get.sh", "fetches-command"), ("Vendor/lib/scripts/get.sh", "fetches-command"),
    ("Vendor/lib/tests/get.sh", "fetches-tests"), ("Vendor/lib/docs/get.sh", "fetches-tests"),
    ("Vendor/lib/run-tests.sh", "fetches-tests"), ("Vendor/lib/ci/get.sh", "fetches-ci"),
    ("Vendor/lib/.github/get.sh", "fetches-ci"), ("Vendor/lib/scripts/ci-build.sh", "fetches-ci"),
    ("tests/get.sh", "fetches-tests"), ("ci/get.sh", "fetches-ci"),
  ])
  func itsPlaceTellsWhenAScriptRuns(path: String, rule: String) throws {
    #expect(try rules([path: Self.curl]) == ["\(rule) \(path)"])
  }

  @Test func aScriptThatOnlyCINamesRunsThere() throws {
    var files = [
      "Vendor/lib/scripts/get.sh": Self.curl,
      "Vendor/lib/.github/workflows/ci.yml": "steps:\n  - run: scripts/all.sh\n",
      "Vendor/lib/scripts/all.sh": "#!/bin/sh\n./scripts/get.sh\n",
    ]
    #expect(try rules(files) == ["fetches-ci Vendor/lib/scripts/get.sh"])
    files["Vendor/lib/Makefile"] = "x:\n\tsh scripts/get.sh\n"
    #expect(try rules(files) == ["fetches-command Vendor/lib/scripts/get.sh"])
  }

  @Test func whatNodeRunsAtTheInstallationIsABuildScript() throws {
    let path = "Vendor/lib/lib/binary.js"
    var files = [
      path: "const https = require('https')\nhttps.get('https://example.org/a')\n",
      "Vendor/lib/package.json":
        "{\"main\": \"lib/binary.js\", \"scripts\": {\"start\": \"node lib/binary.js\"}}",
    ]
    #expect(try rules(files) == [])
    files["Vendor/lib/package.json"] = "{\"scripts\": {\"postinstall\": \"node lib/binary.js\"}}"
    #expect(try rules(files) == ["fetches-script \(path)"])
  }

  @Test func theTestsOfPackageJSONAreTests() throws {
    let path = "Vendor/lib/package.json"
    let text = "{\"scripts\": {\"KEY\": \"curl -O https://example.org/x\"}}"
    for (key, rule) in [
      ("postinstall", "command"), ("build", "command"), ("test", "tests"), ("test:unit", "tests"),
      ("ci", "ci"),
    ] {
      #expect(
        try rules([path: text.replacing("KEY", with: key)]) == ["fetches-\(rule) \(path)"], "\(key)"
      )
    }
  }

  @Test func whatATestDownloadsFromAVariableIsItsOwnServer() throws {
    let python = "import requests\nrequests.get(ADDRESS)\n"
    let path = "Vendor/lib/tests/test_client.py"
    #expect(try rules([path: python.replacing("ADDRESS", with: "server.url")]) == [])
    #expect(
      try rules([path: python.replacing("ADDRESS", with: "'https://example.org'")])
        == ["fetches-tests \(path)"])
  }

  static let lists: [(file: String, text: String, lock: String)] = [
    ("conanfile.txt", "[requires]\nzlib/1.3\n[generators]\nx/y\n", "conan.lock"),
    ("conanfile.py", "class X(ConanFile):\n  requires = 'zlib/1.3'\n", "conan.lock"),
    ("vcpkg.json", "{\"name\": \"x\", \"dependencies\": [\"zlib\"]}", "vcpkg-configuration.json"),
    ("Cargo.toml", "[package]\nname = \"x\"\n[dependencies]\nlibc = \"0.2\"\n", "Cargo.lock"),
    ("go.mod", "module x\nrequire (\n\texample.org/y v1.0.0\n)\n", "go.sum"),
    ("package.json", "{\"dependencies\": {\"x\": \"^1.0.0\"}}", "yarn.lock"),
    ("Gemfile", "source 'https://rubygems.org'\ngem 'rake'\n", "Gemfile.lock"),
    ("Pipfile", "[packages]\nx = \"*\"\n", "Pipfile.lock"),
  ]

  @Test(arguments: lists)
  func aListWithoutItsLockIsNoted(file: String, text: String, lock: String) throws {
    #expect(
      try rules(["Vendor/lib/sub/\(file)": text]) == ["fetches-unlocked Vendor/lib/sub/\(file)"])
    for folder in ["Vendor/lib/sub", "Vendor/lib"] {
      #expect(try rules(["Vendor/lib/sub/\(file)": text, "\(folder)/\(lock)": "x"]) == [])
    }
    // A lock of another package does not pin it.
    #expect(try rules(["Vendor/lib/\(file)": text, "\(lock)": "x"]).count == 1)
  }

  @Test(arguments: [
    ("requirements.txt", "x==1 --hash=sha256:00\n"),
    ("requirements.txt", "# x\n-r other.txt\n./x\n"),
    ("Cargo.toml", "[dependencies]\nx = { path = \"../x\" }\n[features]\ny = []\n"),
    ("package.json", "{\"dependencies\": {\"x\": \"file:../x\"}, \"devDependencies\": {}}"),
    ("vcpkg.json", "{\"dependencies\": [\"zlib\"], \"builtin-baseline\": \"00\"}"),
    ("vcpkg.json", "{\"dependencies\": []}"), ("go.mod", "module x\ngo 1.22\n"),
    ("conanfile.txt", "[generators]\nCMakeDeps\n"),
  ])
  func aListThatIsPinnedOrLocal(file: String, text: String) throws {
    #expect(try rules(["Vendor/lib/\(file)": text]) == [])
  }

  @Test func requirementsWithoutHashes() throws {
    #expect(
      try rules(["Vendor/lib/requirements-dev.txt": "x\ny==1\n"]) == [
        "fetches-unlocked Vendor/lib/requirements-dev.txt"
      ])
  }
}
