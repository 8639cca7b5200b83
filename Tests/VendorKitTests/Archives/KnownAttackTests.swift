import SafeFiles
import Testing

@testable import VendorKit

/// The shapes of archives that broke other extractors, each under the CVE that describes it.
struct KnownAttackTests {
  struct Attack: CustomTestStringConvertible, Sendable {
    /// The CVE, and what was wrong there.
    var testDescription: String
    var archive: [UInt8]
    var policy = StagingPolicy(allowsSymbolicLinks: true)
    /// Words of the refusal.
    var words: [String]
  }

  static func tar(
    _ name: String, _ words: String..., build: (inout TarBytes) -> Void
  ) -> Attack {
    Attack(testDescription: name, archive: TarBytes.of(build), words: words)
  }

  /// Symbolic links are allowed in all of these: what is refused is refused for its own reason.
  static let attacks: [Attack] = [
    // Python's tarfile wrote where a name with `..` or `/` said.
    tar("CVE-2007-4559, '..'", "leaves its folder") { $0.add("../canary", "owned") },
    tar("CVE-2007-4559, absolute", "absolute") { $0.add("/tmp/assetkit-owned", "owned") },
    // tar-rs created folders through a link before it found that the file lies outside.
    tar("CVE-2021-38511", "not a folder") {
      $0.add("l", type: "2", link: "..")
      $0.add("l/outside/", type: "5")
      $0.add("l/outside/f", "owned")
    },
    // Zip (Swift) joined names to the folder without looking at them.
    Attack(
      testDescription: "CVE-2023-39135", archive: ZipBytes.of([.init("../../canary", "owned")]),
      words: ["leaves its folder"]),
    // ZIPFoundation judged a link's or a file's place by another normalisation than the system's.
    Attack(
      testDescription: "CVE-2023-39138, link and entry through it",
      archive: ZipBytes.of([link("l", to: ".."), .init("l/canary", "owned")]),
      words: ["not a folder"]),
    Attack(
      testDescription: "CVE-2023-39138, dots inside",
      archive: ZipBytes.of([.init("a/./../../canary", "owned")]), words: ["'.'"]),
    // tar-rs took a link to a folder for the folder, and changed the mode of what it points to.
    tar("CVE-2026-33056", "folder and a file") {
      $0.add("d", type: "2", link: "e")
      $0.add("d/", type: "5", mode: 0o777)
      $0.add("e/f", "x")
    },
    // CPython's filter judged a link where it was stored, deep, and made it where a hard link to it
    // stands, less deep.
    tar("CVE-2026-11940", "'shallow'", "not a selected file before it") {
      $0.add("a/b/c/f", "x")
      $0.add("a/b/deep", type: "2", link: "../../a")
      $0.add("shallow", type: "1", link: "a/b/deep")
    },
    // CPython's realpath stopped looking behind PATH_MAX bytes of nested links.
    tar("CVE-2025-4517", "entry") { archive in
      let name = String(repeating: "d", count: 247)
      var folder = ""
      for step in "abcdefghijklmnop" {
        archive.pax([("path", folder + name + "/f")])
        archive.add("f", "x")
        archive.pax([("path", folder + String(step)), ("linkpath", name)])
        archive.add("l", type: "2")
        folder += name + "/"
      }
      archive.add(
        "escape", type: "2", link: "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/../../../../../../../..")
    },
    // node-tar's cache of folders it had made was not cleared for a link whose name is another
    // spelling of one of them.
    tar("CVE-2021-37712", "clashes") {
      $0.add("caf\u{E9}/x", "x")
      $0.add("cafe\u{301}", type: "2", link: "elsewhere")
      $0.add("caf\u{E9}/y", "owned")
    },
    // node-tar locked `ß` and `ss` apart where the disk takes them for one.
    tar("CVE-2026-23950", "clashes") {
      $0.add("collision_ss", "x")
      $0.add("collision_\u{DF}", type: "2", link: "elsewhere")
    },
    // git checked files out through a link that differs from a folder by case only.
    tar("CVE-2021-21300", "clashes") {
      $0.add("A/post-checkout", "owned")
      $0.add("a", type: "2", link: ".git/hooks")
    },
    // tokio-tar took the size in the header where pax gives another: the content became entries.
    tar("CVE-2025-62518", "size") { archive in
      var inner = TarBytes()
      inner.add("smuggled", "owned")
      archive.pax([("size", String(inner.bytes.count))])
      archive.add("outer", size: 0)
      archive.raw(inner.bytes)
    },
    // node-tar gave the pax size to the long name between pax header and file.
    tar("CVE-2026-53655", "extended header between") { archive in
      archive.pax([("size", "2048")])
      archive.add("././@LongLink", type: "L", "visible\u{0}")
      archive.add("visible", "x")
      archive.add("hidden", "owned")
    },
    // node-tar went back by a negative base-256 size and read one header for ever.
    tar("CVE-2026-59874", "negative") {
      $0.add("x", sizeField: [UInt8](repeating: 0xFF, count: 10) + [0xFE, 0x00])
    },
    // node-tar threw where nobody caught it, on a NUL in a pax record.
    tar("CVE-2026-59875, path", "NUL") {
      $0.pax([("path", "safe.txt\u{0}evil.txt")])
      $0.add("a", "x")
    },
    tar("CVE-2026-59875, linkpath", "NUL") {
      $0.pax([("linkpath", "a\u{0}../b")])
      $0.add("l", type: "2")
    },
    // Cargo wrote its marker through a link of that name, which led to any file.
    tar("CVE-2022-36113", "out of the package") {
      $0.add("package/.cargo-ok", type: "2", link: "../../../canary")
    },
    // Cargo let a tarball unpack to any size.
    Attack(
      testDescription: "CVE-2022-36114",
      archive: Packed.gzip(
        TarBytes.of { $0.add("zeros", String(repeating: "\u{0}", count: 8 << 20)) }),
      policy: StagingPolicy(maxBytes: 1 << 20), words: ["unpacks to more than 1048576 bytes"]),
    // Cargo unpacked into the folder of a neighbour, through a link one folder up.
    tar("CVE-2026-5223", "out of the package") {
      $0.add("mine/next", type: "2", link: "../../canary")
    },
    tar("CVE-2026-5223, through the link", "not a folder") {
      $0.add("mine", type: "2", link: "../canary")
      $0.add("mine/lib.rs", "owned")
    },
  ]

  static func link(_ name: String, to target: String) -> ZipBytes.Entry {
    var entry = ZipBytes.Entry(name, target)
    entry.mode = 0o120777
    return entry
  }

  @Test(arguments: attacks)
  func isRefusedAndLeavesNothing(_ attack: Attack) async throws {
    let message = try #require(
      try await ScratchFolder().refusal(of: attack.archive, policy: attack.policy))
    for word in attack.words { #expect(message.contains(word), "\(message)") }
  }

  /// Layer in layer is how a small file becomes endless; one layer is all that is read.
  @Test func archiveInArchiveOfCompressionIsRefused() async throws {
    let twice = Packed.gzip(Packed.gzip(TarBytes.of { $0.add("a", "x") }))
    let message = try await ScratchFolder().refusal(of: twice)
    #expect(message?.contains("compressed more than once") == true, "\(message ?? "")")
  }

  /// CVE-2023-38497: Cargo kept the modes of the archive, so that others could write the sources.
  @Test func onlyTheExecutableBitOfAModeCounts() async throws {
    let folder = try ScratchFolder()
    let list = try await folder.stage(
      TarBytes.of {
        $0.add("d/", type: "5", mode: 0o777)
        $0.add("d/open", "x", mode: 0o666)
        $0.add("d/run", "x", mode: 0o777)
        $0.add("d/closed", "x", mode: 0o000)
      })
    #expect(list.summary == ["d/closed", "d/open", "d/run*"])
    let package = try folder.handle.subdirectory(RelativePath("package"))
    #expect(try package.status(of: RelativePath("d")).mode & 0o022 == 0)
    #expect(try package.status(of: RelativePath("d/open")).mode == 0o644)
    #expect(try package.status(of: RelativePath("d/run")).mode == 0o755)
    #expect(try package.status(of: RelativePath("d/closed")).mode == 0o644)
  }
}
