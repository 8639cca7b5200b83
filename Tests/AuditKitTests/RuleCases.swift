import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

@testable import AuditKit

/// Every rule of the audit finds something somewhere: a rule without a case fails here.
struct RuleCaseTests {
  /// Rules of what is in vendor.lock need a package that was added: `VendorKitTests/Verify` has
  /// cases of integrity, `CLITests` has one of `licence-changed`.
  private static func isTestedElsewhere(_ rule: Finding.Rule) -> Bool {
    rule.group == "integrity" || rule.id == "licence-changed"
  }

  @Test(arguments: RuleTable.all.filter { !isTestedElsewhere($0) })
  func everyRuleHasACase(_ rule: Finding.Rule) throws {
    let planted = try #require(RuleCase.all[rule.id], "RuleCases.swift has no case of \(rule.id)")
    #expect(try planted.found(by: rule.group).contains(rule.id))
  }

  @Test func everyCaseIsOfARule() {
    #expect(Set(RuleCase.all.keys).subtracting(RuleTable.all.map(\.id)) == [])
  }
}

/// A tree with packages in `Vendor`, and what else an audit takes.
struct RuleCase: Sendable {
  var files: [String: String] = ["Vendor/lib/a.c": "int x;\n"]
  var executables: [String: String] = [:]
  var packages = ["lib"]
  /// Of every package.
  var declared: String?
  var purl: String? = "pkg:npm/lib@1.0.0"
  /// The patches of every package.
  var patches: [String] = []
  var policy = Policy()
  /// The entries of the database; nil if the audit has none.
  var advisories: [String: String]?

  /// The rules that the groups with that prefix break; all groups for `audit`.
  func found(by group: Substring) throws -> Set<String> {
    let tree = try TemporaryFolder(files)
    for (path, text) in executables { try tree.create(path, text, isExecutable: true) }
    let patches = try patches.map { try RelativePath($0) }
    let packages = try packages.map { name in
      AuditPackage(
        name: name, version: "1.0.0", path: try RelativePath("Vendor/\(name)"), license: declared,
        purl: purl, patches: patches)
    }
    var advisoryGroup = AdvisoryGroup()
    if let advisories {
      for (name, text) in advisories { try tree.create("db/\(name)", text) }
      advisoryGroup = try AdvisoryGroup(
        path: "\(tree.path)/db", packages: packages, maximumAgeDays: 30)
    }
    var audit = Audit.standard(advisories: advisoryGroup, threads: 2)
    if group != "audit" { audit.groups.removeAll { $0.rules[0].group != group } }
    let day = try #require(CivilDate("2026-11-21"))
    let context = AuditContext(root: tree.handle, packages: packages, policy: policy, today: day)
    return Set(try audit.report(on: context).findings.map(\.rule.id))
  }

  /// A host that contains this file.
  private init(_ path: String, _ text: String) {
    files = [path: text]
  }

  private init() {}

  /// A package that an advisory with this id affects, and a patch that says it fixes that.
  private static func patched(_ id: String) -> RuleCase {
    var planted = advisory(AdvisoryGroupTests.entry(id, fixed: "1.0.1"))
    planted.files["Vendor/patches/lib/0001-fix.patch"] = "CVE: \(id)\n--- a/a.c\n+++ b/a.c\n"
    planted.patches = ["Vendor/patches/lib/0001-fix.patch"]
    return planted
  }

  private static func licence(
    _ found: String, declared: String? = nil, allowed: [String]? = nil
  ) -> RuleCase {
    var planted = RuleCase("Vendor/lib/a.c", LicenceGroupTests.tag(found))
    planted.declared = declared
    do {
      planted.policy.allowedLicenses = try allowed.map { try LicenseTerms($0) }
    } catch {
      preconditionFailure("\(error)")
    }
    return planted
  }

  private static func copies(_ paths: String..., packages: [String] = ["lib"]) -> RuleCase {
    var planted = RuleCase()
    planted.packages = packages
    for path in paths {
      let name = path.split(separator: "/").last ?? ""
      planted.files["Vendor/\(path)"] = String(repeating: "int \(name.prefix(1));\n", count: 40)
    }
    return planted
  }

  private static func zlib(_ version: String, packages: [String]) -> RuleCase {
    var planted = RuleCase("Vendor/lib/zlib.h", "#define ZLIB_VERSION \"\(version)\"\n")
    planted.packages = packages
    planted.purl = nil
    return planted
  }

  private static func advisory(_ entry: String, purl: String? = "pkg:npm/lib@1.0.0") -> RuleCase {
    var planted = RuleCase()
    planted.advisories = ["A.json": entry]
    planted.purl = purl
    return planted
  }

  private static func policy(_ change: (inout Policy) -> Void) -> RuleCase {
    var planted = RuleCase()
    change(&planted.policy)
    return planted
  }

  /// An exception for a finding that an audit without a database always has, or for none.
  private static func exception(_ rule: String) -> RuleCase {
    policy {
      $0.exceptions = [
        Policy.Exception(
          rule: rule, package: nil, path: nil, reason: "r",
          until: CivilDate(secondsSince1970: 0), line: 1)
      ]
    }
  }

  static let all: [String: RuleCase] = audit.merging(licences) { $1 }.merging(advisories) { $1 }
    .merging(downloads) { $1 }.merging(hidden) { $1 }.merging(copiesAndUse) { $1 }

  private static let audit: [String: RuleCase] = [
    "audit-cut": RuleCase(
      "get.sh", String(repeating: "curl https://example.org/y\n", count: 300)),
    "audit-unreadable": RuleCase("deep/\(String(repeating: "d/", count: 205))x", ""),
    "audit-review-void": policy {
      $0.reviews = [Policy.Review(package: "lib", tree: "sha256:1", note: "n", line: 1)]
    },
    "audit-review-missing": policy { $0.requiresReviews = true },
    "audit-review-unknown": policy {
      $0.reviews = [Policy.Review(package: "gone", tree: "sha256:1", note: "n", line: 1)]
    },
    "audit-exception-ended": exception("vulnerability-not-looked"),
    "audit-exception-unused": exception("hidden-bidi"),
  ]

  private static let licences: [String: RuleCase] = [
    "licence-missing": RuleCase(),
    "licence-mismatch": licence("Zlib", declared: "MIT"),
    "licence-undeclared": licence("MIT AND Zlib", declared: "MIT"),
    "licence-declared-only": licence("MIT", declared: "MIT AND Zlib"),
    "licence-not-allowed": licence("ISC", allowed: ["MIT"]),
    "licence-invalid": licence("Nowhere-1.0"),
    "licence-unrecognised": RuleCase(
      "Vendor/lib/LICENSE", String(repeating: "You may take this home on a Sunday. ", count: 9)),
    "licence-restricted": RuleCase(
      "Vendor/lib/LICENSE",
      "Licensed under the MIT License. The files may not be used for commercial purposes.\n"),
    "licence-clarification-void": policy {
      $0.clarifications = [
        Policy.Clarification(
          package: "lib", path: RelativePath(known: "Vendor/lib/a.c"),
          sha256: SHA256.digest(of: "int y;\n".utf8),
          expression: .term(LicenseTerm(identifier: "MIT")),
          reason: "r", line: 1)
      ]
    },
    "licence-deprecated": licence("GPL-2.0-or-later", declared: "GPL-2.0+"),
  ]

  private static let advisories: [String: RuleCase] = [
    "vulnerability-known": advisory(AdvisoryGroupTests.entry("A", fixed: "1.0.1")),
    "vulnerability-patched": patched("OSV-1"),
    "vulnerability-uncovered": advisory(
      AdvisoryGroupTests.entry("A", fixed: "1.0.1"), purl: "pkg:pypi/lib@1.0.0"),
    "vulnerability-undecided": advisory(
      """
      {"id":"A","modified":"2026-11-01T00:00:00Z","affected":[{"ranges":[{"type":"GIT",\
      "repo":"https://github.com/acme/lib","events":[{"introduced":"0"},{"fixed":"abc"}]}]}]}
      """, purl: "pkg:github/acme/lib@1.0.0"),
    "vulnerability-unmatched": advisory(
      AdvisoryGroupTests.entry("A", fixed: "1.0.1"), purl: nil),
    "vulnerability-stale": advisory(
      AdvisoryGroupTests.entry("A", fixed: "0.1.0", modified: "2026-01-01")),
    "vulnerability-not-looked": RuleCase(),
    "vulnerability-unreadable": advisory("{}"),
    "vulnerability-identifier": advisory(
      AdvisoryGroupTests.entry("A", fixed: "1.0.1"), purl: "pkg:nonsense"),
    "vulnerability-damaged": {
      var damaged = RuleCase()
      damaged.advisories = ["npm.zip": ""]
      return damaged
    }(),
  ]

  private static let downloads: [String: RuleCase] = [
    "fetches-command": RuleCase("get.sh", "curl https://example.org/x\n"),
    "fetches-cmake": RuleCase(
      "CMakeLists.txt", "FetchContent_Declare(x URL https://example.org/x.tgz)\n"),
    "fetches-meson": RuleCase("x.wrap", "[wrap-file]\nsource_url = https://example.org/x\n"),
    "fetches-submodule": RuleCase(
      ".gitmodules", "[submodule \"x\"]\n\turl = https://example.org/x\n"),
    "fetches-swift": RuleCase(
      "Package.swift", ".package(url: \"https://example.org/x\", from: \"1.0.0\")\n"),
    "fetches-pods": RuleCase("Podfile", "pod 'X'\n"),
    "fetches-java": RuleCase("build.gradle", "repositories { mavenCentral() }\n"),
    "fetches-bazel": RuleCase(
      "WORKSPACE", "http_archive(name = \"x\", url = \"https://example.org/x\")\n"),
    "fetches-nix": RuleCase("default.nix", "fetchurl { url = \"https://example.org/x\"; }\n"),
    "fetches-script": RuleCase("setup.py", "urlretrieve('https://example.org/x', 'x')\n"),
    "fetches-tests": RuleCase("tests/get.sh", "curl https://example.org/x\n"),
    "fetches-ci": RuleCase(".travis.yml", "script: curl https://example.org/x\n"),
    "fetches-unlocked": RuleCase("go.mod", "require example.org/x v1.0.0\n"),
    "fetches-docker": RuleCase("Dockerfile", "FROM x\nADD https://example.org/x /x\n"),
  ]

  private static let hidden: [String: RuleCase] = {
    var executable = RuleCase()
    executable.executables["Vendor/lib/notes.txt"] = "text\n"
    return [
      "hidden-bidi": RuleCase("Vendor/lib/a.c", "// \u{202E} x\n"),
      "hidden-bidi-paired": RuleCase("Vendor/lib/a.c", "// \u{2067}x\u{2069}\n"),
      "hidden-invisible": RuleCase("Vendor/lib/a.c", "int a\u{200B}b;\n"),
      "hidden-lookalike": RuleCase("Vendor/lib/a.c", "int p\u{0430}ypal;\n"),
      "hidden-payload": RuleCase(
        "Vendor/lib/a.js", "x = '\(String(repeating: "\u{FE00}", count: 9))'\n"),
      "hidden-control": RuleCase("Vendor/lib/a.c", "int x;\0\n"),
      "hidden-offscreen": RuleCase(
        "Vendor/lib/a.c", "a();\(String(repeating: " ", count: 200))b();\n"),
      "hidden-polyglot": RuleCase("Vendor/lib/x.gif", "GIF89a=1;alert(1);\n"),
      "hidden-embedded": RuleCase(
        "Vendor/lib/a.py", "x = 'f0VMRgIBAQ\(String(repeating: "A", count: 90))'\n"),
      "hidden-decoded": RuleCase("Vendor/lib/x.sh", "base64 -d x | sh\n"),
      "hidden-evaluated": RuleCase("Vendor/lib/x.sh", "eval $x | sh\n"),
      "hidden-byte-map": RuleCase("Vendor/lib/x.sh", "tr '\\000-\\377' '\\200-\\377\\000-\\177'\n"),
      "hidden-test-file": RuleCase("Vendor/lib/x.sh", "sed 1d tests/x.dat | sh\n"),
      "hidden-failing-check": RuleCase("Vendor/lib/CMakeLists.txt", "check(\"\n.\n\" X)\n"),
      "hidden-socket": RuleCase("Vendor/lib/x.sh", "exec 3<>/dev/tcp/x/80\n"),
      "hidden-m4-command": RuleCase(
        "Vendor/lib/configure.ac", "m4_esyscmd([curl https://example.org/x])\n"),
      "hidden-resolver": RuleCase(
        "Vendor/lib/a.c", "int f(void) __attribute__((ifunc(\"g\")));\n"),
      "hidden-binary": RuleCase("Vendor/lib/x", "\u{7F}ELF\u{2}"),
      "hidden-archive": RuleCase("Vendor/lib/x", "PK\u{3}\u{4}"),
      "hidden-minified": RuleCase(
        "Vendor/lib/a.js", String(repeating: "var a=1;", count: 1000)),
      "hidden-executable": executable,
      "hidden-large": RuleCase(
        "Vendor/lib/x.bin", String(repeating: "x", count: HiddenContentGroup.largeBytes)),
    ]
  }()

  private static let copiesAndUse: [String: RuleCase] = {
    var headers = RuleCase("main.c", "#include \"lib.h\"\n")
    for path in ["src/lib.h", "src/lib.c", "more/other.h"] {
      headers.files["Vendor/lib/\(path)"] = "int x;\n"
    }
    return [
      "double-files": copies(
        "lib/x.c", "lib/y.c", "lib/z.c", "more/x.c", "more/y.c", "more/z.c",
        packages: ["lib", "more"]),
      "double-folder": copies(
        "lib/a/x.c", "lib/a/y.c", "lib/a/z.c", "lib/b/x.c", "lib/b/y.c", "lib/b/z.c"),
      "double-embedded": zlib("1.2.3", packages: ["lib"]),
      "double-library": zlib("1.0.0", packages: ["lib", "zlib"]),
      "double-versions": zlib("1.2.3", packages: ["lib", "zlib"]),
      "idle-package": RuleCase(),
      "idle-headers": headers,
      "version-mismatch": RuleCase(
        "Vendor/lib/package.json", #"{"name": "lib", "version": "1.0.1"}"#),
    ]
  }()
}
