import SafeFiles
import TestSupport
import Testing

@testable import VendorKit

/// What good archives give.
struct ArchiveContentTests {
  static let good = TarBytes.of {
    $0.pax([("comment", "0123456789abcdef")], type: "g")
    $0.add("./", type: "5")
    $0.add("p/", type: "5", mode: 0o755)
    $0.add("p/src/a.c", "int a;\n")
    $0.add("p/run", "#!/bin/sh\n", mode: 0o755)
    $0.add("p/empty")
    $0.pax([("path", "p/caf\u{E9}"), ("mtime", "1.5")])
    $0.add("p/caf", "x")
    $0.add("././@LongLink", type: "L", "p/" + String(repeating: "n", count: 120) + "\u{0}")
    $0.add("p/nnn", "long", magic: "ustar  \u{0}")
    $0.add("p/LICENSE", "free\n")
    $0.add("p/same", type: "1", link: "p/src/a.c")
    $0.add("p/again", type: "1", link: "p/same")
  }

  static let names = [
    "again", "caf\u{E9}", "empty", "LICENSE", String(repeating: "n", count: 120), "run*", "same",
    "src/a.c",
  ].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }

  @Test(arguments: Packed.Method.allCases)
  func everyCompressionGivesTheSame(_ method: Packed.Method) async throws {
    let folder = try ScratchFolder()
    let selection = try VendorKit.Selection(strip: 1, include: [String](), exclude: [])
    let list = try await folder.stage(Self.good.packed(method), selection: selection)
    #expect(list.summary == Self.names)
    #expect(try folder.text("package/src/a.c") == "int a;\n")
    #expect(try folder.text("package/again") == "int a;\n")
    #expect(
      list[try RelativePath("again")]?.content
        == .file(digest: SHA256.digest(of: "int a;\n".utf8), isExecutable: false))
    // A hard link is a copy: editing one file must not change another.
    let package = try folder.handle.subdirectory(RelativePath("package"))
    #expect(try package.status(of: RelativePath("again")).linkCount == 1)
  }

  @Test func zipFilesAreUnpackedWithTheirModes() async throws {
    let folder = try ScratchFolder()
    var deflated = ZipBytes.Entry("d/deflated", "content")
    deflated.isDeflated = true
    deflated.flags = 8
    var script = ZipBytes.Entry("d/run", "#!/bin/sh\n")
    script.mode = 0o100755
    var dos = ZipBytes.Entry("d/dos", "x")
    dos.host = 0
    dos.mode = 0
    var directory = ZipBytes.Entry("d/")
    directory.mode = 0o040755
    let list = try await folder.stage(
      ZipBytes.of([directory, deflated, script, dos, .init("caf\u{E9}", "x")]))
    #expect(list.summary == ["caf\u{E9}", "d/deflated", "d/dos", "d/run*"])
    #expect(try folder.text("package/d/deflated") == "content")
  }

  @Test func linksInsideArriveWhenAllowed() async throws {
    let policy = StagingPolicy(allowsSymbolicLinks: true)
    let tar = TarBytes.of {
      $0.add("p/lib/x.1", "x")
      $0.add("p/lib/x", type: "2", link: "x.1")
      $0.add("p/bin", type: "2", link: "./lib/../lib")
    }
    let list = try await ScratchFolder().stage(
      tar, selection: try VendorKit.Selection(strip: 1, include: [String](), exclude: []),
      policy: policy)
    #expect(list.summary == ["bin -> ./lib/../lib", "lib/x -> x.1", "lib/x.1"])
    var link = ZipBytes.Entry("l", "x")
    link.mode = 0o120777
    let zip = try await ScratchFolder().stage(
      ZipBytes.of([.init("x", "x"), link]), policy: policy)
    #expect(zip.summary == ["l -> x", "x"])
  }

  /// A target inside the package before stripping may be outside after it.
  @Test func linkTargetIsCheckedAfterStripping() async throws {
    let tar = TarBytes.of {
      $0.add("p/x", "x")
      $0.add("p/l", type: "2", link: "../p/x")
    }
    let policy = StagingPolicy(allowsSymbolicLinks: true)
    let list = try await ScratchFolder().stage(tar, policy: policy)
    #expect(list.summary == ["p/l -> ../p/x", "p/x"])
    let message = try await ScratchFolder().refusal(
      of: tar, selection: try VendorKit.Selection(strip: 1, include: [String](), exclude: []),
      policy: policy)
    #expect(message?.contains("out of the package") == true)
  }

  @Test func filesThatCannotBeWrittenMayBeExcluded() async throws {
    let tar = TarBytes.of {
      $0.add("keep", "x")
      $0.add("tests/nul", "x")
      $0.add("tests/link", type: "2", link: "/etc/passwd")
      $0.add("tests/a.", "x")
      $0.add("tests/s", "x", mode: 0o4755)
      $0.add("Keep2/x", "x")
    }
    let selection = try VendorKit.Selection(strip: 0, include: [String](), exclude: ["tests/**"])
    #expect(
      try await ScratchFolder().stage(tar, selection: selection).summary == ["Keep2/x", "keep"])
  }

  /// An excluded link must not be the folder of a selected file.
  @Test func excludedEntriesAreStillCompared() async throws {
    let tar = TarBytes.of {
      $0.add("d", type: "2", link: "/etc")
      $0.add("d/f", "x")
    }
    let selection = try VendorKit.Selection(strip: 0, include: ["d/f"], exclude: [])
    let message = try await ScratchFolder().refusal(of: tar, selection: selection)
    #expect(message?.contains("'d'") == true, "\(message ?? "")")
  }

  /// Writes one file, after another process has planted a link where its folder would be.
  private struct PlantedLink: SourceContent {
    let target: String
    let package: DirectoryHandle
    var label: String { "planted" }

    func entries(policy: StagingPolicy) async throws -> [ArchiveEntry] {
      [ArchiveEntry(name: Array("d/canary".utf8), kind: .file, size: 5)]
    }

    func write(
      selection: VendorKit.Selection, policy: StagingPolicy, to writer: StagingWriter
    ) async throws {
      try package.createSymbolicLink(RelativePath("d"), to: Array(target.utf8))
      _ = try writer.begin(
        Array("d/canary".utf8), isExecutable: false, bytes: 5, entry: Array("d/canary".utf8))
    }
  }

  @Test func plantedLinkIsNotFollowed() async throws {
    let folder = try ScratchFolder()
    let package = try folder.handle.subdirectory(RelativePath("package"))
    let source = FetchedSource(content: PlantedLink(target: folder.path, package: package))
    await #expect(throws: FileError.self) {
      try await source.stage(into: package, selection: .everything, policy: StagingPolicy())
    }
    folder.check(isEmpty: true)
  }

  @Test func nonEmptyFolderIsRefused() async throws {
    let folder = try ScratchFolder()
    _ = try folder.file("package/mine", [1])
    await #expect(throws: VendorError.self) {
      try await folder.stage(TarBytes.of { $0.add("a", "x") })
    }
    #expect(try folder.handle.status(of: RelativePath("package/mine")).size == 1)
  }

  /// The oracle is tar itself: same names, same bytes, for an archive that tar made.
  @Test func agreesWithTar() async throws {
    let folder = try ScratchFolder()
    for index in 0..<50 {
      _ = try folder.file(
        "in/f\(index % 7)/g\(index)",
        Array("\(index)".utf8) + Array(repeating: 7, count: index * 97))
    }
    try await Command.shell("tar -C in -czf t .", in: folder.path)
    let file = try ArchiveFile(path: "\(folder.path)/t", label: "t")
    let list = try await FetchedSource(content: ArchiveContent(file: file)).stage(
      into: folder.handle.subdirectory(RelativePath("package")), selection: .everything,
      policy: StagingPolicy())
    #expect(list.entries.count == 50)
    try await Command.shell("diff -r in package", in: folder.path)
  }
}
