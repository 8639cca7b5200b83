import TestSupport
import Testing

#if os(Linux)
import Glibc
#endif

/// What the commands that change the tree do, refuse and say.
struct VendorChangeTests {
  private let folder: TemporaryFolder
  private let cache: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
    try await shell(
      """
      mkdir up foo-1.0; seq 9 >foo-1.0/a.c; echo MIT >foo-1.0/LICENSE
      cp -r foo-1.0 foo-1.1; seq 9 | sed s/2/two/ >foo-1.1/a.c; echo BSD >foo-1.1/LICENSE
      tar cf up/foo-1.0.tar foo-1.0; tar cf up/foo-1.1.tar foo-1.1
      """)
  }

  private func vendor(_ arguments: String..., under wrapper: [String] = []) async throws
    -> Command.Outcome
  {
    try await Program.run(
      ["vendor"] + arguments, in: folder.path, environment: ["XDG_CACHE_HOME": cache.path],
      under: wrapper)
  }

  @discardableResult private func shell(_ script: String) async throws -> Command.Outcome {
    let outcome = try await Program.run(
      [], in: folder.path, environment: ["XDG_CACHE_HOME": cache.path],
      under: ["sh", "-ec", script])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  private func add() async throws {
    let outcome = try await vendor(
      "add", "foo", "up/foo-{version}.tar", "--version", "1.0", "--strip", "1")
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func aRemedyOfSeveralWarningsIsPrintedOnce() async throws {
    try await shell(
      """
      git init -q .; mkdir git; for name in a b c d e f; do
        echo x >git/1.$name; echo "*.$name eol=crlf" >>git/.gitattributes; done
      """)
    let added = try await vendor("add", "git", "git")
    let remedy = "; leave it out with 'assetkit vendor update git --exclude .gitattributes', or"
    #expect(added.errors.split(separator: "\n").count { $0.contains("[integrity-rewritten]") } == 6)
    #expect(added.errors.split(separator: "\n").count { $0.contains(remedy) } == 1)
    #expect(added.errors.contains("first [integrity-rewritten]\(remedy)"))
  }

  @Test func anUpdateOfTheLockAloneSaysWhatChanged() async throws {
    try await shell("mkdir one; echo 1 >one/a.c")
    #expect(try await vendor("add", "one", "one", "--purl", "pkg:generic/one").status == 0)
    let updated = try await vendor(
      "update", "one", "--purl", "pkg:generic/two", "--license", "MIT")
    #expect(
      updated.output == """
        ## one (no version)

        No file differs; vendor.lock does: `license`, `purl`.

        ### vendor.lock

        - `license` is new: "MIT"
        - `purl` was "pkg:generic/one", is "pkg:generic/two"

        """)
    #expect(try await vendor("update", "one").output == "## one (no version): unchanged\n")
  }

  @Test func wholeLifeOfAPackage() async throws {
    try await add()
    try await shell("cd Vendor/foo; sha256sum -c ../foo.sums")
    try await shell("sed -i s/9/nine/ Vendor/foo/a.c")
    #expect(try await vendor("verify").status == 1)
    let patch = try await vendor("patch", "foo", "--title", "nine", "--message", "Say it.")
    #expect(patch.output == "foo: a.c\nfoo: wrote Vendor/patches/foo/0001-nine.patch\n")
    for command in ["verify", "rebuild"] { #expect(try await vendor(command).status == 0) }
    let update = try await vendor("update", "foo", "--to", "1.1")
    let pin = try await shell("sha256sum up/foo-1.1.tar").output.prefix(64)
    #expect(
      update.output == """
        ## foo 1.0 → 1.1

        2 files: 0 added, 2 changed, 0 removed; 25 → 27 bytes.
        Source: sha256:\(pin)

        ### Licence texts

        - `LICENSE` changed

        ### Other files

        - `a.c` changed

        ### Patches

        - `0001-nine.patch` applies as it is

        """)
    try await shell("seq 9 | sed 's/2/two/; s/9/nine/' | cmp - Vendor/foo/a.c")
    for command in ["verify", "rebuild"] { #expect(try await vendor(command).status == 0) }
    #expect(try await vendor("remove", "foo").status == 0)
    #expect(try folder.contents()["Vendor/"] == nil)
  }

  @Test func outdatedSaysWhatIsNewer() async throws {
    try await add()
    let behind = try await vendor("outdated")
    #expect(behind.output == "foo: 1.0 → 1.1\n")
    #expect(behind.status == 1)
    let json = try await vendor("outdated", "--json")
    #expect(json.status == 1)
    #expect(json.output.contains(#""newest": "1.1""#))
    #expect(json.output.contains(#""schema": 1"#))
    #expect(try await vendor("update", "foo", "--to", "1.1").status == 0)
    let current = try await vendor("outdated", "foo")
    #expect(current.output == "foo: 1.1 is the newest\n")
    #expect(current.status == 0)
    // Whoever cannot be asked is a failure, never "nothing newer".
    try await shell("mv up gone")
    let failed = try await vendor("outdated")
    #expect(failed.status == 2)
    #expect(failed.errors.contains("up"))
    #expect(failed.output.isEmpty)
    #expect(try await vendor("outdated", "bar").errors.contains("has no package 'bar'"))
  }

  @Test func newcomerSaysWhatGitWouldDoToIt() async throws {
    try await shell(
      """
      mkdir hiding; cd hiding; echo '*.log' >.gitignore; echo kept >a.log
      echo '*.txt text' >.gitattributes; echo kept >a.txt; cd ..; tar cf up/hiding.tar hiding
      """)
    let added = try await vendor("add", "hiding", "up/hiding.tar", "--strip", "1")
    #expect(added.status == 0)
    #expect(
      added.errors.contains(
        "Vendor/hiding/.gitignore:1: warning: hides 1 vendored file, a.log first"))
    #expect(added.errors.contains("Vendor/hiding/.gitattributes:1: warning: lets git rewrite"))
  }

  @Test func patchThatNoLongerFitsChangesNothing() async throws {
    try await add()
    try await shell("sed -i s/2/zwei/ Vendor/foo/a.c")
    #expect(try await vendor("patch", "foo").status == 0)
    let before = try folder.contents()
    let outcome = try await vendor("update", "foo", "--to", "1.1")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "hunk 1 of a.c does not apply at line 2: expected '2', found 'two'"))
    #expect(try folder.contents() == before)
    #expect(
      try await vendor("update", "foo", "--to", "1.1", "--drop-patch", "0001-local-edits.patch")
        .status == 0)
    #expect(try await vendor("verify").status == 0)
  }

  @Test func localEditsSurviveWithoutForce() async throws {
    try await add()
    try await shell("echo mine >>Vendor/foo/a.c; echo mine >Vendor/foo/new")
    let before = try folder.contents()
    for command in [["sync"], ["update", "foo"], ["remove", "foo"]] {
      let outcome = try await Program.run(
        ["vendor"] + command, in: folder.path, environment: ["XDG_CACHE_HOME": cache.path])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("a.c (changed), new (added)"))
      #expect(try folder.contents() == before)
    }
    #expect(
      try await vendor("sync", "--force", "--offline").output
        == "foo: restored; discarded local edits: a.c (changed), new (added)\n")
    #expect(try await vendor("verify").status == 0)
  }

  @Test func aMissingListIsRestoredAndEditsAreNamed() async throws {
    try await add()
    try await shell("rm Vendor/foo.sums")
    #expect(try await vendor("sync").output == "foo: restored\n")
    #expect(try await vendor("verify").status == 0)
    try await shell("echo mine >>Vendor/foo/a.c; rm Vendor/foo.sums")
    let refused = try await vendor("sync")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("has local edits: a.c (changed);"))
    try await shell("rm -r Vendor/foo")
    #expect(try await vendor("sync").output == "foo: restored\n")
  }

  @Test func whatUpstreamDoesNotHaveIsNotCalledRestored() async throws {
    try await add()
    try await shell("sed -i s/9/nine/ Vendor/foo/a.c")
    #expect(try await vendor("patch", "foo").status == 0)
    try await shell("rm Vendor/patches/foo/*")
    for options in [[], ["--force"]] {
      let outcome = try await Program.run(
        ["vendor", "sync"] + options, in: folder.path,
        environment: ["XDG_CACHE_HOME": cache.path])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("Vendor/patches/foo/0001-local-edits.patch"))
    }
  }

  @Test func binaryEditIsRefusedByPatch() async throws {
    try await add()
    try await shell("printf '\\0' >Vendor/foo/b.bin")
    let outcome = try await vendor("patch", "foo")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("b.bin is a binary file"))
  }

  @Test func repackedArchiveHasItsOwnWayOut() async throws {
    try await add()
    try await shell(
      """
      tar --mtime=@1 -cf up/foo-1.0.tar foo-1.0; rm -r "$XDG_CACHE_HOME"/* Vendor/foo
      """)
    let mismatch = try await vendor("sync")
    #expect(mismatch.status == 2)
    #expect(mismatch.errors.contains("--accept-repacked"))
    let accepted = try await vendor("sync", "--accept-repacked")
    #expect(accepted.output.contains("re-packed upstream with the same files"))
    for command in ["verify", "rebuild"] { #expect(try await vendor(command).status == 0) }
    // Other contents are no re-packing.
    try await shell("tar cf up/foo-1.0.tar --transform s/1.1/1.0/ foo-1.1; rm -r Vendor/foo")
    let other = try await vendor("sync", "--accept-repacked")
    #expect(other.status == 2)
    #expect(other.errors.contains("its contents differ"))
  }

  @Test func rebuildNamesTheLinkThatBroke() async throws {
    try await add()
    try await shell(
      "sed -i 's/^pristine = .*/pristine = \"sha256:'$(printf %064d 1)'\"/' vendor.lock")
    let outcome = try await vendor("rebuild")
    #expect(outcome.status == 1)
    #expect(outcome.output.hasPrefix("foo: pristine is sha256:"))
  }

  /// A reviewer's account may have no home folder, or one that cannot be written.
  @Test func rebuildNeedsNoCacheForAnArchiveInTheProject() async throws {
    try await add()
    for cache in [["XDG_CACHE_HOME=/proc/nowhere"], ["-u", "HOME", "-u", "XDG_CACHE_HOME"]] {
      let outcome = try await vendor("rebuild", under: ["env"] + cache)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output == "foo: proven\n")
    }
    // Nor does it write to one that it could write to.
    try await shell("rm -r $XDG_CACHE_HOME/*")
    #expect(try await vendor("rebuild").status == 0)
    #expect(try cache.names().isEmpty)
  }

  @Test func aMissingSourceStopsNoOtherPackage() async throws {
    try await add()
    _ = try await vendor("add", "bar", "up/foo-1.1.tar", "--strip", "1")
    try await shell("rm -r $XDG_CACHE_HOME/* up/foo-1.1.tar")
    let outcome = try await vendor("rebuild")
    #expect(outcome.status == 2)
    #expect(outcome.output == "foo: proven\n")
    #expect(outcome.errors.contains("up/foo-1.1.tar: cannot be opened"), "\(outcome.errors)")
    #expect(outcome.errors.contains("--mirror DIR"))
  }

  @Test func twoRunsAtATimeBothSucceed() async throws {
    try await shell("cp up/foo-1.0.tar up/bar-1.0.tar")
    let packages = ["foo", "bar"]
    try await withThrowingTaskGroup { group in
      for name in packages {
        group.addTask {
          let outcome = try await vendor("add", name, "up/\(name)-1.0.tar", "--strip", "1")
          #expect(outcome.status == 0, "\(outcome.errors)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await vendor("verify").status == 0)
  }

  #if os(Linux)
  @Test func fullDiskLeavesTheOldState() async throws {
    try await add()
    let outcome = try await vendor(
      "update", "foo", "--to", "1.1",
      under: [
        "unshare", getuid() == 0 ? "-m" : "-rm", "sh", "-c",
        """
        mkdir disk; mount -t tmpfs -o size=256k none disk || { echo no mount >&2; exit 2; }
        cp -r up Vendor vendor.lock disk; cd disk; head -c 1000000 /dev/zero >filler 2>/dev/null
        find . -type f ! -name filler | sort | xargs sha256sum >/tmp/before.$$
        "$0" "$@"; status=$?
        find . -type f ! -name filler | sort | xargs sha256sum | diff /tmp/before.$$ - >&2
        rm /tmp/before.$$; "$0" vendor verify >&2 || echo broken >&2; exit $status
        """,
      ])
    if outcome.errors.contains("no mount") {
      print("skipped: this system does not let a test mount a file system")
      return
    }
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("No space left on device"))
    #expect(outcome.errors.contains("as pinned"))
    #expect(!outcome.errors.contains("broken"))
  }

  @Test func readOnlyCheckoutCanBeVerifiedAndNotChanged() async throws {
    try await add()
    let outcome = try await vendor(
      "remove", "foo",
      under: [
        "unshare", getuid() == 0 ? "-m" : "-rm", "sh", "-c",
        """
        mount --bind . . && mount -o remount,bind,ro . || { echo no mount >&2; exit 2; }
        cd "$PWD"; "$0" "$@"; status=$?; "$0" vendor verify >&2 || echo broken >&2; exit $status
        """,
      ])
    if outcome.errors.contains("no mount") {
      print("skipped: this system does not let a test mount a file system")
      return
    }
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Read-only file system"))
    #expect(!outcome.errors.contains("broken"))
  }
  #endif
}
