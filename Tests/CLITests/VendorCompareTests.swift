import TestSupport
import Testing

/// `assetkit vendor compare` between archives and local repositories.
struct VendorCompareTests {
  /// A project with the package `demo`, and a repository of it beside the project.
  private struct Release {
    let folder: TemporaryFolder

    /// - Parameter changes: a script that changes the archive's files in `demo-1.0` before they are
    ///   packed.
    init(repository: [String: String], changes: String) async throws {
      folder = try TemporaryFolder()
      for (path, text) in repository { try folder.create("repo/\(path)", text) }
      try await shell(
        """
        mkdir -p project/upstream
        cd repo && git init -q && git config user.name t && git config user.email t@t
        git add -A && git commit -qm 1 && git tag v1.0
        git archive --prefix=demo-1.0/ v1.0 | tar xf - -C ..
        cd .. && \(changes)
        tar czf project/upstream/demo-1.0.tar.gz demo-1.0
        """)
      let added = try await run(
        "add", "demo", "upstream/demo-{version}.tar.gz", "--version", "1.0", "--strip", "1",
        "--include", "*.c")
      guard added.status == 0 else { throw TestFailure(added.errors) }
    }

    @discardableResult func shell(_ script: String) async throws -> String {
      try await Command.shell(script, in: folder.path)
    }

    func run(_ arguments: String...) async throws -> Command.Outcome {
      try await Program.run(
        ["vendor"] + arguments, in: folder.path + "/project",
        environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
    }

    func compare(_ more: String...) async throws -> Command.Outcome {
      try await Program.run(
        ["vendor", "compare", "demo", "--ref", "v1.0", "--source", "../repo"] + more,
        in: folder.path + "/project", environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
    }
  }

  private static let files = [
    "a.c": "int a;\n", "configure.ac": "AC_INIT([demo],[1.0])\n", "tests/x.bin": "x",
    "README": "demo\n", "run.py": "print()\n",
  ]

  @Test func whatTheTagHasNotComesFirst() async throws {
    let release = try await Release(
      repository: Self.files,
      changes: """
        mkdir demo-1.0/m4; echo evil >demo-1.0/m4/build-to-host.m4; echo '#!/bin/sh' >demo-1.0/configure
        printf 'x\\0' >demo-1.0/tests/y.bin; echo 'int b;' >>demo-1.0/a.c; rm demo-1.0/README
        chmod +x demo-1.0/run.py; echo hi >demo-1.0/NEWS
        """)
    for options in [[], ["--offline"]] {
      let outcome = try await Program.run(
        ["vendor", "compare", "demo", "--ref", "v1.0", "--source", "../repo"] + options,
        in: release.folder.path + "/project",
        environment: ["XDG_CACHE_HOME": release.folder.path + "/cache"])
      #expect(outcome.status == 1)
      #expect(
        outcome.output == """
          build: only in the archive: m4/build-to-host.m4
          binary: only in the archive: tests/y.bin
          generated: only in the archive: configure
          source: contents differ: a.c
          source: mode differs: run.py
          other: only in the archive: NEWS
          other: only in the repository: README

          """)
      #expect(
        outcome.errors.contains("1 only in the repository, 1 contents differ, 1 mode differs"))
    }
    let json = try await release.compare("--json")
    #expect(json.status == 1)
    let check = """
      import json, sys
      d = json.load(sys.stdin)
      assert d["schema"] == 1 and d["package"] == "demo" and d["same"] is False, d
      assert len(d["commit"]) == 40 and d["archive-files"] == 8 and d["repository-files"] == 5, d
      assert d["files"][0] == {"path": "m4/build-to-host.m4", "role": "build",
        "difference": "only-in-archive"}, d
      """
    let checked = try await Command.run("python3", ["-c", check], input: json.output)
    #expect(checked.status == 0, "\(checked.errors)")
  }

  @Test func theSameFilesAreTheSame() async throws {
    let release = try await Release(repository: Self.files, changes: "true")
    let outcome = try await release.compare()
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("the same"))
    // Nothing was written in the project.
    #expect(try await release.shell("ls -A project") == "Vendor\nupstream\nvendor.lock\n")
  }

  @Test func whatGitArchiveDoesIsExplained() async throws {
    var files = Self.files
    files[".gitattributes"] =
      "/tests export-ignore\nversion.txt export-subst\nREADME export-subst\n.gitattributes export-ignore\n"
    files["version.txt"] = "of $Format:%H$ on $Format:%cs$.\n"
    let release = try await Release(
      repository: files, changes: "echo other >demo-1.0/README")
    let outcome = try await release.compare()
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        other: only in the repository: .gitattributes (export-ignore)
        other: contents differ: README
        other: only in the repository: tests/x.bin (export-ignore)
        other: contents differ: version.txt (export-subst)

        """)
  }

  @Test func aPackageFromGitIsComparedWithAnotherTag() async throws {
    let release = try await Release(repository: Self.files, changes: "true")
    try await release.shell(
      "cp -r repo project/upstream/git && cd repo && echo 'int c;' >c.c && git add . && git commit -qm 2"
    )
    #expect(
      try await release.run("add", "fromgit", "upstream/git", "--type", "git", "--ref", "v1.0")
        .status == 0)
    #expect(try await release.run("compare", "fromgit", "--ref", "v1.0").status == 0)
    let newer = try await release.run("compare", "fromgit", "--ref", "HEAD", "--source", "../repo")
    #expect(newer.output == "source: only in the repository: c.c\n")
  }

  @Test func whatCannotBeComparedIsAnError() async throws {
    let release = try await Release(repository: Self.files, changes: "true")
    let unknown = try await release.run("compare", "demo", "--ref", "v1.0")
    #expect(unknown.status == 2 && unknown.errors.contains("name it with --source"))
    let missing = try await release.run("compare", "demo", "--ref", "v9", "--source", "../repo")
    #expect(missing.status == 2 && missing.errors.contains("there is no such branch or tag"))
    #expect(try await release.run("compare", "demo").status == 64)
  }
}
