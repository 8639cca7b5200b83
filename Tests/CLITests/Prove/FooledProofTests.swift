import TestSupport
import Testing
import TextFormats

/// Commits that try to look proven.
struct FooledProofTests {
  /// The list and the lock agree with a changed file; the source does not.
  @Test func aRepinnedEditIsFound() async throws {
    let project = try await ProvableProject(icons: false, build: nil)
    try project.folder.write("Vendor/foo/b.c", "int evil;\n")
    try await project.shell(
      """
      old=$(sha256sum Vendor/foo.sums | cut -c1-64)
      new=$(sha256sum Vendor/foo/b.c | cut -c1-64)
      sed -i "s/^.*  b.c/$new  b.c/" Vendor/foo.sums
      sed -Ei "s/^(pristine|tree) = .*/\\1 = \\"sha256:$(sha256sum Vendor/foo.sums | cut -c1-64)\\"/" vendor.lock
      """)
    #expect(try await project.assetkit("vendor", "verify").status == 0)
    try await project.commit()
    let proof = try await project.prove()
    #expect(proof.status == 1 && proof.json.states.first == "found", "\(proof.json.text())")
    // Then its files are not derived by anything that was proven.
    #expect(proof.json["files"]?["vendored"]?["files"] == 0)
    #expect(proof.json["files"]?["unproven"]?["files"] == 2)
  }

  @Test func aSourceThatIsNotHereIsNotProven() async throws {
    let project = try await ProvableProject(icons: false, build: nil)
    try await project.shell("git rm -q up/foo-1.tar && git commit -qm x")
    let proof = try await project.prove()
    #expect(proof.status == 2 && proof.json["verdict"]?.text == "not-proven")
    let problems = proof.json["packages"]?.elements?.first?["problems"]?.elements ?? []
    #expect(problems.first?.text?.contains("its source is not here: up/foo-1.tar") == true)
    // With a mirror it is; the path is that of the caller, not of the temporary folder.
    try await project.shell(
      "git show HEAD~:up/foo-1.tar >../m.tar; mkdir -p up; mv ../m.tar up/foo-1.tar")
    try await project.assetkit("vendor", "mirror", "mirror")
    #expect(try await project.prove("--mirror", "mirror").status == 0)
  }

  /// The archive in the repository is another one, and a mirror has the pinned one.
  @Test func anArchiveThatIsNotThePinnedOneIsFound() async throws {
    let project = try await ProvableProject(icons: false, build: nil)
    try await project.assetkit("vendor", "mirror", "mirror")
    try await project.shell("echo >>up/foo-1.tar; git add up && git commit -qm x")
    let proof = try await project.prove("--mirror", "mirror")
    #expect(proof.status == 1, "\(proof.json.text())")
    #expect(proof.json.text().contains("is not the pinned archive"))
  }

  /// A folder that is its own source proves nothing.
  @Test func aCopyOfItselfIsNotProven() async throws {
    let project = try await ProvableProject(icons: false, build: nil)
    try await project.shell(
      """
      sed -i '/^archive-sha/d; /^strip/d; s/^type = .*/type = "directory"/
        s,^source = .*,source = "Vendor/foo",' vendor.lock
      git commit -qam x
      """)
    let proof = try await project.prove()
    #expect(proof.status == 2, "\(proof.json.text())")
    #expect(proof.json.text().contains("is itself a copy that this would have to prove"))
  }

  @Test func aLockThatPinsNothingProvesNothing() async throws {
    let project = try await ProvableProject(icons: false)
    try await project.shell("git rm -qr Vendor && echo 'version = 1' >vendor.lock && git add . ")
    try project.folder.write("Vendor/README.md", "Everything here is proven.\n")
    try await project.shell("sed -i 's, Vendor/foo/b.c,,' assetkit.toml")
    try await project.commit()
    let proof = try await project.prove()
    #expect(proof.status == 2)
    #expect(proof.json.states == ["not-proven", "not-covered", "not-covered", "proven"])
    #expect(
      proof.json.claim("vendored")?["findings"]?.elements?.first?.text?.contains("vendor.lock")
        == true)
  }

  @Test func iconsThatDifferAreFound() async throws {
    let project = try await ProvableProject(build: nil)
    try await project.shell("cp icons/icon-16.png icons/icon-32.png && git commit -qam x")
    let proof = try await project.prove()
    #expect(proof.status == 1 && proof.json.states[1] == "found")
    #expect(proof.json["files"]?["icons"]?["files"] == 0)
    #expect(proof.json["files"]?["unproven"]?["files"] == 2)
  }

  /// Entries that leave out all their files, or that write the same ones.
  @Test(arguments: [
    "without = [\"**\"]",
    "[[icons]]\nname = \"b\"\nmaster = \"art/icon.png\"\npreset = \"none\"\nsize = 16\noutput = \"icons\"",
  ])
  func entriesThatCompareNothingProveNothing(keys: String) async throws {
    let project = try await ProvableProject(build: nil)
    let settings = try project.folder.text("assetkit.toml")
    try project.folder.write("assetkit.toml", settings + keys + "\n")
    try await project.commit()
    let proof = try await project.prove()
    #expect(proof.status == 2 && proof.json.states[1] == "not-proven", "\(proof.json.text())")
    #expect(proof.json["files"]?["icons"]?["files"] == 0)
  }

  /// A master outside of the repository is not part of the commit.
  @Test func aMasterThatIsALinkIsNotFollowedOutside() async throws {
    let project = try await ProvableProject(build: nil)
    try await project.shell(
      "mv art/icon.png /tmp/outside-$$.png; ln -s /tmp/outside-$$.png art/icon.png; git commit -qam x"
    )
    let proof = try await project.prove()
    try await project.shell("rm $(readlink art/icon.png)")
    #expect(proof.status == 2 && proof.json.states[1] == "not-proven")
    #expect(proof.json.reason(for: "art/icon.png") == "leaving-link")
  }

  /// What git's settings make of a checkout is not what was committed.
  @Test func filtersAndReplacementsAreNotBelieved() async throws {
    let project = try await ProvableProject(icons: false, build: nil)
    let good = try await project.shell("git rev-parse HEAD:Vendor/foo/b.c")
    try project.folder.write("Vendor/foo/b.c", "int evil;\n")
    try await project.commit()
    try await project.shell("git replace $(git rev-parse HEAD:Vendor/foo/b.c) \(good)")
    try await project.shell("git show HEAD:Vendor/foo/b.c | grep -q 'int b'")
    #expect(try await project.prove().status == 1)
    try await project.shell(
      "git replace -d $(git --no-replace-objects rev-parse HEAD:Vendor/foo/b.c)")
    try project.folder.write(".gitattributes", "b.c filter=good\n")
    try await project.shell("git config filter.good.smudge 'echo \"int b;\"; cat >/dev/null'")
    try await project.shell("git add .gitattributes && git commit -qm x")
    let proof = try await project.prove()
    #expect(proof.status == 1)
    let remarks = proof.json["remarks"]?.elements?.compactMap(\.text) ?? []
    #expect(remarks.contains { $0.contains("(filter=good)") })
  }

  /// The settings are those of the commit.
  @Test func settingsOfTheWorkingTreeHaveNoEffect() async throws {
    let project = try await ProvableProject(icons: false, build: "exit 3")
    try await project.shell("sed -i 's/exit 3/mkdir out; touch out:x/' assetkit.toml")
    let proof = try await project.prove()
    #expect(proof.status == 2)
    #expect(proof.json.claim("build")?["result"]?.text?.contains("ended with status 3") == true)
  }

  @Test(arguments: [
    ("true", "not-proven"), ("mkdir out", "not-proven"),
    ("mkdir out && pwd >out/place", "found"),
    ("mkdir out && echo x >out/x && (getent hosts example.org || true)", "found"),
    ("mkdir out && echo x >out/x && exit 1", "not-proven"),
  ])
  func aBuildProvesNothingByItself(command: String, state: String) async throws {
    let project = try await ProvableProject(icons: false, build: command)
    let proof = try await project.prove()
    #expect(proof.json.states.last == state, "\(proof.json.text())")
    #expect(proof.status == (state == "found" ? 1 : 2))
  }

  /// Files that were committed and that no build wrote are not its results.
  @Test func committedFilesAreNotResults() async throws {
    let project = try await ProvableProject(icons: false, build: "true")
    try project.folder.create("out/ready", "made elsewhere\n")
    try await project.commit()
    let proof = try await project.prove()
    #expect(proof.status == 2 && proof.json.states.last == "not-proven", "\(proof.json.text())")
  }

  @Test func objectsThatAreMissingEndTheProof() async throws {
    let project = try await ProvableProject(icons: false, build: nil)
    try await project.shell(
      "id=$(git rev-parse HEAD:a.c); rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)"
    )
    let proof = try await project.prove()
    #expect(proof.status == 2 && proof.errors.contains("does not have every object of HEAD"))
  }
}
