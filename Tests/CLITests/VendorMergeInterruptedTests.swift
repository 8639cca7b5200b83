import TestSupport
import Testing

#if os(Linux)
/// Killed at any instant, a merge has lost neither the patch nor what was resolved by hand.
struct VendorMergeInterruptedTests {
  /// Starting a merge with a conflict changes nothing in the tree; continuing it gives the old tree, with
  /// the merge still there, or the new one.
  @Test(arguments: ["renameat", "renameat2", "mkdirat", "unlinkat", "fsync", "write"])
  func oldOrNew(call: String) async throws {
    let (folder, home) = (try TemporaryFolder(), try TemporaryFolder())
    func run(_ script: String) async throws -> Command.Outcome {
      try await Program.run(
        [], in: folder.path,
        environment: ["XDG_CACHE_HOME": "\(home.path)/c", "XDG_STATE_HOME": "\(home.path)/s"],
        under: ["sh", "-ec", "ASSETKIT=$0; HOME=\(home.path)\n" + script])
    }
    let made = try await run(
      """
      mkdir up foo-1.0; seq 30 >foo-1.0/a.c; echo MIT >foo-1.0/LICENSE; cp -r foo-1.0 foo-1.1
      seq 30 | sed s/^12$/twelve/ >foo-1.1/a.c
      for v in 1.0 1.1; do tar cf up/foo-$v.tar foo-$v; done; rm -r foo-*
      "$ASSETKIT" vendor add foo "up/foo-{version}.tar" --version 1.0 --strip 1
      sed -i s/^12$/XII/ Vendor/foo/a.c; "$ASSETKIT" vendor patch foo
      """)
    try #require(made.status == 0, "\(made.errors)")
    let old = try folder.contents()
    let start = "\"$ASSETKIT\" vendor update foo --to 1.1 --merge"
    let resolve =
      "sed -i '/^<<<<<<< /d; /^|||||||/,/^>>>>>>> /d' $XDG_STATE_HOME/assetkit/merges/*/tree/foo/a.c"
    let finish = "\"$ASSETKIT\" vendor update --continue"
    let whole = try await run("\(start) || test $? = 1; \(resolve); \(finish)")
    try #require(whole.status == 0, "\(whole.errors)")
    let new = try folder.contents()
    #expect(old != new)

    var (kills, overs) = (0, 0)
    // Not with --seccomp-bpf, where strace 6.1 makes nothing of any `when` but the first.
    for (prepare, command) in [("", start), ("\(start) || test $? = 1; \(resolve)", finish)] {
      for number in 1..<500 {
        try folder.reset(to: old)
        let outcome = try await run(
          """
          rm -rf $XDG_STATE_HOME
          \(prepare)
          strace -f -qqq -o $HOME/trace -e trace=\(call) \\
            -e inject=\(call):signal=KILL:when=\(number) \(command) || true
          ! grep -q 'killed by SIGKILL' $HOME/trace || echo KILLED
          "$ASSETKIT" vendor verify
          """)
        #expect(outcome.status == 0, "\(call) \(number): \(outcome.errors)")
        guard outcome.output.contains("KILLED") else { break }
        kills += 1
        let found = try folder.contents()
        #expect(found == old || (found == new && command == finish), "\(call) \(number)")
        if found == old, command == finish {
          // What was resolved is still there, and enough to finish.
          let again = try await run(finish)
          #expect(again.status == 0, "\(call) \(number): \(again.errors)")
          #expect(try folder.contents() == new, "\(call) \(number)")
        } else if found == new {
          // The update is done: nothing is left to continue, and no other update is refused.
          let again = try await run(
            """
            \(finish) || { test $? = 2; test -z "$(ls $XDG_STATE_HOME/assetkit/merges | grep -v [.])"; }
            "$ASSETKIT" vendor update foo; "$ASSETKIT" vendor verify
            """)
          #expect(again.status == 0, "\(call) \(number): \(again.errors)")
          if again.errors.contains("the update of foo is done") { overs += 1 }
          #expect(try folder.contents() == new, "\(call) \(number)")
        } else if found == old {
          // A merge can be begun anew, discarding the first one where it was complete.
          let again = try await run(
            "\"$ASSETKIT\" vendor update --abort || true; \(start) || test $? = 1")
          #expect(again.status == 0 && again.output.contains("in conflict"), "\(again.errors)")
        }
      }
    }
    #expect(kills > 0)
    // Between the journal and the end, a transaction renames.
    #expect(overs > 0 || call != "renameat")
  }
}
#endif
