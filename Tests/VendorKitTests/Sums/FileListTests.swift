import SafeFiles
import Testing
import VendorKit

/// The `.sums` text: canonical both ways, and what it refuses.
struct FileListTests {
  private static let digest = SHA256.digest(of: "abc".utf8)
  private static let hex = digest.hex

  private func entry(_ path: String, executable: Bool = false) throws -> FileList.Entry {
    FileList.Entry(
      path: try RelativePath(path),
      content: .file(digest: Self.digest, isExecutable: executable))
  }

  private func link(_ path: String, to target: String) throws -> FileList.Entry {
    FileList.Entry(path: try RelativePath(path), content: .link(target: Array(target.utf8)))
  }

  @Test func textIsSortedAndCarriesModesAndLinks() throws {
    let list = try FileList(
      [
        entry("src/run.sh", executable: true), entry("src!"), entry("README"),
        link("src/latest", to: "../README"), entry("a -> b"),
      ], named: "x.sums")
    let text = """
      \(Self.hex)  README
      \(Self.hex)  a -> b
      \(Self.hex)  src!
      #l src/latest -> ../README
      #x src/run.sh
      \(Self.hex)  src/run.sh

      """
    #expect(String(decoding: list.text, as: UTF8.self) == text)
    #expect(list.digest == SHA256.digest(of: list.text))
    #expect(try FileList(parsing: list.text, named: "x.sums") == list)
    #expect(list[try RelativePath("src!")]?.path.description == "src!")
    #expect(list[try RelativePath("src")] == nil)
  }

  @Test func emptyListIsValid() throws {
    let list = try FileList(parsing: [], named: "x.sums")
    #expect(list.entries.isEmpty)
    #expect(list.text.isEmpty)
  }

  @Test(arguments: [
    ("H  b\nH  a\n", 2, "a comes after b"),
    ("H  a\nH  a\n", 2, "a appears twice"),
    ("H  a\nH  a!\nH  a/b\n", 3, "a/b is inside a"),
    ("#l a -> b\nH  a/b\n", 2, "a/b is inside a"),
    ("H  A\nH  a\n", 2, "A and a clash"),
    ("H  A/x\nH  a/y\n", 2, "A and a clash"),
    ("H  cafe\u{301}\nH  caf\u{e9}\n", 2, "clash on a disk"),
    ("H  mass\nH  ma\u{df}\n", 2, "clash on a disk"),
    ("H  /etc/passwd\n", 1, "is absolute"),
    ("H  a/../../b\n", 1, "'.' or '..'"),
    ("H  a\\b\n", 1, "backslash"),
    ("H  a\u{1b}b\n", 1, "control character"),
    ("H  a\u{202e}b\n", 1, "invisible character U+202E"),
    ("H  .git/config\n", 1, "git treats as its own"),
    ("H  x/.GiT\n", 1, "git treats as its own"),
    ("H  x/.g\u{200c}it/hooks\n", 1, "git treats as its own"),
    ("H  GIT~1/config\n", 1, "git treats as its own"),
    ("H  .git. /config\n", 1, "git treats as its own"),
    ("H a\n", 1, "is not a list entry"),
    ("h  a\n", 1, "is not a list entry"),
    ("H  a", 1, "does not end in a newline"),
    ("H  \n", 1, "is not a list entry"),
    ("\n", 1, "is not a list entry"),
    ("# note\nH  a\n", 1, "is not a '#x' or '#l' line"),
    ("#x a\nH  b\n", 2, "expected a, which the '#x' line names"),
    ("#x a\n", 1, "expected its digest on the next line"),
    ("#l a\n", 1, "is not a link"),
    ("#l a -> /etc\n", 1, "is absolute"),
    ("#l a -> \n", 1, "is empty"),
    ("#l a/b -> ../../c\n", 1, "leads out of the package"),
    ("#l a -> b/../../c\n", 1, "leads out of the package"),
    ("#l a -> .git/hooks\n", 1, "git's own folder"),
    ("#l d/e/f/l -> ../../..\n#l x -> d/e/f/l/../y\n", 2, "x is a link that leads out"),
    ("#l a/l -> ..\n#l b -> a/l\n#l c/d -> ../b/../z\n", 3, "c/d is a link that leads out"),
    ("#l a/b -> .\n#l c -> a/b/b/b/../..\n", 2, "c is a link that leads out"),
    ("#l a/l -> ..\n#l m -> A/L/../y\n", 2, "m is a link that leads out"),
    ("#l a -> b\n#l b -> a\n", 1, "a is a link that passes more than 40 links"),
    ("H  a\n<<<<<<< HEAD\n", 2, "is a conflict marker"),
  ])
  func refusals(text: String, line: Int, problem: String) {
    let text = text.replacing("H", with: Self.hex)
    let error = #expect(throws: VendorError.self) {
      try FileList(parsing: Array(text.utf8), named: "x.sums")
    }
    #expect(error?.code == .invalidList)
    #expect(error?.location == "x.sums:\(line)")
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func entriesThatCannotBeListedAreRefused() throws {
    #expect(throws: VendorError.self) { try FileList([entry("a"), entry("a")], named: "x") }
    #expect(throws: VendorError.self) { try FileList([entry("a"), entry("A")], named: "x") }
    #expect(throws: VendorError.self) { try FileList([entry("a"), entry("a/b")], named: "x") }
    #expect(throws: VendorError.self) {
      try FileList([link("a -> b", to: "c")], named: "x")
    }
    let bytes = [UInt8(0x66), 0xFF]
    let path = try RelativePath(bytes: bytes)
    #expect(throws: VendorError.self) {
      try FileList(
        [.init(path: path, content: .file(digest: Self.digest, isExecutable: false))], named: "x")
    }
  }

  @Test func similarNamesThatDoNotClashAreAccepted() throws {
    let list = try FileList(
      ["gitignore", ".github/x", ".gitattributes", "git~2", "ab", "a", "b/a", "é"].map {
        try entry($0)
      }, named: "x")
    #expect(list.entries.count == 8)
  }

  /// A damaged list is refused, or is written again as exactly that text.
  @Test func damagedListIsRefusedOrReadExactly() throws {
    let whole = try FileList(
      [entry("a"), entry("b/c", executable: true), link("b/l", to: "c"), entry("é")], named: "x"
    ).text
    for index in whole.indices {
      for change in [0x01, 0x20, 0x80] as [UInt8] {
        var damaged = whole
        damaged[index] ^= change
        if let list = try? FileList(parsing: damaged, named: "x") { #expect(list.text == damaged) }
      }
      let cut = Array(whole[..<index])
      if let list = try? FileList(parsing: cut, named: "x") { #expect(list.text == cut) }
    }
  }
}
