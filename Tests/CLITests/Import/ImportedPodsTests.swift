import TestSupport
import Testing

/// `vendor import` of a Podfile.lock with four pods, whose sources local servers offer.
struct ImportedPodsTests {
  private static let lock = """
    PODS:
      - Digits (2.1.0)
      - Letters (1.0):
        - Digits (~> 2.0)
      - Signs (0.3.1)
      - "Words/Core (4.0)"
      - Words/Plural (4.0):
        - Words/Core

    DEPENDENCIES:
      - Letters (from `@GIT@/letters.git`, branch `main`)
      - Signs
      - Words/Plural (~> 4.0)

    SPEC REPOS:
      trunk:
        - Digits
        - Signs
        - Words

    EXTERNAL SOURCES:
      Letters:
        :branch: main
        :git: "@GIT@/letters.git"

    CHECKOUT OPTIONS:
      Letters:
        :commit: COMMIT
        :git: "@GIT@/letters.git"

    SPEC CHECKSUMS:
      Digits: DIGEST

    PODFILE CHECKSUM: 0dd5e0dab2c8fcf24a4f1d7f6e4b13eb8b7f0bb0

    COCOAPODS: 1.16.2

    """

  private static let digits = """
    {"name": "Digits", "version": "2.1.0", "license": {"type": "MIT", "file": "LICENSE"},
     "source": {"git": "@GIT@/digits.git", "tag": "2.1.0"},
     "source_files": "Sources/**/*.{h,c}", "public_header_files": "Sources/include/*.h",
     "exclude_files": "Sources/slow.c", "platforms": {"ios": "12.0", "osx": "10.13"}}

    """

  private static let signs = """
    {"name": "Signs", "version": "0.3.1", "license": "MIT",
     "source": {"http": "@HTTP@/signs.tar.gz", "sha256": "DIGEST"},
     "source_files": ["Signs/*.swift"], "script_phases": {"name": "Lint", "script": "touch ran"}}

    """

  private static let words = """
    {"name": "Words", "version": "4.0", "license": "BSD-3-Clause",
     "source": {"git": "@GIT@/words.git", "tag": "v4.0"},
     "prepare_command": "touch ran\\nexit 3", "default_subspecs": "Core",
     "subspecs": [
       {"name": "Core", "source_files": "core/*.{h,m}"},
       {"name": "Plural", "source_files": "plural/*", "dependencies": {"Words/Core": []},
        "frameworks": "Foundation"},
       {"name": "Unused", "source_files": "unused/*.m"}]}

    """

  private func project() async throws -> ImportProject {
    let project = try await ImportProject([
      "Podfile.lock": Self.lock, "specs/Digits/2.1.0/Digits.podspec.json": Self.digits,
      "specs/Signs.podspec.json": Self.signs,
      // The first digits of the MD5 of "Words", as md5sum prints it.
      "specs/Specs/6/f/1/Words/4.0/Words.podspec.json": Self.words,
    ])
    try await project.serve(
      """
      for name in digits letters words; do git init -q -b main $name.git; done
      cd digits.git; mkdir -p Sources/include Tests; echo MIT >LICENSE; echo test >Tests/t.c
      echo 'int digits(void);' >Sources/include/digits.h; echo junk >Sources/slow.c
      printf '#include "digits.h"\\nint digits(void) { return 10; }\\n' >Sources/digits.c
      commit one; git tag 2.1.0
      cd ../letters.git; mkdir src; echo free >COPYING; echo 'public let letters = 26' >src/l.swift
      echo 'Pod::Spec.new { system "touch ran" }' >Letters.podspec; commit one
      echo 'public let letters = 27' >src/l.swift; commit two
      cd ../words.git; mkdir core plural unused; echo BSD >LICENSE
      for n in core plural unused; do echo "int $n;" >$n/$n.m; echo "extern int $n;" >$n/$n.h; done
      commit one; git tag v4.0
      cd ..; mkdir -p signs-0.3.1/Signs; echo 'public let signs = "+-"' >signs-0.3.1/Signs/s.swift
      echo MIT >signs-0.3.1/LICENSE; tar czf signs.tar.gz signs-0.3.1
      """)
    let commit = try await project.serve("git -C letters.git rev-parse HEAD^")
    let digest = try await project.serve("sha256sum signs.tar.gz | cut -c1-64")
    try await project.shell(
      "sed -i s/COMMIT/\(commit.dropLast())/ Podfile.lock; "
        + "sed -i s/DIGEST/\(digest.dropLast())/ specs/Signs.podspec.json")
    return project
  }

  @Test func fourPodsOfFourKinds() async throws {
    let project = try await project()
    let outcome = try await project.vendor(
      "import", "Podfile.lock", "--specs", "specs", "--allow-http")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try await project.shell("find Vendor -type f | LC_ALL=C sort") == """
        Vendor/Digits.sums
        Vendor/Digits/LICENSE
        Vendor/Digits/Sources/digits.c
        Vendor/Digits/Sources/include/digits.h
        Vendor/Digits/Sources/slow.c
        Vendor/Letters.sums
        Vendor/Letters/COPYING
        Vendor/Letters/Letters.podspec
        Vendor/Letters/src/l.swift
        Vendor/Signs.sums
        Vendor/Signs/LICENSE
        Vendor/Signs/Signs/s.swift
        Vendor/Words.sums
        Vendor/Words/LICENSE
        Vendor/Words/core/core.h
        Vendor/Words/core/core.m
        Vendor/Words/plural/plural.h
        Vendor/Words/plural/plural.m

        """)
    // The commit of the lock file, not the newest of the branch.
    #expect(
      try await project.shell("cat Vendor/Letters/src/l.swift") == "public let letters = 26\n")
    #expect(outcome.errors.contains("Words: has a prepare_command, which was not run"))
    #expect(outcome.errors.contains("Signs: has a script phase"))
    #expect(try await project.shell("find . -name ran") == "")
    #expect(try await project.vendor("verify").status == 0)
    #expect(try await project.vendor("rebuild").status == 0)
  }

  @Test func printedManifestBuilds() async throws {
    let project = try await project()
    let outcome = try await project.vendor(
      "import", "Podfile.lock", "--specs", "specs", "--allow-http", "--only", "Digits,Signs")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let start = try #require(outcome.output.firstRange(of: "// swift-tools-version"))
    try project.folder.create("Package.swift", String(outcome.output[start.lowerBound...]))
    try await project.shell("swift build --disable-sandbox 2>&1 || { cat Package.swift; exit 1; }")
  }

  @Test func mixedAndBinaryPodsAreNamed() async throws {
    let project = try await project()
    try await project.shell(
      #"""
      sed -i 's|"Signs/\*.swift"|"Signs/*", "vendored_frameworks/x"|' specs/Signs.podspec.json
      sed -i 's|"license": "MIT"|"license": "MIT", "vendored_frameworks": "S.framework"|' specs/Signs.podspec.json
      """#)
    let outcome = try await project.vendor(
      "import", "Podfile.lock", "--specs", "specs", "--allow-http", "--except", "Words,Letters")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("Signs: is not taken: brings what is already compiled: S.framework"))
    #expect(outcome.errors.contains("--allow-binaries"))
    #expect(try await project.shell("ls Vendor") == "Digits\nDigits.sums\n")
  }

  @Test func privateSpecsAreNotAskedForInPublic() async throws {
    let project = try await project()
    try await project.shell("sed -i 's,^  trunk:,  https://example.org/specs.git:,' Podfile.lock")
    let outcome = try await project.vendor(
      "import", "Podfile.lock", "--only", "Digits", "--dry-run", "--allow-http")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "Digits: is not taken: has its spec in https://example.org/specs.git"))
  }

  /// A spec from --specs must be the one of the lock, unless it is a private one, which may be Ruby there.
  @Test(arguments: ["trunk", "https://example.org/specs.git"])
  func checksumsOfSpecs(repository: String) async throws {
    let project = try await project()
    let isPublic = repository == "trunk"
    let checksum = String(repeating: "0", count: 40)
    try await project.shell(
      "sed -i 's,^  trunk:,  \(repository):,; s/Digits: DIGEST/Digits: \(checksum)/' Podfile.lock")
    let outcome = try await project.vendor(
      "import", "Podfile.lock", "--specs", "specs", "--allow-http", "--only", "Digits,Signs")
    #expect(outcome.status == (isPublic ? 1 : 0))
    #expect(
      outcome.errors.contains("Digits: is not taken: ") == isPublic, "\(outcome.errors)")
    #expect(outcome.errors.contains("expected \(checksum) as Podfile.lock has it"))
    let folders = try await project.shell("ls Vendor | grep -v sums")
    #expect(folders == (isPublic ? "Signs\n" : "Digits\nSigns\n"))
    // The right one is taken.
    guard isPublic else { return }
    let digest = try await project.shell("sha1sum specs/Digits/2.1.0/Digits.podspec.json")
    try await project.shell("sed -i s/\(checksum)/\(digest.prefix(40))/ Podfile.lock")
    let right = try await project.vendor(
      "import", "Podfile.lock", "--specs", "specs", "--allow-http", "--only", "Digits")
    #expect(right.status == 0, "\(right.errors)")
  }

  @Test func missingSpecIsNamed() async throws {
    let project = try await project()
    let outcome = try await project.vendor(
      "import", "Podfile.lock", "--specs", "Vendor", "--allow-http", "--dry-run")
    #expect(outcome.status == 2)
    try await project.shell("mkdir none")
    let empty = try await project.vendor(
      "import", "Podfile.lock", "--specs", "none", "--allow-http", "--dry-run")
    #expect(empty.status == 1)
    #expect(empty.errors.contains("Words: is not taken: "))
    #expect(empty.errors.contains("Specs/6/f/1/Words/4.0/Words.podspec.json"))
    #expect(empty.output.contains("Letters"))
    #expect(try await project.shell("ls") == "Podfile.lock\nnone\nspecs\n")
  }
}
