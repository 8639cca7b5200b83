import TestSupport
import Testing

/// What `update` takes, for one package and for several in one run.
struct VendorUpdateTests {
  private let folder: TemporaryFolder
  private let cache: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
    try await shell(
      """
      mkdir up
      for p in foo bar; do
        mkdir -p $p-1.0/src; seq 9 >$p-1.0/src/a.c; echo doc >$p-1.0/README; echo MIT >$p-1.0/LICENSE
        cp -r $p-1.0 $p-1.1; sed -i s/2/two/ $p-1.1/src/a.c
        for v in 1.0 1.1; do tar cf up/$p-$v.tar $p-$v; done
        "$ASSETKIT" vendor add $p "up/$p-{version}.tar" --version 1.0 --strip 1
      done
      """)
  }

  @discardableResult
  private func vendor(
    _ arguments: String..., expecting status: Int32 = 0
  ) async throws -> Command.Outcome {
    let outcome = try await Program.run(
      ["vendor"] + arguments, in: folder.path, environment: ["XDG_CACHE_HOME": cache.path])
    #expect(outcome.status == status, "\(outcome.errors)")
    return outcome
  }

  @discardableResult private func shell(_ script: String) async throws -> Command.Outcome {
    let outcome = try await Program.run(
      [], in: folder.path, environment: ["XDG_CACHE_HOME": cache.path],
      under: ["sh", "-ec", "ASSETKIT=$0\n" + script])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  private func lock() async throws -> String { try await shell("cat vendor.lock").output }

  @Test func severalPackagesChangeTogether() async throws {
    try await vendor("update", "foo=1.1", "bar=1.1")
    for command in ["verify", "rebuild"] { try await vendor(command) }
    #expect(try await lock().components(of: "version = \"1.1\"") == 2)
    try await vendor("update", "--all")
    try await vendor("verify")
  }

  /// One package that cannot be updated keeps all others as they are, and each such package is named.
  @Test func allOrNothing() async throws {
    for name in ["foo", "bar"] {
      try await shell("sed -i s/2/zwei/ Vendor/\(name)/src/a.c")
      try await vendor("patch", name)
    }
    let before = try folder.contents()
    let both = try await vendor("update", "foo=1.1", "bar=1.1", expecting: 2)
    for name in ["foo", "bar"] {
      #expect(both.errors.contains("Vendor/patches/\(name)/0001-local-edits.patch:6: hunk 1"))
    }
    #expect(try folder.contents() == before)
    try await vendor("update", "foo", "bar=1.1", expecting: 2)
    #expect(try folder.contents() == before)
    let missing = try await vendor("update", "foo=7", "bar=8", expecting: 2)
    #expect(missing.errors.contains("up/foo-7.tar") && missing.errors.contains("up/bar-8.tar"))
    #expect(try folder.contents() == before)
  }

  @Test func everyIntentOfAddCanBeUpdated() async throws {
    try await shell(
      "sed 's/9/nine/' Vendor/foo/src/a.c | diff -u --label a/a.c --label b/a.c Vendor/foo/src/a.c - >nine.patch || true"
    )
    try await vendor(
      "update", "foo", "--to", "1.1", "--strip", "2", "--include", "*.c", "--exclude", "*.md",
      "--path", "Third/foo", "--license", "MIT", "--purl", "pkg:generic/foo@1.1", "--patch",
      "nine.patch", "--source", "up/foo-{version}.tar", "--type", "archive")
    for command in ["verify", "rebuild"] { try await vendor(command) }
    try await shell("seq 9 | sed 's/2/two/; s/9/nine/' | cmp - Third/foo/a.c; ! test -e Vendor/foo")
    for line in [
      "strip = 2", #"include = ["*.c"]"#, #"exclude = ["*.md"]"#, #"path = "Third/foo""#,
      #"license = "MIT""#, #"purl = "pkg:generic/foo@1.1""#, "0001-nine.patch",
    ] {
      #expect(try await lock().contains(line), "\(line)")
    }
    // An empty value takes one away again.
    try await vendor(
      "update", "foo", "--strip", "1", "--include", "", "--exclude", "", "--license", "",
      "--purl", "", "--drop-patch", "0001-nine.patch", "--path", "Vendor/foo")
    for line in ["include", "exclude", "license =", "purl", "nine", "path ="] {
      #expect(try await !lock().contains(line), "\(line)")
    }
    try await shell("test -e Vendor/foo/LICENSE; ! test -e Vendor/patches")
  }

  @Test(arguments: [
    ([], "Name the packages, or give --all"), (["--all", "foo"], "--all cannot be combined"),
    (["foo", "bar", "--to", "1.1"], "--to needs exactly one package"),
    (["--all", "--strip", "1"], "--strip needs exactly one package"),
    (["foo", "foo=1.1"], "named more than once"), (["foo=1.1", "--to", "1.1"], "given twice"),
    (["foo="], "A version is missing"),
    (["--continue", "--unsigned"], "--continue takes no packages and no options"),
    (["--abort", "--from", "foo.tar"], "--abort takes no packages and no options"),
  ])
  func wrongUsageIsRefused(arguments: [String], message: String) async throws {
    let outcome = try await Program.run(["vendor", "update"] + arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  /// A new version's links are refused as those of a new package are, and by whatever builds from the
  /// lock, until the lock allows them.
  @Test func linksNeedTheLocksPermission() async throws {
    try await shell("ln -s a.c foo-1.1/src/b.c; tar cf up/foo-1.1.tar foo-1.1")
    let refused = try await vendor("update", "foo", "--to", "1.1", expecting: 2)
    #expect(refused.errors.contains("src/b.c': is a symbolic link to 'a.c'; allow links"))
    try await vendor("update", "foo", "--to", "1.1", "--allow-symlinks")
    #expect(try await lock().contains("symlinks = \"inside\"\n"))
    for command in ["verify", "rebuild", "sync"] { try await vendor(command) }
    // A lock of an earlier release has no such line: what is there verifies, and what would write
    // links says which line to add.
    try await shell(
      "cp vendor.lock allowed; sed -i /^symlinks/d vendor.lock; rm Vendor/foo/src/b.c")
    for (command, status) in [("sync", Int32(2)), ("rebuild", 1), ("update", 2)] {
      let outcome = try await vendor(command, "foo", expecting: status)
      #expect((outcome.output + outcome.errors).contains("symlinks = \"inside\""))
    }
    try await shell("ln -s a.c Vendor/foo/src/b.c")
    try await vendor("verify")
    try await shell("cp allowed vendor.lock; rm Vendor/foo/src/b.c")
    try await vendor("sync", "foo")
    try await vendor("update", "foo", "--to", "1.0", "--no-allow-symlinks")
    #expect(try await !lock().contains("symlinks"))
  }
}

extension String {
  /// How often `part` occurs.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
