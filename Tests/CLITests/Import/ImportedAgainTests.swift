import TestSupport
import Testing

/// `vendor import` of files that pin something else than what was imported from them before: the
/// commands that it prints bring the packages there.
struct ImportedAgainTests {
  /// Imports again, and pastes the commands that are printed.
  ///
  /// - Returns: the commands, in the order of the packages.
  private func catchUp(
    _ project: ImportProject, _ arguments: [String], isDry: Bool
  ) async throws -> [String] {
    func run(_ more: [String] = []) async throws -> Command.Outcome {
      try await project.paste(
        (["assetkit", "vendor", "import"] + arguments + more).joined(separator: " "))
    }
    let behind = try await run(isDry ? ["--dry-run"] : [])
    #expect(behind.status == 1, "\(behind.output)\(behind.errors)")
    let commands = behind.errors.split(separator: "\n").compactMap { line in
      line.firstRange(of: "bring it to what is pinned with: ").map {
        String(line[$0.upperBound...])
      }
    }
    for command in commands {
      let outcome = try await project.paste(command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    let again = try await run()
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.errors == "")
    for line in again.output.split(separator: "\n") {
      #expect(line.hasSuffix(": is vendored already, as pinned"))
    }
    for command in ["verify", "rebuild"] {
      let outcome = try await project.vendor(command)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
    return commands
  }

  /// The hashes of the commits that repositories have, oldest first.
  private func commits(_ project: ImportProject, _ name: String) async throws -> [String] {
    try await project.serve("git -C \(name).git rev-list --reverse main").split(separator: "\n")
      .map(String.init)
  }

  private func pin(_ name: String, _ commit: String, _ key: String, _ value: String) -> String {
    """
    {"identity": "\(name)", "kind": "remoteSourceControl", "location": "@GIT@/\(name).git",
     "state": {"revision": "\(commit)", "\(key)": "\(value)"}}
    """
  }

  @Test(arguments: [false, true]) func packages(isDry: Bool) async throws {
    let project = try await ImportProject()
    try await project.serve(
      """
      for name in tagged untagged branch needs falls; do
        git init -q -b main $name.git; cd $name.git; echo MIT >LICENSE
        for version in 1.0.0 1.1.0; do
          cat >Package.swift <<END
      import PackageDescription
      // $version
      let package = Package(name: "$name", dependencies: [])
      END
          test $name != needs || sed -i \
            's|\\[]|[.package(url: "https://example.org/tagged.git", from: "'$version'")]|' Package.swift
          commit $version; test $name = untagged || git tag v$version
        done
        cd ..
      done
      """)
    func write(_ place: Int) async throws {
      var pins: [String] = []
      for name in ["tagged", "untagged", "branch", "needs", "falls"] {
        let isBranch = name == "branch" || name == "falls" && place == 1
        let commit = try await commits(project, name)[place]
        pins.append(
          isBranch
            ? pin(name, commit, "branch", "main") : pin(name, commit, "version", "1.\(place).0"))
      }
      try await project.shell(
        "cat >Package.resolved <<'END'\n"
          + "{\"version\": 2, \"pins\": [\(pins.joined(separator: ",\n"))]}\nEND")
    }
    try await write(0)
    let first = try await project.vendor("import", "Package.resolved", "--allow-http")
    #expect(first.status == 0, "\(first.errors)")
    try await write(1)
    // More of the branch than what is pinned.
    try await project.serve("cd branch.git; echo more >more; commit more")
    let commands = try await catchUp(
      project, ["Package.resolved", "--allow-http"], isDry: isDry)
    try #require(commands.count == 5)
    let hash = try await commits(project, "tagged")[1]
    #expect(
      commands[0]
        == "assetkit vendor update "
        + (isDry ? "tagged --to 1.1.0 --ref \(hash)" : "tagged=1.1.0") + " --allow-http")
    #expect(commands[1].hasPrefix("assetkit vendor update untagged --to 1.1.0 --ref "))
    #expect(commands[3].hasPrefix("assetkit vendor remove needs && assetkit vendor import "))
    // What was imported anew has its manifest patched for the new version.
    #expect(try await project.shell("grep -c ../tagged Vendor/needs/Package.swift") == "1\n")
    let versions = try await project.shell("grep -c '^version = \"1.1.0\"' vendor.lock")
    #expect(versions == "3\n")
  }

  @Test func submodules() async throws {
    let project = try await ImportProject()
    try await project.serve("git init -q -b main one.git; cd one.git; echo 1 >one.c; commit one")
    try await project.shell(
      """
      git -c protocol.file.allow=always submodule --quiet add "\(project.upstream.path)/one.git" lib/one
      git config -f .gitmodules submodule.lib/one.url @GIT@/one.git; commit one
      """)
    #expect(try await project.vendor("import", ".gitmodules", "--allow-http").status == 0)
    try await project.serve("cd one.git; echo 2 >one.c; commit two; echo 3 >one.c; commit three")
    let hash = try await commits(project, "one")[1]
    try await project.shell(
      "cd lib/one; git fetch -q; git checkout -q \(hash); cd ../..; git add lib/one; commit two")
    let commands = try await catchUp(project, [".gitmodules", "--allow-http"], isDry: false)
    #expect(commands == ["assetkit vendor update one --ref \(hash) --allow-http"])
    #expect(try await project.shell("cat Vendor/one/one.c") == "2\n")
  }

  @Test func pods() async throws {
    let project = try await ImportProject()
    try await project.serve(
      """
      git init -q -b main pod.git; cd pod.git; mkdir old new
      echo 1 >old/a.c; commit one; git tag 1.0; echo 2 >new/b.c; commit two; git tag 2.0
      """)
    func write(_ version: String, _ folder: String) async throws {
      try await project.shell(
        """
        mkdir -p specs; printf 'PODS:\\n  - Pod (\(version))\\n' >Podfile.lock
        cat >specs/Pod.podspec.json <<END
        {"name": "Pod", "version": "\(version)", "source_files": "\(folder)/*",
         "source": {"git": "@GIT@/pod.git", "tag": "\(version)"}}
        END
        """)
    }
    let arguments = ["Podfile.lock", "--specs", "specs", "--allow-http"]
    try await write("1.0", "old")
    let first = try await project.paste(
      "assetkit vendor import " + arguments.joined(separator: " "))
    #expect(first.status == 0, "\(first.errors)")
    try await write("2.0", "new")
    let commands = try await catchUp(project, arguments, isDry: false)
    #expect(commands.count == 1)
    // The new spec's selection, not the old one's.
    #expect(try await project.shell("find Vendor/Pod -type f") == "Vendor/Pod/new/b.c\n")
  }

  @Test func wraps() async throws {
    let project = try await ImportProject()
    try await project.serve(
      """
      for version in 1.0 2.0; do
        for name in plain over; do
          mkdir $name-$version; echo $version >$name-$version/$name.c
          tar czf $name-$version.tar.gz $name-$version; rm -r $name-$version
        done
      done
      git init -q -b main pinned.git; cd pinned.git
      echo 1 >p.c; commit one; git tag v1; echo 2 >p.c; commit two; git tag v2
      """)
    func write(_ version: String, _ revision: String) async throws {
      for name in ["plain", "over"] {
        let hash = try await project.serve("sha256sum \(name)-\(version).tar.gz | cut -c1-64")
        try await project.shell(
          """
          mkdir -p subprojects/packagefiles/over; cd subprojects
          echo "for \(version)" >packagefiles/over/meson.build
          cat >\(name).wrap <<END
          [wrap-file]
          directory = \(name)-\(version)
          source_url = @HTTP@/\(name)-\(version).tar.gz
          source_hash = \(hash)
          END
          """)
      }
      try await project.shell(
        """
        cd subprojects; echo 'patch_directory = over' >>over.wrap
        printf '[wrap-git]\\nurl = @GIT@/pinned.git\\nrevision = \(revision)\\n' >pinned.wrap
        """)
    }
    let files = ["plain", "over", "pinned"].map { "subprojects/\($0).wrap" }
    try await write("1.0", "v1")
    let first = try await project.vendor("import", files[0], files[1], files[2], "--allow-http")
    #expect(first.status == 0, "\(first.errors)")
    try await write("2.0", "v2")
    let commands = try await catchUp(project, files + ["--allow-http"], isDry: false)
    try #require(commands.count == 3)
    #expect(commands[0].hasPrefix("assetkit vendor update plain --to 2.0 --source http"))
    #expect(commands[1].hasPrefix("assetkit vendor remove over && assetkit vendor import "))
    #expect(commands[2] == "assetkit vendor update pinned --ref v2 --allow-http")
    #expect(
      try await project.shell("cd subprojects; cat plain-2.0/* over-2.0/* pinned/*")
        == "2.0\nfor 2.0\n2.0\n2\n")
  }

  /// Patches of one's own are never removed by a command that is printed.
  @Test func ownPatchesStay() async throws {
    let project = try await ImportProject()
    try await project.serve(
      """
      git init -q -b main one.git; cd one.git; echo 1 >a.c; echo x >b.c; commit one; git tag 1.0.0
      echo 2 >a.c; commit two
      """)
    let hashes = try await commits(project, "one")
    func write(_ pin: String) async throws {
      try await project.shell(
        "cat >Package.resolved <<'END'\n{\"version\": 2, \"pins\": [\(pin)]}\nEND")
    }
    try await write(pin("one", hashes[0], "version", "1.0.0"))
    let arguments = ["Package.resolved", "--allow-http"]
    #expect(try await project.vendor("import", arguments[0], arguments[1]).status == 0)
    try await project.shell("echo mine >Vendor/one/b.c")
    let patched = try await project.vendor("patch", "one", "--title", "mine")
    #expect(patched.status == 0, "\(patched.errors)")
    try await write(pin("one", hashes[1], "branch", "main"))
    let commands = try await catchUp(project, arguments, isDry: false)
    #expect(commands == ["assetkit vendor update one --ref \(hashes[1]) --allow-http"])
    #expect(try await project.shell("cat Vendor/one/a.c Vendor/one/b.c") == "2\nmine\n")
  }
}
