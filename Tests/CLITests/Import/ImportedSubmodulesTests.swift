import TestSupport
import Testing

/// `vendor import` of a .gitmodules: real submodules, one of them nested, with relative addresses.
struct ImportedSubmodulesTests {
  /// `app`, with the submodules `lib/one`, which has the submodule `deps/two`, and `Vendor/three`.
  private func project() async throws -> ImportProject {
    let project = try await ImportProject()
    try await project.serve(
      """
      for name in app one two three; do git init -q -b main $name.git; done
      cd two.git; echo two >two.c; echo MIT >LICENSE; commit one
      cd ../three.git; echo three >three.c; echo MIT >LICENSE; commit one
      cd ../one.git; echo one >one.c; echo MIT >LICENSE
      git -c protocol.file.allow=always submodule --quiet add ../two.git deps/two
      git config -f .gitmodules submodule.deps/two.url ../two.git; commit one
      """)
    try await project.shell(
      """
      git remote add origin @GIT@/app.git
      git -c protocol.file.allow=always submodule --quiet add "\(project.upstream.path)/one.git" lib/one
      git -c protocol.file.allow=always submodule --quiet add "\(project.upstream.path)/three.git" Vendor/three
      git config -f .gitmodules submodule.lib/one.url ../one.git
      git config -f .gitmodules submodule.Vendor/three.url @GIT@/three.git
      commit one
      """)
    // Newer commits, which the submodules do not name.
    try await project.serve("cd one.git; echo newer >one.c; commit two")
    return project
  }

  @Test func nestedAndRelative() async throws {
    let project = try await project()
    let before = try await project.shell(
      "git status --porcelain; cat lib/one/one.c; cat .gitmodules")
    let outcome = try await project.vendor("import", ".gitmodules", "--allow-http")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await project.shell("cat Vendor/one/one.c Vendor/two/two.c") == "one\ntwo\n")
    #expect(try await project.shell("cat Vendor/Vendor-three/three.c") == "three\n")
    #expect(outcome.errors.contains("two: 'one' expects these files in its folder deps/two"))
    // Nothing of the submodules was touched.
    let files = try await project.shell("cat lib/one/one.c")
    #expect(files == "one\n")
    #expect(before.contains("one\n"))
    let commands = outcome.output.split(separator: "\n").filter { $0.hasPrefix("git ") }
    #expect(
      commands == [
        "git submodule deinit -f -- Vendor/three", "git rm -f -- Vendor/three",
        "git submodule deinit -f -- lib/one", "git rm -f -- lib/one",
      ])
    // The commands do what they say, and the tree verifies without the submodules.
    try await project.shell(
      "git add -f Vendor vendor.lock .gitmodules\n" + commands.joined(separator: "\n"))
    let left = try await project.shell("git ls-files -s | grep -c ^160000 || true; cat .gitmodules")
    #expect(left == "0\n")
    let verify = try await project.vendor("verify")
    #expect(verify.status == 0, "\(verify.output)\(verify.errors)")
  }

  @Test func secondRunTakesNothing() async throws {
    let project = try await project()
    #expect(try await project.vendor("import", ".gitmodules", "--allow-http").status == 0)
    let lock = try await project.shell("cat vendor.lock")
    let outcome = try await project.vendor("import", ".gitmodules", "--allow-http", "--only", "one")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "one: is vendored already, as pinned\n")
    #expect(try await project.shell("cat vendor.lock") == lock)
  }

  @Test func relativeAddressesNeedARemote() async throws {
    let project = try await project()
    try await project.shell("git remote remove origin")
    let outcome = try await project.vendor("import", ".gitmodules", "--allow-http", "--dry-run")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("one: is not taken: "))
    #expect(outcome.errors.contains("'../one.git'"))
    #expect(try await project.shell("ls Vendor") == "three\n")
  }

  @Test func uncommittedSubmoduleIsNamed() async throws {
    let project = try await project()
    try await project.shell(
      "git rm -q --cached lib/one; git -c user.name=t -c user.email=t@example.org commit -q -m two")
    let outcome = try await project.vendor(
      "import", ".gitmodules", "--allow-http", "--dry-run", "--only", "one")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("one: is not taken: has no commit in HEAD at lib/one"))
  }
}
