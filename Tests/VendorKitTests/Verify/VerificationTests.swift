import Findings
import SafeFiles
import TestSupport
import Testing
import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Every kind of drift, one at a time and all at once.
struct VerificationTests {
  @Test func anUntouchedTreeIsIntact() throws {
    let vendored = try VendoredFolder()
    let verification = try vendored.verify()
    #expect(verification.findings == [])
    #expect(verification.isIntact)
    #expect(verification.packages.map(\.name) == ["demo"])
    #expect(verification.packages.map(\.fileCount) == [6])
  }

  @Test func aFileThatIsAdded() throws {
    let vendored = try VendoredFolder()
    try vendored.write("Vendor/demo/src/new.c", "x")
    try vendored.write("Vendor/demo/zzz", "x")
    #expect(
      try vendored.findings() == [
        "Vendor/demo/src/new.c: is a file that is not on the list [integrity-added]",
        "Vendor/demo/zzz: is a file that is not on the list [integrity-added]",
      ])
  }

  @Test(arguments: ["README", "src/a.c", "src/link", "src/a/b.h", "src.txt"])
  func aFileThatIsMissing(path: String) throws {
    let vendored = try VendoredFolder()
    try vendored.remove("Vendor/demo/\(path)")
    #expect(
      try vendored.findings() == [
        "Vendor/demo/\(path): is missing, expected a listed file [integrity-missing]"
      ])
  }

  @Test func aFileThatHasChanged() throws {
    let vendored = try VendoredFolder()
    try vendored.write("Vendor/demo/README", "hellO\n")
    let expected = SHA256.digest(of: "hello\n".utf8).hex.prefix(12)
    let found = SHA256.digest(of: "hellO\n".utf8).hex.prefix(12)
    #expect(
      try vendored.findings() == [
        "Vendor/demo/README: has changed: expected sha256:\(expected)…, found sha256:\(found)…"
          + " [integrity-changed]"
      ])
  }

  @Test func aFileWithAnotherMode() throws {
    let vendored = try VendoredFolder()
    try vendored.root.setMode(0o755, of: RelativePath("Vendor/demo/README"))
    try vendored.root.setMode(0o644, of: RelativePath("Vendor/demo/configure"))
    try vendored.root.setMode(0o4644, of: RelativePath("Vendor/demo/src/a.c"))
    #expect(
      try vendored.findings() == [
        "Vendor/demo/README: is executable, expected mode 644 [integrity-mode]",
        "Vendor/demo/configure: is not executable, expected mode 755 [integrity-mode]",
        "Vendor/demo/src/a.c: has the mode 4644, expected 644, without special bits"
          + " [integrity-mode]",
      ])
  }

  @Test func entriesOfAnotherType() throws {
    let vendored = try VendoredFolder()
    try vendored.remove("Vendor/demo/README")
    try vendored.root.createSymbolicLink(RelativePath("Vendor/demo/README"), to: Array("x".utf8))
    try vendored.remove("Vendor/demo/configure")
    #expect(mkfifo(vendored.folder.path + "/Vendor/demo/configure", 0o644) == 0)
    try vendored.remove("Vendor/demo/src.txt")
    try vendored.write("Vendor/demo/src.txt/inside", "x")
    try vendored.write("Vendor/demo/src/link", "a.c")
    try vendored.remove("Vendor/demo/src/a")
    try vendored.write("Vendor/demo/src/a", "x")
    #expect(
      try vendored.findings() == [
        "Vendor/demo/README: is a symbolic link, expected a file [integrity-type]",
        "Vendor/demo/configure: is a device, socket or pipe, expected a file [integrity-type]",
        "Vendor/demo/src.txt: is a folder, expected a file [integrity-type]",
        "Vendor/demo/src.txt/inside: is a file that is not on the list [integrity-added]",
        "Vendor/demo/src/a: is a file, expected a folder [integrity-type]",
        "Vendor/demo/src/a/b.h: is missing, expected a listed file [integrity-missing]",
        "Vendor/demo/src/link: is a file, expected a symbolic link to 'a.c'; it contains the link's"
          + " target, as with git's core.symlinks=false [integrity-type]",
      ])
  }

  @Test func aLinkThatPointsElsewhere() throws {
    let vendored = try VendoredFolder()
    try vendored.remove("Vendor/demo/src/link")
    try vendored.root.createSymbolicLink(
      RelativePath("Vendor/demo/src/link"), to: Array("/etc/passwd".utf8))
    #expect(
      try vendored.findings() == [
        "Vendor/demo/src/link: points to '/etc/passwd', expected 'a.c' [integrity-link]"
      ])
  }

  @Test func namesThatClashWhereCaseDoesNotCount() throws {
    let vendored = try VendoredFolder()
    try vendored.write("Vendor/demo/readme", "x")
    try vendored.write("Vendor/demo/SRC/other.c", "x")
    #expect(
      try vendored.findings().filter { $0.contains("clash") } == [
        "Vendor/demo/readme: clashes with Vendor/demo/README on a disk that ignores case or"
          + " accents [integrity-clash]",
        "Vendor/demo/src: clashes with Vendor/demo/SRC on a disk that ignores case or"
          + " accents [integrity-clash]",
      ])
  }

  @Test func invalidNamesAreReported() throws {
    let vendored = try VendoredFolder()
    for name in ["a\\b", "c\nd"] {
      let descriptor = open(vendored.folder.path + "/Vendor/demo/" + name, O_CREAT, 0o644)
      close(descriptor)
    }
    try vendored.write("Vendor/demo/sub/.git/config", "x")
    #expect(
      try vendored.findings() == [
        "Vendor/demo: contains a name that cannot be vendored: 'a\\\\b' contains a backslash"
          + " [integrity-added]",
        "Vendor/demo: contains a name that cannot be vendored: 'c\\x0Ad' contains the control"
          + " character \\x0A [integrity-added]",
        "Vendor/demo/sub/.git: is a git repository's folder that is not on the list"
          + " [integrity-added]",
      ])
  }

  @Test func aListThatDoesNotMatchItsPin() throws {
    let vendored = try VendoredFolder()
    let list = try vendored.folder.text("Vendor/demo.sums")
    try vendored.write("Vendor/demo.sums", "#x other\n" + list)
    #expect(try vendored.findings().count == 2)
    #expect(
      try vendored.findings().last == "Vendor/demo.sums:2: lists README, expected other, which the"
        + " '#x' line names [integrity-list]")

    let other = FileList.Entry(
      path: try RelativePath("zzz"),
      content: .file(digest: SHA256.digest(of: []), isExecutable: false))
    let parsed = try FileList(parsing: Array(list.utf8), named: "x")
    let longer = try FileList(parsed.entries + [other], named: "x")
    try vendored.write("Vendor/demo.sums", longer.text)
    #expect(
      try vendored.findings() == [
        "Vendor/demo.sums: does not match vendor.lock: expected "
          + "sha256:\(parsed.digest.hex.prefix(12))…, found sha256:\(longer.digest.hex.prefix(12))…"
          + " [integrity-list]",
        "Vendor/demo/zzz: is missing, expected a listed file [integrity-missing]",
      ])

    try vendored.remove("Vendor/demo.sums")
    #expect(
      try vendored.findings() == [
        "Vendor/demo.sums: is missing, expected the list of demo's files [integrity-list]"
      ])
  }

  @Test func aFolderThatIsGoneOrALink() throws {
    let vendored = try VendoredFolder()
    try vendored.root.rename(RelativePath("Vendor/demo"), to: RelativePath("elsewhere"))
    #expect(
      try vendored.findings() == [
        "Vendor/demo: is missing, expected the folder of demo [integrity-folder]"
      ])
    try vendored.root.createSymbolicLink(
      RelativePath("Vendor/demo"), to: Array("../elsewhere".utf8))
    #expect(
      try vendored.findings().contains {
        $0.hasPrefix("Vendor/demo: is a symbolic link, or below one; expected a folder")
      })
  }

  @Test func orphansAreReported() throws {
    var vendored = try VendoredFolder()
    try vendored.vendor("deep", ["x": "x"], path: "Vendor/group/deep")
    try vendored.write("Vendor/README.md", "allowed")
    try vendored.write("Vendor/left.sums", "")
    try vendored.write("Vendor/left/file", "x")
    try vendored.write("Vendor/group/other/file", "x")
    try vendored.write("Vendor/patches/left/1.patch", "x")
    try vendored.write("Vendor/patches/demo/1.patch", "x")
    #expect(
      try vendored.findings() == [
        "Vendor/group/other: belongs to no package in vendor.lock [integrity-orphan]",
        "Vendor/left: belongs to no package in vendor.lock [integrity-orphan]",
        "Vendor/left.sums: is a list without a package in vendor.lock [integrity-orphan]",
        "Vendor/patches/demo/1.patch: is a patch that vendor.lock does not pin [integrity-orphan]",
        "Vendor/patches/left: contains patches of no package in vendor.lock [integrity-orphan]",
      ])
    // Asked about one package, nothing is said of the others.
    #expect(try vendored.findings("demo") == [])
  }

  /// Each of these was once accepted, or hidden from `verify`.
  @Test(arguments: [
    "Vendor/evil.c", "Vendor/p.sums.orig", "Vendor/zq.SUMS", "Vendor/README/evil.c",
    "Vendor/.gitkeep/evil.c", "Vendor/.hidden/evil.c", "Vendor/.assetkit-lock/evil.c",
    "Vendor/.assetkit-lock", "Vendor/.assetkit", "Vendor/.assetkit/src/evil.c",
    "Vendor/.assetkit/new/0/evil.c",
    "Vendor/patches/evil.c", "Vendor/patches/a/b/evil.c", "Vendor/group/evil.c",
    "Vendor/group/q.sums", "Vendor/group/deep.c/evil.c",
  ])
  func nothingUnderVendorIsHidden(file: String) throws {
    var vendored = try VendoredFolder()
    try vendored.vendor("deep", ["x": "x"], path: "Vendor/group/deep")
    #expect(try vendored.findings() == [])
    try vendored.write(file, "int evil;\n")
    let findings = try vendored.verify().findings
    #expect(findings.count == 1)
    let path = try #require(findings.first?.path)
    #expect(findings.first?.rule.id == "integrity-orphan")
    #expect(try RelativePath(file).isInside(path))
  }

  @Test func invalidNamesUnderVendorAreReported() throws {
    var vendored = try VendoredFolder()
    try vendored.vendor("deep", ["x": "x"], path: "Vendor/group/deep")
    try vendored.write("Vendor/patches/demo/readme", "x")
    try vendored.remove("Vendor/patches/demo/readme")
    for folder in ["Vendor", "Vendor/patches", "Vendor/patches/demo", "Vendor/group"] {
      for name in ["a\\b", "c\td", "e\nf"] {
        #expect(mkdir("\(vendored.folder.path)/\(folder)/\(name)", 0o755) == 0)
      }
      let findings = try vendored.verify().findings.filter { $0.path?.description == folder }
      #expect(findings.count == 3, "\(folder)")
    }
  }

  @Test func aRunInProgressIsNoOrphan() throws {
    let vendored = try VendoredFolder()
    let path = try RelativePath("Vendor/.assetkit-lock")
    try vendored.write("Vendor/.assetkit/new/0", "x")
    #expect(try vendored.findings().count == 1)
    let held = try FileLock(path, in: vendored.root, timeout: .zero)
    #expect(try vendored.findings() == [])
    withExtendedLifetime(held) {}
  }

  /// Each link stays inside by its own text; the lock and the list were made by hand.
  @Test func aLinkThatLeavesThroughOtherLinks() throws {
    var vendored = try VendoredFolder(["deep/f": "x", "deep/up": "-> .."])
    let target = "deep/up/../escape"
    try vendored.root.createSymbolicLink(RelativePath("Vendor/demo/out"), to: Array(target.utf8))
    let digest = SHA256.digest(of: "x".utf8).hex
    let list = "\(digest)  deep/f\n#l deep/up -> ..\n#l out -> \(target)\n"
    try vendored.write("Vendor/demo.sums", list)
    var package = try #require(vendored.lock["demo"])
    package.tree = SHA256.digest(of: list.utf8)
    package.pristine = package.tree
    try vendored.write(try vendored.lock.setting(package))
    #expect(
      try vendored.findings() == [
        "Vendor/demo.sums:3: out is a link that leads out of the package [integrity-list]"
      ])
  }

  /// The lock contradicts itself, so no archive is needed to see that a file is not upstream's.
  @Test func aTreeThatDiffersFromUpstreamNeedsAPatch() throws {
    var vendored = try VendoredFolder(["a": "x"])
    let pristine = try #require(vendored.lock["demo"]).pristine
    try vendored.write("Vendor/demo/a", "evil")
    try vendored.pin("demo")
    var package = try #require(vendored.lock["demo"])
    package.pristine = pristine
    try vendored.write(try vendored.lock.setting(package))
    let findings = try vendored.findings()
    #expect(findings.count == 1)
    #expect(findings.first?.contains("demo has no patch, but 'tree' is not 'pristine'") == true)
  }

  /// As deep as a path of a list can be.
  @Test(arguments: [99, 100, 101, 300, 506]) func deepTreesAreCheckedLikeOthers(depth: Int) throws {
    let folder = String(repeating: "a/", count: depth)
    let vendored = try VendoredFolder(["\(folder)b": "b", "\(folder)c": "c", "z": "z"])
    #expect(try vendored.findings() == [])
    try vendored.write("Vendor/demo/\(folder)b", "d")
    try vendored.write("Vendor/demo/\(folder)new", "d")
    #expect(
      try vendored.verify().findings.map(\.rule.id) == ["integrity-changed", "integrity-added"])
  }

  @Test func deeperFoldersThanAnyListHasAreReported() throws {
    let vendored = try VendoredFolder()
    var folder = vendored.root
    try folder.createDirectory(RelativePath("Vendor/demo/a"))
    folder = try folder.subdirectory(RelativePath("Vendor/demo/a"))
    for _ in 0..<2_000 {
      folder = try folder.subdirectory(RelativePath("a"), createIfMissing: true)
    }
    let findings = try vendored.verify().findings
    #expect(findings.map(\.rule.id) == ["integrity-unreadable"])
    #expect(findings.first?.message == "is more than 512 folders deep")
  }

  @Test func aPatchThatIsNotThePinnedOne() throws {
    var vendored = try VendoredFolder()
    var package = try #require(vendored.lock["demo"])
    for name in ["1.patch", "2.patch"] {
      package.patches.append(
        .init(
          path: try RelativePath("Vendor/patches/demo/\(name)"),
          digest: SHA256.digest(of: "one".utf8)))
    }
    try vendored.write(try vendored.lock.setting(package))
    try vendored.write("Vendor/patches/demo/1.patch", "two")
    let findings = try vendored.findings()
    #expect(findings.count == 2)
    #expect(findings.first?.contains("1.patch: does not match vendor.lock") == true)
    #expect(findings.last?.contains("2.patch: is missing, expected a patch of demo") == true)
    try vendored.write("Vendor/patches/demo/1.patch", "one")
    try vendored.write("Vendor/patches/demo/2.patch", "one")
    #expect(try vendored.findings() == [])
  }

  @Test func emptyLockIsAnError() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: VendorError.self) {
      try Verification(of: folder.handle, against: Lock())
    }
    #expect(error?.code == .nothingToCheck)
    let vendored = try VendoredFolder()
    #expect(throws: VendorError.self) { try vendored.verify("other") }
  }

  /// The same findings in the same order, however many threads; large files go another way.
  @Test(arguments: [1, 2, 7]) func threadsDoNotMatter(threads: Int) throws {
    var files: [String: String] = [:]
    for number in 0..<300 { files["d\(number % 7)/f\(number)"] = "\(number)" }
    for number in 0..<4 {
      files["d\(number)/large"] = String(repeating: "\(number)", count: (1 << 20) + number)
    }
    let vendored = try VendoredFolder(files)
    #expect(try vendored.verify(threads: threads).findings == [])
    try vendored.write("Vendor/demo/d1/large", String(repeating: "x", count: (1 << 20) + 1))
    try vendored.write("Vendor/demo/d2/unlisted", String(repeating: "x", count: (1 << 20) + 1))
    try vendored.remove("Vendor/demo/d3/large")
    try vendored.remove("Vendor/demo/d6")
    let verification = try vendored.verify(threads: threads)
    #expect(verification.findings.map(\.rule.id).filter { $0 == "integrity-missing" }.count == 43)
    #expect(
      verification.findings.filter { $0.rule.id != "integrity-missing" }.map(\.path?.description)
        == ["Vendor/demo/d1/large", "Vendor/demo/d2/unlisted"])
    #expect(verification.findings == (try vendored.verify(threads: 3).findings))
  }

  /// What coreutils say is the oracle: the list verifies with their program alone.
  @Test func coreutilsReadTheList() async throws {
    let vendored = try VendoredFolder()
    let status = try await shell(
      "cd Vendor/demo && sha256sum -c --strict --quiet ../demo.sums", vendored)
    #expect(status == 0)
    try vendored.write("Vendor/demo/README", "x")
    #expect(try await shell("cd Vendor/demo && sha256sum -c --status ../demo.sums", vendored) == 1)
    let pinned = try #require(vendored.lock["demo"]).tree.hex
    #expect(
      try await shell("sha256sum Vendor/demo.sums | grep -q '^\(pinned) '", vendored) == 0)
  }

  private func shell(_ command: String, _ vendored: VendoredFolder) async throws -> Int32 {
    try await Command.run("sh", ["-c", command], in: vendored.folder.path).status
  }
}
