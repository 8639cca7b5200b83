import TestSupport
import Testing

/// `assetkit vendor resolve` after real merges and rebases, and as git's merge driver.
struct VendorResolveTests {
  /// A repository with the package `middle`, in which branches add, update and remove packages.
  private struct Repository {
    let folder: TemporaryFolder

    init(style: String = "merge", _ names: [String] = ["middle"]) async throws {
      folder = try TemporaryFolder(["README": "x\n"])
      try await shell(
        """
        git init -q -b main . && git config user.name t && git config user.email t@t
        git config merge.conflictStyle \(style)
        git config rerere.enabled false
        """)
      for name in names { try await add(name) }
      try await commit()
    }

    @discardableResult func shell(_ script: String) async throws -> String {
      try await Command.shell(script, in: folder.path)
    }

    func add(_ name: String, _ text: String = "one\n") async throws {
      try folder.create("upstream/\(name)/a.c", text)
      try await run("add", name, "upstream/\(name)", "--version", "1", "--license", "MIT")
    }

    func update(_ name: String, to version: String) async throws {
      try await shell("echo 'int v\(version);' > upstream/\(name)/a.c")
      try await run("update", name, "--to", version, "--source", "upstream/\(name)")
    }

    func run(_ arguments: String...) async throws {
      let outcome = try await vendor(arguments)
      guard outcome.status == 0 else { throw TestFailure(outcome.errors) }
    }

    func vendor(_ arguments: [String]) async throws -> Command.Outcome {
      try await Program.run(["vendor"] + arguments, in: folder.path)
    }

    func commit() async throws { try await shell("git add -A . && git commit -qm change") }

    /// Makes changes on the branch `topic` and others on `main`, and merges `topic` into `main`.
    ///
    /// - Returns: whether git found a conflict.
    func merge(
      by command: String = "git merge -q topic", ours: () async throws -> Void,
      theirs: () async throws -> Void
    ) async throws -> Bool {
      try await shell("git checkout -qb topic")
      try await theirs()
      try await commit()
      try await shell("git checkout -q main")
      try await ours()
      try await commit()
      let output = try await shell("if \(command) >/dev/null 2>&1; then echo clean; fi")
      return output.isEmpty
    }

    func useDriver() async throws {
      try folder.create(".gitattributes", "vendor.lock merge=assetkit\n")
      try await shell(
        "git config merge.assetkit.driver '\(Program.executable) vendor resolve --driver %O %A %B'")
      try await commit()
    }

    func packages() async throws -> [String] {
      try await shell("grep '^name = ' vendor.lock | cut -d'\"' -f2").split(separator: "\n")
        .map(String.init)
    }
  }

  @Test(arguments: ["merge", "diff3", "zdiff3"])
  func neighboursThatTwoBranchesAddedAreBothTaken(style: String) async throws {
    let repository = try await Repository(style: style)
    let conflicts = try await repository.merge(
      ours: { try await repository.add("alpha", "alpha\n") },
      theirs: { try await repository.add("beta", "beta\n") })
    #expect(conflicts)
    #expect(try await repository.vendor(["verify"]).status == 2)
    let resolved = try await repository.vendor(["resolve"])
    #expect(resolved.status == 0, "\(resolved.errors)")
    #expect(resolved.output == "alpha: added by one side\nbeta: added by one side\n")
    #expect(try await repository.packages() == ["alpha", "beta", "middle"])
    #expect(try await repository.vendor(["verify"]).status == 0)
    // What was written is what any command would write again.
    let text = try repository.folder.text("vendor.lock")
    try await repository.run("update", "middle", "--source", "upstream/middle")
    #expect(try repository.folder.text("vendor.lock") == text)
    try await repository.shell("git add vendor.lock && git commit -qm merged")
    #expect(try await repository.vendor(["resolve"]).errors.contains("has no conflicts"))
  }

  /// Git's own markers, when the index no longer tells the sides.
  @Test(arguments: ["merge", "diff3", "zdiff3"])
  func markersAloneAreEnoughForAdditions(style: String) async throws {
    let repository = try await Repository(style: style)
    _ = try await repository.merge(
      ours: { try await repository.add("alpha", "alpha\n") },
      theirs: { try await repository.add("beta", "beta\n") })
    try await repository.shell("git add vendor.lock")
    #expect(try await repository.vendor(["resolve"]).status == 0)
    #expect(try await repository.packages() == ["alpha", "beta", "middle"])
    #expect(try await repository.vendor(["verify"]).status == 0)
  }

  @Test func markersOfDiff3TellUpdatesOfDifferentPackages() async throws {
    let repository = try await Repository(style: "diff3", ["a", "b"])
    _ = try await repository.merge(
      ours: { try await repository.update("a", to: "2") },
      theirs: {
        try await repository.update("b", to: "3")
        try await repository.add("aa")
      })
    try await repository.shell("git add vendor.lock")
    #expect(try await repository.vendor(["resolve"]).status == 0)
    #expect(try await repository.packages() == ["a", "aa", "b"])
    #expect(try await repository.vendor(["verify"]).status == 0)
  }

  @Test func updatesOfDifferentPackagesAndARemovalAreTaken() async throws {
    let repository = try await Repository(["a", "b", "c"])
    let conflicts = try await repository.merge(
      ours: {
        try await repository.update("a", to: "2")
        try await repository.run("remove", "b")
      },
      theirs: {
        try await repository.update("c", to: "3")
        try await repository.add("aa")
      })
    #expect(conflicts)
    let resolved = try await repository.vendor(["resolve"])
    #expect(
      resolved.output == """
        a: changed by one side
        aa: added by one side
        b: removed by one side
        c: changed by one side

        """)
    #expect(try await repository.packages() == ["a", "aa", "c"])
    #expect(try await repository.vendor(["verify"]).status == 0)
  }

  @Test func aRebaseIsResolvedToo() async throws {
    let repository = try await Repository(["a", "z"])
    let conflicts = try await repository.merge(
      by: "git rebase -q topic",
      ours: { try await repository.add("m1") }, theirs: { try await repository.add("m2") })
    #expect(conflicts)
    #expect(try await repository.vendor(["resolve"]).status == 0)
    try await repository.shell(
      "git add vendor.lock && GIT_EDITOR=true git rebase --continue >/dev/null 2>&1")
    #expect(try await repository.packages() == ["a", "m1", "m2", "z"])
    #expect(try await repository.vendor(["verify"]).status == 0)
  }

  @Test func aPackageThatBothSidesUpdatedIsNamedAndNothingChanges() async throws {
    let repository = try await Repository(["a", "b"])
    _ = try await repository.merge(
      ours: { try await repository.update("a", to: "2") },
      theirs: {
        try await repository.update("a", to: "3")
        try await repository.update("b", to: "3")
      })
    let before = try repository.folder.text("vendor.lock")
    let refused = try await repository.vendor(["resolve"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("'a' was changed on both sides"))
    #expect(!refused.errors.contains("'b'"))
    #expect(try repository.folder.text("vendor.lock") == before)
  }

  @Test func aListThatIsMissingOrDiffersIsRefused() async throws {
    for damage in ["rm Vendor/beta.sums", "echo >> Vendor/beta.sums"] {
      let repository = try await Repository()
      _ = try await repository.merge(
        ours: { try await repository.add("alpha") }, theirs: { try await repository.add("beta") })
      try await repository.shell(damage)
      let before = try repository.folder.text("vendor.lock")
      let refused = try await repository.vendor(["resolve"])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("Vendor/beta.sums"), "\(refused.errors)")
      #expect(try repository.folder.text("vendor.lock") == before)
    }
  }

  @Test func editsSinceTheMergeAreKept() async throws {
    let repository = try await Repository(["a", "z"])
    _ = try await repository.merge(
      ours: { try await repository.add("m1") }, theirs: { try await repository.add("m2") })
    try await repository.shell("sed -i '/name = \"z\"/,$ s/\"MIT\"/\"Zlib\"/' vendor.lock")
    #expect(try await repository.vendor(["resolve"]).status == 0)
    #expect(try await repository.packages() == ["a", "m1", "m2", "z"])
    #expect(try repository.folder.text("vendor.lock").contains("\"Zlib\""))
  }

  @Test func theMergeDriverLeavesNoConflict() async throws {
    let repository = try await Repository(["a", "z"])
    try await repository.useDriver()
    let conflicts = try await repository.merge(
      ours: {
        try await repository.add("m1")
        try await repository.run("remove", "a")
      }, theirs: { try await repository.add("m2") })
    #expect(!conflicts)
    #expect(try await repository.packages() == ["m1", "m2", "z"])
    #expect(try await repository.vendor(["verify"]).status == 0)
    #expect(try await repository.shell("git status --porcelain") == "")
  }

  @Test func theMergeDriverServesARebaseOfSeveralCommits() async throws {
    let repository = try await Repository(["a", "z"])
    try await repository.useDriver()
    let conflicts = try await repository.merge(
      by: "git rebase -q topic",
      ours: {
        try await repository.add("m1")
        try await repository.commit()
        try await repository.add("m3")
      }, theirs: { try await repository.add("m2") })
    #expect(!conflicts)
    #expect(try await repository.packages() == ["a", "m1", "m2", "m3", "z"])
    #expect(try await repository.vendor(["verify"]).status == 0)
  }

  @Test func whatTheMergeDriverCannotMergeIsAConflictWithMarkers() async throws {
    let repository = try await Repository(["a"])
    try await repository.useDriver()
    let conflicts = try await repository.merge(
      ours: { try await repository.update("a", to: "2") },
      theirs: { try await repository.update("a", to: "3") })
    #expect(conflicts)
    let text = try repository.folder.text("vendor.lock")
    for part in ["<<<<<<< ours\n", "version = \"2\"", "version = \"3\"", ">>>>>>> theirs\n"] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(
      try await repository.shell("git diff --name-only --diff-filter=U | sort -u")
        .contains("vendor.lock"))
    try await repository.shell("git merge --abort")
    #expect(try await repository.vendor(["verify"]).status == 0)
  }

  /// Two changes of one package that do not touch in lines: a mixture would look resolved.
  @Test func theMergeDriverNeverMixesOnePackage() async throws {
    let repository = try await Repository(["a"])
    try await repository.useDriver()
    let conflicts = try await repository.merge(
      ours: { try await repository.shell("sed -i 's/\"1\"/\"1.0\"/' vendor.lock") },
      theirs: { try await repository.shell("sed -i 's/\"MIT\"/\"Zlib\"/' vendor.lock") })
    #expect(conflicts)
    let text = try repository.folder.text("vendor.lock")
    #expect(text.contains("\"1.0\"") && text.contains("\"MIT\""))
  }

  @Test func branchesThatBothAddedTheFirstLockAreMerged() async throws {
    let repository = try await Repository([])
    try await repository.useDriver()
    let conflicts = try await repository.merge(
      ours: { try await repository.add("m1") }, theirs: { try await repository.add("m2") })
    #expect(!conflicts)
    #expect(try await repository.packages() == ["m1", "m2"])
    #expect(try await repository.vendor(["verify"]).status == 0)
  }

  @Test func wrongUsageIsRefused() async throws {
    let repository = try await Repository()
    #expect(try await repository.vendor(["resolve", "--driver", "a", "b"]).status == 64)
    #expect(try await repository.vendor(["resolve", "--marker-size", "7"]).status == 64)
  }
}
