import TestSupport
import Testing

/// `--from`, `--signature` and `--key`, with archives at an address that is never asked.
struct VendorSignatureTests {
  /// A project, two releases of `demo`, and keys of minisign: they need no agent and no clock.
  private struct Project {
    let folder: TemporaryFolder
    static let source = "https://example.invalid/demo-{version}.tar"

    init() async throws {
      folder = try TemporaryFolder(["project/README": "x\n", "project/src/a.c": ""])
      try await shell(
        """
        for version in 1 2; do
          mkdir demo-$version; echo "int v = $version;" >demo-$version/a.c; echo MIT >demo-$version/LICENSE
          tar cf demo-$version.tar demo-$version
        done
        for key in ours other; do minisign -GWf -p $key.pub -s $key.key >log; done
        for version in 1 2; do
          for key in ours other; do
            minisign -SW -s $key.key -m demo-$version.tar -x $key-$version.minisig >log
          done
        done
        """)
    }

    @discardableResult func shell(_ script: String) async throws -> String {
      try await Command.shell(script, in: folder.path)
    }

    func run(
      _ arguments: String..., environment: [String: String?] = [:]
    ) async throws -> Command.Outcome {
      var values = environment
      values["XDG_CACHE_HOME"] = folder.path + "/cache"
      return try await Command.run(
        Program.executable, ["vendor"] + arguments, in: folder.path + "/project",
        environment: values)
    }

    func addSigned() async throws -> Command.Outcome {
      try await run(
        "add", "demo", Self.source, "--version", "1", "--strip", "1", "--license", "MIT",
        "--from", "../demo-1.tar", "--signature", "../ours-1.minisig", "--key", "../ours.pub")
    }

    /// Everything in the project, to see that nothing has changed.
    func state() async throws -> String {
      try await shell("cd project && find . -type f | LC_ALL=C sort | xargs sha256sum")
    }
  }

  @Test func theBytesComeFromAFileAndTheAddressIsPinned() async throws {
    let project = try await Project()
    let digest = try await project.shell("sha256sum demo-1.tar | cut -c1-64 | tr -d '\\n'")
    let before = try await project.state()
    let refused = try await project.run(
      "add", "demo", Project.source, "--version", "1", "--strip", "1", "--from", "../demo-2.tar",
      "--sha256", digest)
    #expect(refused.status == 2 && refused.errors.contains(digest), "\(refused.errors)")
    #expect(try await project.state() == before)
    let added = try await project.run(
      "add", "demo", Project.source, "--version", "1", "--strip", "1", "--from", "../demo-1.tar",
      "--sha256", digest)
    #expect(added.status == 0, "\(added.errors)")
    let lock = try project.folder.text("project/vendor.lock")
    #expect(lock.contains("source = \"\(Project.source)\"") && lock.contains(digest))
    #expect(!lock.contains("signed-by"))
    #expect(try await project.run("verify").status == 0)

    // Nothing cached: sync takes the same file, and no other.
    try await project.shell("rm -r cache project/Vendor/demo")
    #expect(try await project.run("sync", "demo", "--from", "../demo-2.tar").status == 2)
    let synced = try await project.run("sync", "demo", "--from", "../demo-1.tar")
    #expect(synced.output == "demo: restored\n", "\(synced.errors)")
    #expect(try await project.run("sync", "--from", "../demo-1.tar").status == 64)
    let unread = try await project.run("sync", "demo", "--from", "../demo-2.tar")
    #expect(unread.status == 0 && unread.errors.contains("../demo-2.tar was not read"))

    // The address as before means the pinned archive; a new version is another address.
    #expect(try await project.run("update", "demo", "--from", "../demo-2.tar").status == 2)
    let updated = try await project.run("update", "demo", "--to", "2", "--from", "../demo-2.tar")
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(try project.folder.text("project/Vendor/demo/a.c") == "int v = 2;\n")
    #expect(try await project.run("rebuild").output == "demo: proven\n")
  }

  @Test func aSignatureIsPinnedAndCheckedAgain() async throws {
    let project = try await Project()
    let added = try await project.addSigned()
    let key = try await project.shell("tail -1 ours.pub | tr -d '\\n'")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.output.contains("demo: signed by minisign:\(key)\n"))
    let lock = try project.folder.text("project/vendor.lock")
    #expect(lock.contains("signed-by = \"minisign:\(key)\"\nsignature = \"sha256:"))
    #expect(
      try await project.shell(
        "cd project/Vendor/signatures/demo && cmp key ../../../../ours.pub && ls")
        == "key\nsignature\n")
    #expect(try await project.run("verify").status == 0)
    #expect(try await project.run("rebuild").output == "demo: proven\n")

    // Both files are pinned; anything else beside them belongs to nobody.
    try await project.shell(
      "echo >>project/Vendor/signatures/demo/key; touch project/Vendor/signatures/x")
    let found = try await project.run("verify")
    #expect(found.status == 1)
    #expect(
      found.output.contains("Vendor/signatures/demo/key: error")
        && found.output.contains("[integrity-signature]"))
    #expect(
      found.output.contains("Vendor/signatures/x: error")
        && found.output.contains("[integrity-orphan]"))
    #expect(try await project.run("rebuild").status == 1)
    try await project.shell(
      "cp ours.pub project/Vendor/signatures/demo/key; rm project/Vendor/signatures/x")
    #expect(try await project.run("verify").status == 0)

    #expect(try await project.run("remove", "demo").status == 0)
    #expect(try await project.shell("ls -A project") == "README\nsrc\nvendor.lock\n")
  }

  /// Someone who replaces signature and key, and pins both in the lock, has not signed the archive.
  @Test func rebuildChecksTheSignatureItself() async throws {
    let project = try await Project()
    #expect(try await project.addSigned().status == 0)
    try await project.shell(
      """
      cd project/Vendor/signatures/demo
      old=$(sha256sum <signature | cut -c1-64); cp ../../../../ours-2.minisig signature
      sed -i "s/$old/$(sha256sum <signature | cut -c1-64)/" ../../../vendor.lock
      """)
    #expect(try await project.run("verify").status == 0)
    let rebuilt = try await project.run("rebuild")
    #expect(rebuilt.status == 1)
    #expect(rebuilt.output.contains("is not a good signature by this key"), "\(rebuilt.output)")
    // The other key's signature, but still the first one's name in the lock.
    try await project.shell(
      """
      cd project/Vendor/signatures/demo
      for pair in signature:other-1.minisig key:other.pub; do
        file=${pair%:*}; old=$(sha256sum <$file | cut -c1-64); cp ../../../../${pair#*:} $file
        sed -i "s/$old/$(sha256sum <$file | cut -c1-64)/" ../../../vendor.lock
      done
      """)
    let other = try await project.run("rebuild")
    #expect(other.status == 1 && other.output.contains("is signed by another key"))
  }

  @Test func nothingIsStagedUnlessTheSignatureIsGood() async throws {
    let project = try await Project()
    let before = try await project.state()
    for (signature, key) in [
      ("ours-2.minisig", "ours.pub"), ("ours-1.minisig", "other.pub"),
      ("ours-1.minisig", "ours.key"),
      ("log", "ours.pub"), ("missing", "ours.pub"),
    ] {
      let refused = try await project.run(
        "add", "demo", Project.source, "--version", "1", "--from", "../demo-1.tar",
        "--signature", "../\(signature)", "--key", "../\(key)")
      #expect(refused.status == 2, "\(signature) \(key)")
      #expect(try await project.state() == before)
    }
    let keyless = try await project.run(
      "add", "demo", Project.source, "--version", "1", "--from", "../demo-1.tar", "--signature",
      "../ours-1.minisig")
    #expect(keyless.status == 2 && keyless.errors.contains("--key FILE"))
    #expect(try await project.run("add", "demo", "x", "--key", "../ours.pub").status == 64)
    let folder = try await project.run(
      "add", "demo", "src", "--signature", "../ours-1.minisig", "--key", "../ours.pub")
    #expect(folder.status == 2 && folder.errors.contains("is not an archive"))
    #expect(try await project.state() == before)
  }

  @Test func anUpdateMustBeSignedByTheSameKey() async throws {
    let project = try await Project()
    #expect(try await project.addSigned().status == 0)
    let before = try await project.state()
    let keys = try await project.shell("for k in ours other; do tail -1 $k.pub; done").split(
      separator: "\n")
    let unsigned = try await project.run("update", "demo", "--to", "2", "--from", "../demo-2.tar")
    #expect(unsigned.status == 2 && unsigned.errors.contains("came without a signature"))
    let other = try await project.run(
      "update", "demo", "--to", "2", "--from", "../demo-2.tar", "--signature", "../other-2.minisig",
      "--key", "../other.pub")
    #expect(other.status == 2)
    #expect(keys.allSatisfy { other.errors.contains("minisign:\($0)") }, "\(other.errors)")
    #expect(try await project.state() == before)

    // The key is the one that is kept with the package.
    let updated = try await project.run(
      "update", "demo", "--to", "2", "--from", "../demo-2.tar", "--signature", "../ours-2.minisig")
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(updated.output.contains("Signed by: minisign:\(keys[0])"))
    #expect(try await project.run("rebuild").output == "demo: proven\n")

    // What changes no archive keeps the signature; forgetting it is said aloud.
    #expect(try await project.run("update", "demo", "--license", "ISC", "--offline").status == 0)
    #expect(
      try await project.run("update", "demo", "--strip", "1", "--from", "../demo-2.tar").status == 0
    )
    #expect(try project.folder.text("project/vendor.lock").contains("signed-by"))
    let forgotten = try await project.run("update", "demo", "--unsigned", "--from", "../demo-2.tar")
    #expect(forgotten.status == 0, "\(forgotten.errors)")
    #expect(
      forgotten.output.hasPrefix(
        "## demo 2\n\nNo longer signed; was minisign:\(keys[0]).\nNo file differs"))
    #expect(try !project.folder.text("project/vendor.lock").contains("sign"))
    #expect(try await project.shell("ls project/Vendor") == "demo\ndemo.sums\n")
    #expect(try await project.run("verify").status == 0)
  }

  /// A review says first that a package has lost its signature, or has another signer.
  @Test func aReviewSaysWhatBecameOfTheSignature() async throws {
    let project = try await Project()
    let keys = try await project.shell("for k in ours other; do tail -1 $k.pub; done").split(
      separator: "\n")
    func update(_ options: [String]) async throws -> String {
      let outcome = try await Command.run(
        Program.executable, ["vendor", "update", "demo", "--from", "../demo-1.tar"] + options,
        in: project.folder.path + "/project",
        environment: ["XDG_CACHE_HOME": project.folder.path + "/cache"])
      #expect(outcome.status == 0, "\(options): \(outcome.errors)")
      return outcome.output
    }
    func signed(by key: String) -> [String] {
      ["--signature", "../\(key)-1.minisig", "--key", "../\(key).pub"]
    }
    #expect(try await project.addSigned().status == 0)
    #expect(try await update(["--json"]).contains(#""signature": "kept""#))
    let needsKey = try await project.run(
      "update", "demo", "--unsigned", "--signature", "../other-1.minisig")
    #expect(needsKey.status == 64)

    // Another key, where the old one is forgotten in the same run.
    #expect(
      try await update(["--unsigned"] + signed(by: "other")).hasPrefix(
        "## demo 1\n\nSigned by another key: was minisign:\(keys[0]), now minisign:\(keys[1]).\n"))
    #expect(try await project.run("rebuild").output == "demo: proven\n")
    #expect(
      try await update(["--json", "--unsigned"] + signed(by: "ours"))
        .contains(#""signature": "replaced""#))
    let dropped = try await update(["--json", "--unsigned"])
    #expect(dropped.contains(#""signature": "dropped""#))
    #expect(dropped.ranges(of: "signed-by").count == 1)
    #expect(try await !update(["--json"]).contains("signature"))
    #expect(
      try await update(["--json"] + signed(by: "ours")).contains(#""signature": "new""#))
    #expect(try await project.run("verify").status == 0)
  }

  @Test func withoutTheProgramNothingIsBelieved() async throws {
    let project = try await Project()
    #expect(try await project.addSigned().status == 0)
    try project.folder.create("empty/x")
    let rebuilt = try await project.run(
      "rebuild", environment: ["PATH": project.folder.path + "/empty"])
    #expect(rebuilt.status == 2)
    #expect(rebuilt.errors.contains("check that minisign is installed"), "\(rebuilt.errors)")
  }
}
