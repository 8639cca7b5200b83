import TestSupport
import Testing

/// `vendor import` of a Package.resolved.
struct ImportedPackagesTests {
  /// A program that needs `a`, which needs `b`; both are pinned to commits that a server has.
  private func project() async throws -> ImportProject {
    let project = try await ImportProject([
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "app",
        dependencies: [
          .package(url: "@GIT@/a.git", from: "1.0.0")
        ],
        targets: [
          .executableTarget(name: "app", dependencies: [.product(name: "A", package: "a")])
        ])

      """,
      "Sources/app/app.swift": "import A\n\n@main struct App { static func main() { print(a) } }\n",
      "Package.resolved": #"""
      {
        "pins" : [
          {"identity": "a", "kind": "remoteSourceControl", "location": "@GIT@/a.git",
           "state": {"revision": "COMMIT-A", "version": "1.0.0"}},
          {"identity": "b", "kind": "remoteSourceControl", "location": "@GIT@/b.git",
           "state": {"branch": "main", "revision": "COMMIT-B"}},
          {"identity": "mona.link", "kind": "registry", "location": "",
           "state": {"version": "1.2.0"}}
        ],
        "version" : 2
      }

      """#,
    ])
    try await project.serve(
      """
      for name in a b; do git init -q -b main $name.git; mkdir -p $name.git/Sources/M; done
      cd b.git; echo 'public let b = 2' >Sources/M/b.swift; echo MIT >LICENSE
      cat >Package.swift <<END
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "b", products: [.library(name: "B", targets: ["B"])],
        targets: [.target(name: "B", path: "Sources/M")])
      END
      commit one; echo 'public let b = 3' >Sources/M/b.swift; commit two
      cd ../a.git; printf 'import B\\npublic let a = b\\n' >Sources/M/a.swift; echo MIT >LICENSE
      cat >Package.swift <<END
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "a", products: [.library(name: "A", targets: ["A"])],
        dependencies: [.package(url: "https://example.org/B.git", branch: "main")],
        targets: [.target(name: "A", dependencies: [.product(name: "B", package: "B")], path: "Sources/M")])
      END
      commit one; git tag 1.0.0
      """)
    let commits = [
      ("COMMIT-A", "git -C a.git rev-parse HEAD"), ("COMMIT-B", "git -C b.git rev-parse HEAD^"),
    ]
    for (mark, script) in commits {
      let commit = try await project.serve(script).filter { !$0.isWhitespace }
      try await project.shell("sed -i s/\(mark)/\(commit)/ Package.resolved")
    }
    return project
  }

  @Test func printedDiffBuildsWithoutANetwork() async throws {
    let project = try await project()
    let outcome = try await project.vendor("import", "Package.resolved", "--allow-http")
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("mona.link: is not taken: comes from a package registry"))
    #expect(
      outcome.output.contains("a: patched by Vendor/patches/a/0001-vendored-dependencies.patch"))
    // The manifest is the person's: only the diff that was printed changes it.
    #expect(try await project.shell("grep -c git: Package.swift") == "1\n")
    try project.folder.create("printed", outcome.output)
    try await project.shell("git apply printed; rm Package.resolved")
    let build = try await project.shell(
      "swift build --disable-sandbox 2>&1 || true; .build/debug/app")
    #expect(build.hasSuffix("\n2\n"), "\(build)")
    #expect(!build.contains("onflicting identity"), "\(build)")
    for command in ["verify", "rebuild"] {
      let outcome = try await project.vendor(command)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
    // What upstream has as a tag or branch is kept, so that 'update' and 'outdated' can ask for it.
    #expect(try await project.shell("grep ^ref vendor.lock") == "ref = \"1.0.0\"\nref = \"main\"\n")
  }

  @Test func movedTagIsNamedAndThePinnedCommitTaken() async throws {
    let project = try await project()
    try await project.serve("cd a.git; echo '// x' >>Sources/M/a.swift; commit x; git tag -f 1.0.0")
    let outcome = try await project.vendor(
      "import", "Package.resolved", "--allow-http", "--only", "a")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("a: the tag '1.0.0' no longer names the pinned commit"))
    #expect(outcome.errors.contains("a: the pinned commit was taken, not what the tag '1.0.0'"))
    #expect(!(try await project.shell("cat Vendor/a/Sources/M/a.swift")).contains("// x"))
  }

  /// What was not fetched is not said to be taken.
  @Test func missingCommitIsNotTaken() async throws {
    let project = try await project()
    try await project.shell("sed -i 's/\"revision\": \"./\"revision\": \"f/' Package.resolved")
    let outcome = try await project.vendor(
      "import", "Package.resolved", "--allow-http", "--only", "a")
    #expect(outcome.status == 2)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.first?.contains("a: the tag '1.0.0' no longer names the pinned commit") == true)
    #expect(outcome.errors.contains("git failed"))
    #expect(!outcome.errors.contains("taken"))
  }

  @Test func namesThatExcludeEachOther() async throws {
    let project = try await project()
    let both = try await project.vendor(
      "import", "Package.resolved", "--dry-run", "--only", "a,b", "--except", "b")
    #expect(both.status == 64)
    #expect(both.errors.contains("--only and --except exclude each other for b."))
    let unknown = try await project.vendor(
      "import", "Package.resolved", "--dry-run", "--only", "x,a,y")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("--only: no file has a package 'x' or 'y'"))
  }

  @Test func namesAreSaidOnce() async throws {
    let project = try await project()
    // A personal file, whose warnings name the package only.
    try await project.shell("mkdir -p .git/info; echo '*.swift' >.git/info/exclude")
    let outcome = try await project.vendor(
      "import", "Package.resolved", "--allow-http", "--except", "mona.link")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("assetkit: a: warning: "), "\(outcome.errors)")
    #expect(!outcome.errors.contains("a: a: "), "\(outcome.errors)")
  }

  @Test func dryRunAndFailuresChangeNothing() async throws {
    let project = try await project()
    let before = try await project.shell("find . -path ./.git -prune -o -print | sort")
    let dry = try await project.vendor(
      "import", "Package.resolved", "--dry-run", "--except", "mona.link")
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(dry.output.contains("a 1.0.0: git://"))
    try await project.shell("sed -i 's/\"revision\": \"./\"revision\": \"f/' Package.resolved")
    let failed = try await project.vendor("import", "Package.resolved", "--allow-http")
    #expect(failed.status == 2)
    #expect(failed.errors.contains("--except"))
    #expect(try await project.shell("find . -path ./.git -prune -o -print | sort") == before)
    let unknown = try await project.vendor("import", "Package.resolved", "--only", "c", "--dry-run")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("no file has a package 'c'"))
  }

  /// This repository's own dependencies, imported into a copy of it and resolved without a network.
  /// `Scripts/check-import` builds such a copy.
  @Test func ownDependencies() async throws {
    let project = try await ImportProject()
    // The clones that the package manager made are what the server offers.
    try await project.shell(
      """
      (cd '\(Checkout.path)'; git ls-files -z | tar --null -T - -cf -) | tar xf -
      swift package --disable-sandbox resolve
      for clone in .build/repositories/*-*; do
        name=$(basename "$clone"); mv "$clone" "\(project.upstream.path)/${name%-*}.git"
      done
      rm -rf .build
      sed -Ei 's,"https://github.com/[^/]*/([^"]*)",\"@GIT@/\\1.git\",' Package.resolved
      """)
    let outcome = try await project.vendor("import", "Package.resolved", "--allow-http")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try project.folder.create("printed", outcome.output)
    try await project.shell("git apply printed; rm Package.resolved")
    #expect(try await project.vendor("verify").status == 0)
    let resolve = try await Program.run(
      ["offline", "--", "swift", "package", "--disable-sandbox", "show-dependencies"],
      in: project.path)
    #expect(resolve.status == 0, "\(resolve.output)\(resolve.errors)")
    for name in ["swift-argument-parser", "swift-subprocess", "swift-system"] {
      #expect(resolve.output.contains("/Vendor/\(name)"), "\(resolve.output)")
    }
    #expect(!(resolve.output + resolve.errors).contains("onflicting identity"))
  }
}
