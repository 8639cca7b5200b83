import TestSupport
import Testing

/// What git does to vendored files between two checkouts, and whether what is said about it cures it.
struct CheckoutTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func vendor(_ arguments: String..., in place: String = "a") async throws
    -> Command.Outcome
  {
    try await Program.run(
      ["vendor"] + arguments, in: folder.path + "/" + place,
      environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
  }

  /// Runs git commands with no configuration but the repository's.
  private func shell(_ script: String) async throws {
    try await Command.shell(
      """
      set -e; export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
      \(script)
      """, in: folder.path)
  }

  /// A repository `a` with the package `lib`, patched, made of these commands.
  private func start(_ files: String) async throws {
    try await shell(
      """
      git init -q a; cd a; mkdir up; cd up; printf 'int a;\\n' >a.c; printf 'MIT\\n' >LICENSE
      \(files)
      cd ..; tar cf lib.tar up; rm -r up
      """)
    #expect(try await vendor("add", "lib", "lib.tar", "--strip", "1").status == 0)
    try await shell("cd a; echo 'int b;' >>Vendor/lib/a.c")
    #expect(try await vendor("patch", "lib").status == 0)
  }

  @Test func convertingCloneIsToldTheSettingAndTheLine() async throws {
    try await start("printf 'a\\r\\n' >dos.txt")
    try await shell(
      """
      (cd a; git add -A; git commit -qm 1)
      git clone -q -c core.autocrlf=true a b
      """)
    let found = try await vendor("verify", in: "b")
    #expect(found.status == 1)
    for file in ["lib.sums", "patches/lib/0001-local-edits.patch", "lib/a.c"] {
      #expect(
        found.output.contains(
          "Vendor/\(file): error: differs only in its line endings: found CRLF, expected LF; "
            + "core.autocrlf=true in .git/config:"), "\(file)")
    }
    #expect(!found.output.contains("dos.txt"))
    #expect(!found.output.contains("vendor sync"))
    #expect(found.output.contains("add the line 'Vendor/** -text' to .gitattributes"))
    let synced = try await vendor("sync", in: "b")
    #expect(synced.status == 2)
    #expect(synced.errors.contains("'Vendor/** -text'"))
    // The remedy, followed.
    try await shell(
      """
      cd b; echo 'Vendor/** -text' >.gitattributes; git add .gitattributes; git commit -qm 2
      rm -r Vendor; git checkout -q Vendor
      """)
    let cured = try await vendor("verify", in: "b")
    #expect(cured.status == 0, "\(cured.output)")
    #expect(cured.output.isEmpty)
  }

  @Test func newcomerIsOfferedTheLineUntilItIsThere() async throws {
    try await shell(
      "git init -q a; cd a; mkdir up; echo MIT >up/LICENSE; tar cf x.tar up; rm -r up")
    let offer = "add 'Vendor/** -text' to .gitattributes"
    #expect(try await vendor("add", "one", "x.tar").errors.contains(offer))
    let elsewhere = try await vendor("add", "two", "x.tar", "--path", "third_party/two")
    #expect(elsewhere.errors.contains("'Vendor/** -text' and 'third_party/two/** -text'"))
    try await shell("echo 'Vendor/** -text' >a/.gitattributes")
    #expect(!(try await vendor("add", "three", "x.tar").errors.contains(".gitattributes")))
  }

  /// What is printed is pasted.
  @Test func aPackagesOwnAttributesAreLeftOutByTheCommandThatIsPrinted() async throws {
    try await start("printf '*.h ident\\n' >.gitattributes; printf '/* $Id$ */\\n' >a.h")
    try await shell(
      """
      (cd a; echo 'Vendor/** -text' >.gitattributes; git add -A; git commit -qm 1)
      git clone -q a b; cp a/lib.tar b
      """)
    let found = try await vendor("verify", in: "b")
    #expect(found.status == 1)
    #expect(found.output.contains("Vendor/lib/.gitattributes:1 lets git rewrite it"))
    let command = try #require(
      found.output.split(separator: "'").first { $0.hasPrefix("assetkit vendor update") })
    let words = command.split(separator: " ").dropFirst(2).map(String.init)
    let outcome = try await Program.run(
      ["vendor"] + words, in: folder.path + "/a",
      environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    try await shell("(cd a; git add -A; git commit -qm 2); git clone -q a c")
    #expect(try await vendor("verify", in: "c").status == 0)
  }

  @Test func noRepositoryNoOffer() async throws {
    try await shell("mkdir a; cd a; mkdir up; echo MIT >up/LICENSE; tar cf x.tar up; rm -r up")
    #expect(!(try await vendor("add", "one", "x.tar").errors.contains(".gitattributes")))
  }

  @Test func hiddenFilesReachAFreshCloneByWhatIsSaid() async throws {
    try await start(
      "printf '*.sums\\n/configure\\nbuild/\\n' >.gitignore; echo x >configure; mkdir build; echo x >build/y"
    )
    try await shell(
      "cd a; echo '*.lock' >.gitignore; git add -A; git commit -qm 1; cd ..; git clone -q a b; cp a/vendor.lock b"
    )
    let missing = try await vendor("verify", in: "b")
    #expect(missing.status == 1)
    #expect(
      missing.output.contains(
        "Vendor/lib/configure: error: is missing, expected a listed file; Vendor/lib/.gitignore:2 "
          + "hides it from 'git add'"))
    let warned = try await vendor("verify")
    #expect(warned.status == 0)
    let remedies = Set(
      warned.output.split(separator: "\n").compactMap { line in
        line.split(separator: "'").first { $0.hasPrefix("git add -f ") }.map(String.init)
      })
    let remedy = try #require(remedies.first)
    #expect(remedies.count == 1)
    try await shell("cd a; \(remedy); git commit -qm 2; cd ..; git clone -q a c")
    #expect(try await vendor("verify", in: "c").status == 0)
    // Whoever has looked says so once.
    try await shell(
      """
      cd c; sed -i 's/^pristine/acknowledged = ["integrity-ignored"]\\n&/' vendor.lock
      """)
    let silent = try await vendor("verify", in: "c")
    #expect(silent.status == 0)
    #expect(silent.output.isEmpty)
    // What is missing is named all the same.
    try await shell("rm c/Vendor/lib/configure")
    #expect(try await vendor("verify", in: "c").status == 1)
  }

  @Test func personalSettingsCountWhenFilesAreToBeAdded() async throws {
    try await shell(
      """
      git init -q a; cd a; mkdir up; echo x >up/x.log; tar cf x.tar up; rm -r up
      echo '*.log' >.git/info/exclude
      """)
    let added = try await vendor("add", "lib", "x.tar")
    #expect(added.status == 0)
    #expect(added.errors.contains(".git/info/exclude:1 hides 1 vendored file, up/x.log first"))
    // Elsewhere nobody has these settings.
    #expect(try await vendor("verify").output.isEmpty)
  }
}
