import SafeFiles
import TestSupport
import Testing
import TextFormats

/// `assetkit prove` on honest projects.
struct ProveTests {
  @Test func everythingThatIsAskedForIsProven() async throws {
    let project = try await ProvableProject()
    let before = try project.folder.contents()
    let out = try TemporaryFolder()
    let proof = try await project.prove(
      "--report", "\(out.path)/proof.html", "--statement", "\(out.path)/statement.json")
    #expect(proof.status == 0, "\(proof.errors) \(proof.json.text())")
    #expect(proof.json.states == ["proven", "proven", "not-covered", "proven"])
    #expect(
      proof.json["sentence"]?.text
        == "Proven: the vendored sources, the icons and the build; not covered: the policy.")
    let head = try await project.shell("git rev-parse HEAD")
    #expect(proof.json["commit"]?["id"]?.text.map { $0 + "\n" } == head)
    // Nothing is left in the working tree, and nothing was written to it.
    #expect(try project.folder.contents() == before)

    // What differed between the two builds is named, with whether it had an effect.
    let varied = proof.json["build"]?["variations"]?.elements ?? []
    let path = varied.first { $0["name"]?.text == "build-path" }
    #expect(path?["effect"]?.text == "yes", "\(varied)")
    #expect(path?["values"]?.text?.contains(" and ") == true)

    let page = try out.text("proof.html")
    #expect(page.contains("What differed between the two builds"))
    #expect(
      page.contains("Proven: the vendored sources") && page.contains("up/foo-1.tar, in this commit")
    )
    let digest = try await project.shell("cat a.c Vendor/foo/b.c | sha256sum | cut -c1-64")
    #expect(page.contains(digest.dropLast()))
    let statement = try #require(JSON(try out.bytes(of: "statement.json")))
    let subject = statement["subject"]?.elements?.first
    #expect(subject?["name"]?.text == "out/all")
    #expect(subject?["digest"]?["sha256"]?.text.map { $0 + "\n" } == digest)
    let commit = statement["predicate"]?["buildDefinition"]?["resolvedDependencies"]?.elements?
      .first
    #expect(commit?["digest"]?["gitCommit"]?.text.map { $0 + "\n" } == head)
  }

  /// All files of the commit are counted, each once.
  @Test func everyFileIsCounted() async throws {
    let project = try await ProvableProject(build: nil)
    try await project.shell(
      """
      head -c 5000 /dev/urandom >blob.bin; seq 1 900 | tr '\\n' ',' >long.js
      printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:0\\n' >big.psd
      ln -s /etc/passwd leaving && git add .
      git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),module && git commit -qm x
      """)
    let json = try await project.prove().json
    #expect(json.reason(for: "blob.bin") == "binary" && json.reason(for: "long.js") == "long-lines")
    #expect(json.reason(for: "big.psd") == "lfs-pointer")
    #expect(json.reason(for: "module") == "submodule")
    #expect(json.reason(for: "leaving") == "leaving-link")
    #expect(json.fileCount("vendored") == 2 && json.fileCount("icons") == 2)
    // The lock, the list, the archive, the settings, the master.
    #expect(json.fileCount("pins") == 5)
    #expect(json.fileCount("texts") == 1 && json.fileCount("unexplained") == 5)
    #expect(json.fileCount("all") == 15)
    let names = try await project.shell("git ls-files | wc -l")
    #expect(json.fileCount("all") == Int(names.filter(\.isNumber)))
  }

  @Test func whatIsNotCommittedIsSaidAndNotLookedAt() async throws {
    let project = try await ProvableProject(build: nil)
    try project.folder.write("Vendor/foo/b.c", "int evil;\n")
    try project.folder.write(".git/info/exclude", "*.o\n")
    try project.folder.write("x.o", "")
    let proof = try await project.prove()
    #expect(proof.status == 0 && proof.json.states.first == "proven")
    let remarks = proof.json["remarks"]?.elements?.compactMap(\.text) ?? []
    #expect(remarks.contains { $0.hasPrefix("1 uncommitted change is in the working tree") })
    #expect(remarks.contains { $0.hasPrefix("1 path is ignored by git") })
    // And committed, it is found.
    try await project.commit()
    let committed = try await project.prove()
    #expect(committed.status == 1 && committed.json["verdict"]?.text == "found")
  }

  @Test func withoutABuildNothingIsSaidOfOne() async throws {
    let project = try await ProvableProject(icons: false, build: nil)
    let out = try TemporaryFolder()
    let proof = try await project.prove("--statement", "\(out.path)/s.json")
    #expect(proof.status == 0)
    #expect(
      proof.json["sentence"]?.text
        == "Proven: the vendored sources; not covered: the icons, the policy and the build.")
    #expect(proof.json["build"] == .null)
    #expect(try !out.exists("s.json") && proof.errors.contains("s.json: was not written"))
  }

  @Test func nothingToProveIsAFailure() async throws {
    let empty = try TemporaryFolder()
    func prove() async throws -> Command.Outcome {
      try await Program.run(["prove"], in: empty.path)
    }
    let outside = try await prove()
    #expect(outside.status == 2 && outside.errors.contains("is not in a git repository"))
    try await Command.shell(
      "git init -q . && git -c user.name=t -c user.email=t@t commit -q --allow-empty -m x",
      in: empty.path)
    let none = try await prove()
    #expect(none.status == 2 && none.errors.contains("nothing to prove"))
    // An uncommitted file is not in HEAD.
    try empty.create("assetkit.toml", "version = 1\n")
    #expect(try await prove().status == 2)
    try await Command.shell(
      "git add . && git -c user.name=t -c user.email=t@t commit -qm x", in: empty.path)
    let absent = try await prove()
    #expect(absent.status == 2 && absent.errors.contains("assetkit.toml has no [build]"))
  }

  /// A project in a folder of a larger repository, started from deeper inside.
  @Test func aProjectMayBeAFolder() async throws {
    let project = try await ProvableProject(icons: false)
    try await project.shell(
      """
      mkdir sub && git mv a.c Vendor vendor.lock up assetkit.toml sub/ && mkdir sub/deep
      echo x >sub/deep/x && echo y >top && git add . && git commit -qm x
      """)
    let proof = try await project.prove(in: "sub/deep")
    #expect(proof.status == 0, "\(proof.errors) \(proof.json.text())")
    #expect(proof.json["folder"]?.text == "sub")
    #expect(proof.json["files"]?["vendored"]?["files"] == 2)
    #expect(proof.json["files"]?["texts"]?["files"] == 3)
    #expect(proof.json["remarks"]?.elements?.isEmpty == true)
    // From the top, another project is proven, and this one is not forgotten.
    try project.folder.write(
      "assetkit.toml", "version = 1\n[build]\ncommand = \"echo x >out\"\ncompare = [\"out\"]\n")
    try await project.commit()
    let top = try await project.prove()
    #expect(
      top.status == 0 && top.json.states == ["not-covered", "not-covered", "not-covered", "proven"])
    let remark = top.json["remarks"]?.elements?.first?.text
    #expect(remark?.hasSuffix("not looked at: sub/assetkit.toml, sub/vendor.lock.") == true)
  }

  @Test func aReportThatCannotBeWrittenFailsFirst() async throws {
    let project = try await ProvableProject(icons: false, build: "touch /tmp/never; exit 1")
    let proof = try await project.prove("--report", "/proc/nowhere/p.html")
    #expect(proof.status == 2 && proof.json == .null)
  }
}
