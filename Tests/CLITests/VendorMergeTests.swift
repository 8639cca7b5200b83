import TestSupport
import Testing

/// What becomes of patches when upstream changes what they change.
struct VendorMergeTests {
  private let folder: TemporaryFolder
  private let home: TemporaryFolder

  /// A package whose version 1.1 has three more lines at the top and another line 12.
  init() async throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
    try await shell(
      """
      mkdir up foo-1.0; seq 30 >foo-1.0/a.c; seq 8 >foo-1.0/b.c; echo MIT >foo-1.0/LICENSE
      cp -r foo-1.0 foo-1.1
      { printf 'x\\ny\\nz\\n'; seq 30 | sed s/^12$/twelve/; } >foo-1.1/a.c
      for v in 1.0 1.1; do tar cf up/foo-$v.tar foo-$v; done
      "$ASSETKIT" vendor add foo "up/foo-{version}.tar" --version 1.0 --strip 1
      """)
  }

  private var environment: [String: String] {
    ["XDG_CACHE_HOME": "\(home.path)/cache", "XDG_STATE_HOME": "\(home.path)/state"]
  }

  @discardableResult
  private func vendor(
    _ arguments: String..., expecting status: Int32 = 0
  ) async throws -> Command.Outcome {
    let outcome = try await Program.run(
      ["vendor"] + arguments, in: folder.path, environment: environment)
    #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
    return outcome
  }

  @discardableResult private func shell(_ script: String) async throws -> Command.Outcome {
    let outcome = try await Program.run(
      [], in: folder.path, environment: environment,
      under: ["sh", "-ec", "ASSETKIT=$0\n" + script])
    try #require(outcome.status == 0, "\(script): \(outcome.errors)")
    return outcome
  }

  /// Makes a patch of an edit to the package, described by `message`.
  private func patch(_ edit: String, title: String) async throws {
    try await shell("cd Vendor/foo; \(edit)")
    try await vendor("patch", "foo", "--title", title, "--message", "Why \(title) is needed.")
  }

  /// The folder in which the conflicts of the package are staged.
  private func staged() async throws -> String {
    try await shell("ls -d $XDG_STATE_HOME/assetkit/merges/*/tree/foo").output
      .split(separator: "\n").map(String.init).first ?? ""
  }

  /// A hunk whose lines have only moved applies, and names its new lines, so that `rebuild` stays exact.
  @Test func aHunkThatOnlyMovedIsRenumbered() async throws {
    try await patch("sed -i s/^25$/fünfundzwanzig/ a.c", title: "words")
    let update = try await vendor("update", "foo", "--to", "1.1")
    #expect(
      update.output.contains(
        "- `0001-words.patch` applies at other lines, which it names now: hunk 1 of `a.c` +3\n"))
    for command in ["verify", "rebuild"] { try await vendor(command) }
    let patch = try await shell("cat Vendor/patches/foo/0001-words.patch").output
    #expect(patch.hasPrefix("Why words is needed.\n\ndiff --git"))
    #expect(patch.contains("\n@@ -25,7 +25,7 @@\n"))
    // What is exact needs no tolerance: the same patch with a wrong number does not rebuild.
    try await shell(
      """
      sed -i 's/^@@ -25,7 +25,7/@@ -24,7 +24,7/' Vendor/patches/foo/0001-words.patch
      sed -i "s/0001-words.patch sha256:[0-9a-f]*/0001-words.patch sha256:$(
        sha256sum Vendor/patches/foo/0001-words.patch | cut -c1-64)/" vendor.lock
      """)
    try await vendor("rebuild", expecting: 1)
  }

  @Test func aPatchThatUpstreamHasIsDropped() async throws {
    try await patch("sed -i s/^12$/twelve/ a.c", title: "twelve")
    let update = try await vendor("update", "foo", "--to", "1.1")
    #expect(update.output.contains("- `0001-twelve.patch` was dropped: upstream contains"))
    try await shell("! test -e Vendor/patches; cmp Vendor/foo/a.c foo-1.1/a.c")
    for command in ["verify", "rebuild"] { try await vendor(command) }
  }

  @Test func everyMisfitIsNamedAtOnceWithItsRemedy() async throws {
    try await patch("sed -i s/^12$/zwölf/ a.c", title: "twelve")
    try await patch("sed -i s/^11$/elf/ a.c", title: "eleven")
    try await patch("sed -i s/^8$/acht/ b.c", title: "eight")
    let before = try folder.contents()
    let refused = try await vendor("update", "foo", "--to", "1.1", expecting: 2)
    #expect(refused.errors.contains("0001-twelve.patch:"))
    #expect(refused.errors.contains("0002-eleven.patch:"))
    #expect(!refused.errors.contains("0003-eight.patch"))
    #expect(
      refused.errors.contains("run it again with --merge, which stages the conflicts in 1 file"))
    #expect(try folder.contents() == before)
  }

  @Test func aPatchIsMergedWhereItDoesNotContradictUpstream() async throws {
    // Its context has line 12, which upstream has changed.
    try await patch("sed -i s/^14$/vierzehn/ a.c", title: "fourteen")
    let refused = try await vendor("update", "foo", "--to", "1.1", expecting: 2)
    #expect(refused.errors.contains("run it again with --merge, which merges this patch without"))
    let update = try await vendor("update", "foo", "--to", "1.1", "--merge", "--json")
    #expect(update.output.contains(#""outcome": "merged""#))
    #expect(update.output.contains(#""status": "updated""#))
    try await shell("sed s/^14$/vierzehn/ foo-1.1/a.c | cmp - Vendor/foo/a.c")
    for command in ["verify", "rebuild"] { try await vendor(command) }
    #expect(
      try await shell("head -1 Vendor/patches/foo/0001-fourteen.patch").output
        == "Why fourteen is needed.\n")
  }

  @Test func aPatchFollowsAFileThatUpstreamMoved() async throws {
    try await patch("sed -i s/^25$/25th/ a.c", title: "moved")
    try await shell(
      "mkdir foo-1.1/src; mv foo-1.1/a.c foo-1.1/src/a.c; tar cf up/foo-1.1.tar foo-1.1")
    let refused = try await vendor("update", "foo", "--to", "1.1", expecting: 2)
    #expect(refused.errors.contains("changes a.c, which does not exist; run it again with --merge"))
    try await vendor("update", "foo", "--to", "1.1", "--merge")
    try await shell("grep -q 25th Vendor/foo/src/a.c; ! test -e Vendor/foo/a.c")
    for command in ["verify", "rebuild"] { try await vendor(command) }
  }

  /// A conflict leaves the tree alone; resolved, every patch keeps its name and its description.
  @Test func conflictsAreStagedAndContinued() async throws {
    try await patch("sed -i s/^12$/zwölf/ a.c", title: "twelve")
    try await patch("sed -i s/^25$/25th/ a.c; echo new >n.c", title: "more")
    let before = try folder.contents()
    let conflict = try await vendor("update", "foo", "--to", "1.1", "--merge", expecting: 1)
    let staged = try await staged()
    #expect(
      conflict.output
        == "\(staged)/a.c: in conflict with Vendor/patches/foo/0001-twelve.patch\n")
    #expect(try folder.contents() == before)
    try await vendor("verify")
    try await shell(
      """
      grep -A6 '^<<<<<<< ' \(staged)/a.c >found; cat >expected <<'END'
      <<<<<<< 0001-twelve.patch
      zwölf
      ||||||| foo 1.0
      12
      =======
      twelve
      >>>>>>> foo 1.1
      END
      diff expected found; rm expected found
      """)
    let again = try await vendor("update", "foo", expecting: 2)
    #expect(again.errors.contains("a merge that is not finished"))
    let early = try await vendor("update", "--continue", expecting: 2)
    #expect(early.errors.contains("a.c: still contains conflict markers"))
    #expect(try folder.contents() == before)
    try await shell("sed -i '/^<<<<<<< /d; /^|||||||/,/^>>>>>>> /d' \(staged)/a.c")
    let done = try await vendor("update", "--continue")
    #expect(done.output.contains("- `0001-twelve.patch` was in conflict, resolved by hand"))
    try await shell(
      """
      sed 's/^twelve$/zwölf/; s/^25$/25th/' foo-1.1/a.c | cmp - Vendor/foo/a.c
      head -1 Vendor/patches/foo/0001-twelve.patch | grep -qx 'Why twelve is needed.'
      head -1 Vendor/patches/foo/0002-more.patch | grep -qx 'Why more is needed.'
      test -z "$(ls $XDG_STATE_HOME/assetkit/merges)"
      """)
    for command in ["verify", "rebuild"] { try await vendor(command) }
    #expect(
      try await vendor("update", "--continue", expecting: 2).errors.contains(
        "there is no unfinished merge"))
  }

  @Test func oneConflictAfterTheOther() async throws {
    try await patch("sed -i s/^12$/zwölf/ a.c", title: "twelve")
    try await patch("sed -i s/^zwölf$/dozen/ a.c", title: "dozen")
    let first = try await vendor("update", "foo", "--to", "1.1", "--merge", expecting: 1)
    #expect(first.output.contains("0002-dozen.patch: may be in conflict too"))
    let staged = try await staged()
    try await shell("sed -i '/^<<<<<<< /,/^=======$/d; s/^twelve/XII/; /^>>>>>>> /d' \(staged)/a.c")
    let second = try await vendor("update", "--continue", expecting: 1)
    #expect(second.output.contains("in conflict with Vendor/patches/foo/0002-dozen.patch"))
    try await shell(
      "sed -i '/^<<<<<<< /,/^=======$/d; s/^XII/douzaine/; /^>>>>>>> /d' \(staged)/a.c")
    try await vendor("update", "--continue")
    try await shell("sed s/^twelve$/douzaine/ foo-1.1/a.c | cmp - Vendor/foo/a.c")
    for command in ["verify", "rebuild"] { try await vendor(command) }
  }

  @Test func abortLeavesEverythingAsItWas() async throws {
    try await patch("sed -i s/^12$/zwölf/ a.c", title: "twelve")
    let before = try folder.contents()
    try await vendor("update", "foo", "--to", "1.1", "--merge", expecting: 1)
    try await vendor("update", "--abort")
    #expect(try folder.contents() == before)
    try await shell("test -z \"$(ls $XDG_STATE_HOME/assetkit/merges)\"")
    try await vendor("update", "--abort", expecting: 2)
    // Resolved to what upstream has, the patch is gone.
    try await vendor("update", "foo", "--to", "1.1", "--merge", expecting: 1)
    try await shell("cp foo-1.1/a.c \(try await staged())/a.c")
    let done = try await vendor("update", "--continue")
    #expect(done.output.contains("was dropped: nothing of it is left"))
    try await shell("! test -e Vendor/patches")
  }

  @Test func aFileThatUpstreamDeletedOrMadeBinary() async throws {
    try await patch("sed -i s/^8$/acht/ b.c", title: "eight")
    try await shell("rm foo-1.1/b.c; tar cf up/foo-1.1.tar foo-1.1")
    try await vendor("update", "foo", "--to", "1.1", "--merge", expecting: 1)
    try await shell("rm \(try await staged())/b.c")
    try await vendor("update", "--continue")
    try await shell("! test -e Vendor/foo/b.c; ! test -e Vendor/patches")
    try await vendor("update", "foo", "--to", "1.0")
    try await patch("sed -i s/^8$/acht/ b.c", title: "eight")
    try await shell("printf '\\0' >foo-1.1/b.c; tar cf up/foo-1.1.tar foo-1.1")
    let before = try folder.contents()
    let binary = try await vendor("update", "foo", "--to", "1.1", "--merge", expecting: 2)
    #expect(
      binary.errors.contains(
        "0001-eight.patch: cannot be merged: it changes b.c, which is a binary"))
    #expect(binary.errors.contains("--drop-patch 0001-eight.patch"))
    #expect(try folder.contents() == before)
  }

  /// A package that changed in the lock since the merge began is not overwritten; others may change.
  @Test func theLockMayChangeElsewhere() async throws {
    try await patch("sed -i s/^12$/zwölf/ a.c", title: "twelve")
    try await vendor("update", "foo", "--to", "1.1", "--merge", expecting: 1)
    try await shell("cp foo-1.1/a.c \(try await staged())/a.c; cp up/foo-1.0.tar up/bar.tar")
    try await vendor("add", "bar", "up/bar.tar", "--strip", "1")
    try await shell(
      "cp vendor.lock kept; sed -i 's/^strip = 1/strip = 1\\nlicense = \"MIT\"/' vendor.lock")
    let refused = try await vendor("update", "--continue", expecting: 2)
    #expect(refused.errors.contains("has changed in vendor.lock since the merge began"))
    try await shell("mv kept vendor.lock")
    try await vendor("update", "--continue")
    for command in ["verify", "rebuild"] { try await vendor(command) }
  }

  @Test func aReviewNamesWhatMattersFirst() async throws {
    try await shell(
      """
      cd foo-1.1; mkdir m4; printf 'x\\neval $x | $SHELL\\n' >m4/a.m4; printf 'a\\0b' >data.bin
      echo BSD >LICENSE; printf '#!/bin/sh\\n' >run; rm b.c; printf 'int a; /* \\033[2K */\\n' >a.c
      cd ..; tar cf up/foo-1.1.tar foo-1.1
      """)
    let update = try await vendor("update", "foo", "--to", "1.1")
    let part = update.output.split(separator: "### ").dropFirst().map { String($0) }
    #expect(
      part == [
        """
        Hidden content in new and changed files

        - `m4/a.m4` line 2: error: a shell runs what eval prints: eval | $SHELL [hidden-evaluated]
        - `a.c` line 1: warning: an escape sequence for terminals [hidden-control]


        """, "Licence texts\n\n- `LICENSE` changed\n\n",
        """
        Build files, scripts and binaries

        - `m4/a.m4` added (build)
        - `run` added (build)
        - `data.bin` added (binary)


        """, "Other files\n\n- `a.c` changed\n- `b.c` removed\n",
      ])
    let back = try await vendor("update", "foo", "--to", "1.0")
    #expect(back.output.hasPrefix("## foo 1.1 → 1.0: a downgrade\n"))
    let json = try await vendor("update", "foo", "--to", "1.1", "--json")
    for key in [
      #""schema": 1"#, #""downgrade": false"#, #""kind": "build""#, #""kind": "licence""#,
      #""change": "removed""#, #""bytes-after""#, #""rule": "hidden-evaluated""#,
    ] {
      #expect(json.output.contains(key), "\(key)")
    }
    #expect(try await vendor("update", "foo").output == "## foo 1.1: unchanged\n")
  }
}
