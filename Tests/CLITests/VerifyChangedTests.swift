import TestSupport
import Testing

/// `vendor verify --changed`: what it takes on trust, and that nothing talks it into more.
struct VerifyChangedTests {
  let project: VendoredProject
  let state: TemporaryFolder

  init() async throws {
    project = try await VendoredProject()
    state = try TemporaryFolder()
  }

  private func verify(_ options: String...) async throws -> Command.Outcome {
    try await Program.run(
      ["vendor", "verify"] + options, in: project.path, environment: ["XDG_STATE_HOME": state.path])
  }

  private static let trusted =
    "assetkit: vendor verify: 1 package, 2 files: as pinned\n"
    + "assetkit: vendor verify: 1 package taken on trust, as an earlier verify found them; 0 read\n"
  private static let read =
    "assetkit: vendor verify: 1 package, 2 files: as pinned\n"
    + "assetkit: vendor verify: 0 packages taken on trust, as an earlier verify found them; 1 read\n"

  @Test func trustsWhatAVerifyHasRead() async throws {
    #expect(try await verify("--changed").errors == Self.read)
    #expect(try await verify("--changed").errors == Self.trusted)
    try await project.shell("rm -r \(state.path)/assetkit")
    #expect(try await verify().status == 0)
    #expect(try await verify("--changed").errors == Self.trusted)
    // Rewritten with the same bytes: read once.
    try await project.shell("cp -r Vendor/demo new; rm -r Vendor/demo; mv new Vendor/demo")
    #expect(try await verify("--changed").errors == Self.read)
    #expect(try await verify("--changed").errors == Self.trusted)
  }

  @Test func readsNoFileOfWhatItTrusts() async throws {
    #expect(try await verify().status == 0)
    let outcome = try await Program.run(
      ["vendor", "verify", "--changed", "--json"], in: project.path,
      environment: ["XDG_STATE_HOME": state.path],
      under: ["strace", "-f", "-qqq", "-o", "trace", "-e", "trace=openat,openat2"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""trusted": true"#))
    let trace = try project.folder.text("trace")
    #expect(trace.contains("vendor.lock"))
    #expect(!trace.contains("a.c") && !trace.contains("README") && !trace.contains("demo.sums"))
  }

  /// A shell script each; git says that nothing has changed, or is not asked.
  static let attacks: [(name: String, script: String)] = [
    (
      "same size and time",
      "touch -r Vendor/demo/README t; echo hellO >Vendor/demo/README; touch -r t Vendor/demo/README"
    ),
    ("assume-unchanged", "git update-index --assume-unchanged $F; echo hellO >$F"),
    ("skip-worktree", "git update-index --skip-worktree $F; echo hellO >$F"),
    (
      "monitor that hears nothing",
      #"""
      printf '#!/bin/sh\nprintf "t\\0"\n' >.git/quiet; chmod +x .git/quiet
      git config core.fsmonitor .git/quiet; git config core.fsmonitorHookVersion 2
      git update-index --fsmonitor; git status >/dev/null; echo hellO >$F
      """#
    ),
    (
      "untracked cache and exclusion",
      """
      git config core.untrackedCache true; git update-index --untracked-cache; echo '*' >.git/info/exclude
      git status >/dev/null; touch -r Vendor/demo t; echo evil >Vendor/demo/evil.c; touch -r t Vendor/demo
      """
    ),
    (
      "coarse comparison",
      """
      git config core.checkStat minimal; git config core.trustctime false; git status >/dev/null
      touch -r $F t; echo hellO >$F; touch -r t $F
      """
    ),
    ("mode that git ignores", "git config core.fileMode false; chmod +x $F"),
    (
      "filter",
      """
      git config filter.f.clean 'tr O o'; git config filter.f.smudge 'tr o O'
      echo '* filter=f' >.git/info/attributes; rm $F; git checkout -q -- $F
      """
    ),
    (
      "filter that is gone again",
      """
      git config filter.f.clean 'tr O o'; git config filter.f.smudge 'tr o O'
      echo '* filter=f' >.git/info/attributes; rm $F; git checkout -q -- $F; git status >/dev/null
      rm .git/info/attributes
      """
    ),
    (
      "encoding that is gone again",
      """
      echo 'Vendor/demo/README working-tree-encoding=UTF-16' >.gitattributes; git add .gitattributes
      git commit -q -m a; rm $F; git checkout -q -- $F
      git rm -q --cached .gitattributes; rm .gitattributes; git commit -q -m b
      """
    ),
    (
      "line endings",
      "echo '* text eol=crlf' >.git/info/attributes; rm $F; git checkout -q -- $F"
    ),
    ("sparse checkout", "git sparse-checkout set --no-cone vendor.lock Vendor/demo.sums"),
    ("repository in the package", "git init -q Vendor/demo/src"),
    (
      "commit", "echo hellO >$F; git commit -q -a -m evil"
    ),
    ("link in place of the folder", "mv Vendor/demo elsewhere; ln -s ../elsewhere Vendor/demo"),
    ("another name of the file", "ln $F other; echo hellO >other"),
    ("exchanged names", "cp $F other; echo hellO >other; mv other $F"),
    ("list", "sed -i s/a.c/b.c/ Vendor/demo.sums"),
    ("lock", "sed -i 's/tree = \"sha256:./tree = \"sha256:0/' vendor.lock"),
    ("device", "rm $F; mkfifo $F"),
  ]

  @Test(arguments: attacks.indices) func nothingHides(index: Int) async throws {
    let (name, script) = Self.attacks[index]
    #expect(try await verify().status == 0, "\(name)")
    #expect(try await verify("--changed").errors == Self.trusted, "\(name)")
    try await project.shell(
      """
      export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
      F=Vendor/demo/README
      \(script)
      """)
    let changed = try await verify("--changed")
    let whole = try await verify()
    #expect(changed.status == 1, "\(name)")
    #expect(changed.output == whole.output, "\(name)")
    // What was found stays found.
    #expect(try await verify("--changed").output == whole.output, "\(name)")
  }

  /// What changes beside a package shows too: here a warning, about a file outside of it.
  @Test func ignoringFileAboveThePackage() async throws {
    #expect(try await verify().status == 0)
    try project.folder.create(".gitignore", "*.c\n")
    let outcome = try await verify("--changed")
    #expect(outcome.output.contains("[integrity-ignored]"))
    #expect(try await verify("--changed").output == outcome.output)
    // Accepted in the lock, and then not.
    try await project.shell(
      "sed -i.old '/^name/a acknowledged = [\"integrity-ignored\"]' vendor.lock")
    #expect(try await verify("--changed").errors == Self.read)
    #expect(try await verify("--changed").errors == Self.trusted)
    try await project.shell("mv vendor.lock.old vendor.lock")
    #expect(try await verify("--changed").output == outcome.output)
  }

  @Test func whatBelongsToNoPackageIsAlwaysLookedFor() async throws {
    #expect(try await verify().status == 0)
    try project.folder.create("Vendor/evil/evil.c", "int evil;\n")
    let outcome = try await verify("--changed")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("1 package taken on trust"))
  }

  /// A file that changes as soon as it was read: whatever the clock of the file system, it is found.
  @Test func noChangeIsTooSoon() async throws {
    for round in 0..<20 {
      let text = round % 2 == 0 ? "hello" : "hellO"
      let outcome = try await project.shell(
        """
        export XDG_STATE_HOME='\(state.path)'
        echo hello >Vendor/demo/README; "\(Program.executable)" vendor verify --quiet >/dev/null
        echo \(text) >Vendor/demo/README
        "\(Program.executable)" vendor verify --changed --quiet >/dev/null || echo found
        """)
      #expect(outcome == (round % 2 == 0 ? "" : "found\n"))
    }
  }

  @Test func aCopyOfTreeAndRecordIsRead() async throws {
    #expect(try await verify().status == 0)
    let copy = try TemporaryFolder()
    // The record is also given the name that it would have for the copy.
    try await project.shell(
      """
      cp -a . '\(copy.path)/copy'
      cd '\(state.path)/assetkit/verified'
      cp * "$(stat -c %D-%i '\(copy.path)/copy' | { IFS=- read d i; printf '%s-%x' "$d" "$i"; })"
      """)
    let outcome = try await Program.run(
      ["vendor", "verify", "--changed"], in: "\(copy.path)/copy",
      environment: ["XDG_STATE_HOME": state.path])
    #expect(outcome.errors == Self.read)
  }

  /// Nobody's record, a damaged one, and none that can be written.
  @Test(arguments: [
    "for f in $R/*; do echo >$f; done", "truncate -s -9 $R/*", "sed -i '1s/$/0/' $R/*",
    "rm -r $R; echo >$R",
  ])
  func withoutARecordEverythingIsRead(damage: String) async throws {
    #expect(try await verify().status == 0)
    try await project.shell("R='\(state.path)/assetkit/verified'; \(damage)")
    let outcome = try await verify("--changed")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("0 packages taken on trust"))
    let canWrite = !damage.contains("rm -r")
    #expect(outcome.errors.contains("could not be recorded") != canWrite)
  }
}
