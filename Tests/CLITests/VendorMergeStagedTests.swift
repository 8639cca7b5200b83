import TestSupport
import Testing

/// Whose a staged merge is, and what is taken from its files.
struct VendorMergeStagedTests {
  private let folder: TemporaryFolder
  private let home: TemporaryFolder

  /// A project in `p` with a merge of a package whose a.c is in conflict and whose b.c is not.
  init() async throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
    try await shell(
      """
      mkdir -p p/up; cd p/up
      mkdir foo-1.0; seq 30 >foo-1.0/a.c; seq 8 >foo-1.0/b.c; echo MIT >foo-1.0/LICENSE
      cp -r foo-1.0 foo-1.1; sed -i s/^12$/twelve/ foo-1.1/a.c
      for v in 1.0 1.1; do tar cf foo-$v.tar foo-$v; done; cd ..
      "$ASSETKIT" vendor add foo "up/foo-{version}.tar" --version 1.0 --strip 1
      sed -i s/^12$/XII/ Vendor/foo/a.c; "$ASSETKIT" vendor patch foo --title twelve
      cp -r . ../copy
      "$ASSETKIT" vendor update foo --to 1.1 --merge || test $? = 1
      """)
  }

  @discardableResult private func shell(_ script: String) async throws -> Command.Outcome {
    let outcome = try await Program.run(
      [], in: folder.path,
      environment: [
        "XDG_CACHE_HOME": "\(home.path)/cache", "XDG_STATE_HOME": "\(home.path)/state",
      ],
      under: [
        "sh", "-ec",
        "ASSETKIT=$0; staged() { echo $XDG_STATE_HOME/assetkit/merges/*/tree/foo; }\n" + script,
      ])
    try #require(outcome.status == 0, "\(script): \(outcome.errors)")
    return outcome
  }

  private let resolve = "sed -i '/^<<<<<<< /d; /^|||||||/,/^>>>>>>> /d' $(staged)/a.c"

  @Test func filesThatWereNotStagedAreRefused() async throws {
    let before = try folder.contents()
    let refused = try await shell(
      """
      cd p; cp $(staged)/a.c $(staged)/a.c.orig; echo x >$(staged)/.b.c.swp; mkdir $(staged)/d
      echo x >$(staged)/d/new
      "$ASSETKIT" vendor update --continue || test $? = 2
      """)
    for name in ["a.c.orig", ".b.c.swp", "d/new"] {
      #expect(refused.errors.contains("tree/foo/\(name): is not one of the files that were staged"))
    }
    #expect(refused.errors.contains("tree/foo/a.c: still contains conflict markers"))
    #expect(try folder.contents() == before)
    let done = try await shell(
      """
      \(resolve); rm -r $(staged)/a.c.orig $(staged)/.b.c.swp $(staged)/d; cd p
      "$ASSETKIT" vendor update --continue; "$ASSETKIT" vendor rebuild
      sed s/^twelve$/XII/ up/foo-1.1/a.c | cmp - Vendor/foo/a.c
      """)
    #expect(!done.errors.contains("not in conflict"))
  }

  @Test func editsOfOtherFilesAreTakenAndNamed() async throws {
    let done = try await shell(
      """
      \(resolve); sed -i s/^8$/VIII/ $(staged)/b.c; rm $(staged)/LICENSE; cd p
      "$ASSETKIT" vendor update --continue
      grep -q VIII Vendor/foo/b.c; ! test -e Vendor/foo/LICENSE; "$ASSETKIT" vendor rebuild
      """)
    for edit in ["change of b.c", "removal of LICENSE"] {
      #expect(
        done.errors.contains(
          "foo: the \(edit), which was not in conflict, went into "
            + "Vendor/patches/foo/0001-twelve.patch"), "\(done.errors)")
    }
    #expect(!done.errors.contains("of a.c, which"))
  }

  /// The merge goes where the project goes; whatever comes to its place knows nothing of it.
  @Test func aMergeFollowsItsProject() async throws {
    let moved = try await shell(
      """
      mv p q; mv copy p; cd p
      "$ASSETKIT" vendor update --continue || test $? = 2
      "$ASSETKIT" vendor update foo --to 1.1 --merge || test $? = 1
      test $(ls $XDG_STATE_HOME/assetkit/merges | wc -l) = 2
      "$ASSETKIT" vendor update --abort; "$ASSETKIT" vendor verify
      cd ..; \(resolve); cd q
      "$ASSETKIT" vendor update --continue; "$ASSETKIT" vendor rebuild; grep -q XII Vendor/foo/a.c
      test -z "$(ls $XDG_STATE_HOME/assetkit/merges)"
      """)
    #expect(moved.errors.contains("there is no unfinished merge in this project"))
  }

  /// A device number is not for ever: at the same path, the inode is enough.
  @Test func aMergeStaysWithItsPathWhenTheDeviceChangesItsNumber() async throws {
    try await shell(
      """
      \(resolve); sed -i 's/ [0-9]*$/ 1/' $XDG_STATE_HOME/assetkit/merges/*/root; cd p
      "$ASSETKIT" vendor update --continue; "$ASSETKIT" vendor rebuild
      """)
  }

  /// What was done by a run that was killed afterwards is not asked for again, also not as JSON.
  @Test func aMergeThatIsOverIsRemoved() async throws {
    let done = try await shell(
      """
      \(resolve); cp -r $XDG_STATE_HOME/assetkit/merges kept; cd p
      "$ASSETKIT" vendor update --continue
      """)
    #expect(done.output.contains("resolved by hand"))
    // The folder as it is after the transaction: with what the lock has now.
    let again = try await shell(
      """
      for m in kept/*; do cp p/vendor.lock $m/outcome.lock; done
      cp -r kept/* $XDG_STATE_HOME/assetkit/merges; cd p; cp vendor.lock was
      "$ASSETKIT" vendor update --continue --json; cmp vendor.lock was
      test -z "$(ls $XDG_STATE_HOME/assetkit/merges)"
      "$ASSETKIT" vendor verify
      cp -r ../kept/* $XDG_STATE_HOME/assetkit/merges; "$ASSETKIT" vendor update foo --to 1.0 --drop-patch 0001-twelve.patch
      """)
    #expect(again.output.contains(#""status": "done""#))
    #expect(again.errors.contains("the update of foo is done"))
    #expect(again.output.contains("a downgrade"))
    // Where the package has changed since, restoring it would not be right.
    let since = try await shell(
      """
      cp -r kept/* $XDG_STATE_HOME/assetkit/merges; cd p
      sed -i 's/^strip = 1/strip = 1\\nlicense = \"MIT\"/' vendor.lock
      "$ASSETKIT" vendor update --continue || test $? = 2
      "$ASSETKIT" vendor update --abort
      """)
    #expect(since.errors.contains("discard the merge with 'assetkit vendor update --abort'"))
    #expect(!since.errors.contains("restore it"))
  }
}
