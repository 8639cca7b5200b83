import SafeFiles
import Testing

@testable import VendorKit

/// Every rule of the policy, against an archive that breaks it alone; the message names the entry.
struct ArchivePolicyTests {
  /// An archive, and words that its refusal must have.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var archive: [UInt8]
    var policy = StagingPolicy()
    var words: [String]
  }

  static func tar(
    _ name: String, _ words: String..., policy: StagingPolicy = StagingPolicy(),
    _ build: (inout TarBytes) -> Void
  ) -> Case {
    Case(testDescription: name, archive: TarBytes.of(build), policy: policy, words: words)
  }

  static let links = StagingPolicy(allowsSymbolicLinks: true)

  static let names: [Case] = [
    ("..", "../x", "leaves its folder"),
    (".. inside", "a/../../x", "leaves its folder"),
    ("absolute", "/etc/x", "absolute"),
    ("drive", "C:/x", "drive"),
    ("drive-relative", "C:x", "drive"),
    ("drive below", "a/c:x", "drive"),
    ("backslash", "a\\..\\x", "backslash"),
    ("newline", "a\nb", "control character"),
    ("escape", "a\u{1B}[2Jb", "control character"),
    ("C1", "a\u{85}b", "control character"),
    ("line separator", "a\u{2028}b", "control character"),
    ("empty component", "a//b", "empty component"),
    ("dot inside", "a/./b", "'.'"),
    ("CON", "CON", "Windows reserves"),
    ("nul with extension", "a/nul.txt", "Windows reserves"),
    ("COM1", "com1", "Windows reserves"),
    ("superscript", "COM\u{B9}.c", "Windows reserves"),
    ("reserved with spaces", "aux .c", "Windows reserves"),
    ("trailing dot", "a./b", "dot or a space"),
    ("trailing space", "a ", "dot or a space"),
    (".git", ".git/config", "git's own"),
    (".GIT", "a/.GIT/config", "git's own"),
    ("git~1", "git~1/config", "git's own"),
    (".git for HFS+", ".g\u{200C}it/config", "git's own"),
    (".git stream", ".git::$INDEX_ALLOCATION/config", "git's own"),
    ("bidi override", "a\u{202E}c.txt", "bidirectional"),
    ("bidi isolate", "a\u{2066}c.txt", "bidirectional"),
    ("long component", String(repeating: "a", count: 256), "256 bytes"),
    ("long name", String(repeating: "aaaaaaa/", count: 150) + "b", "at most"),
  ].map { (name, path, words) in
    tar(name, words, "entry") {
      if path.utf8.count > 100 { $0.pax([("path", path)]) }
      $0.add(path, "x")
    }
  }

  static let kinds: [Case] = [
    tar("symbolic link", "'l'", "--allow-symlinks") { $0.add("l", type: "2", link: "x") },
    tar("device", "'d'", "device") { $0.add("d", type: "3") },
    tar("block device", "'d'", "device") { $0.add("d", type: "4") },
    tar("FIFO", "'p'", "FIFO") { $0.add("p", type: "6") },
    tar("setuid", "'s'", "set-user-id") { $0.add("s", "x", mode: 0o4755) },
    tar("setgid", "'s'", "set-user-id") { $0.add("s", "x", mode: 0o2755) },
    tar("sparse", "'s'", "sparse") { $0.add("s", type: "S") },
    tar("unknown type", "'u'", "unknown tar type") { $0.add("u", type: "Q") },
    tar("link out", "'l'", "out of the package", policy: links) {
      $0.add("l", type: "2", link: "../x")
    },
    tar("absolute link", "'l'", "absolute", policy: links) {
      $0.add("l", type: "2", link: "/etc/passwd")
    },
    tar("link by drive", "'l'", "drive", policy: links) { $0.add("l", type: "2", link: "C:../x") },
    tar("link with backslash", "'l'", "backslash", policy: links) {
      $0.add("l", type: "2", link: "..\\x")
    },
    tar("link chain out", "'x'", "out of the package", policy: links) {
      $0.add("a/b/here", type: "2", link: ".")
      $0.add("x", type: "2", link: "a/b/here/../../../etc")
    },
    tar("link chain by case", "'x'", "out of the package", policy: links) {
      $0.add("a/b/Here", type: "2", link: ".")
      $0.add("x", type: "2", link: "a/b/hERE/../../../etc")
    },
    tar("link loop", "more than 40 links", policy: links) {
      $0.add("a", type: "2", link: "b")
      $0.add("b", type: "2", link: "a")
    },
    tar("entry through a link", "'d/f'", "not a folder", policy: links) {
      $0.add("d", type: "2", link: "e")
      $0.add("d/f", "x")
    },
    tar("entry before the link", "'d'", "folder and a file", policy: links) {
      $0.add("d/f", "x")
      $0.add("d", type: "2", link: "e")
    },
    tar("hard link out", "'h'", "'..'") { $0.add("h", type: "1", link: "../x") },
    tar("hard link to nothing", "'h'", "not a selected file before it") {
      $0.add("h", type: "1", link: "x")
    },
    tar("hard link forward", "'h'", "not a selected file before it") {
      $0.add("h", type: "1", link: "x")
      $0.add("x", "x")
    },
    tar("hard link to a link", "'h'", "not a selected file before it", policy: links) {
      $0.add("l", type: "2", link: "x")
      $0.add("h", type: "1", link: "l")
    },
    tar("file where a folder is", "'a'", "folder and a file") {
      $0.add("a/b", "x")
      $0.add("a", "x")
    },
    tar("folder where a file is", "'a/b'", "not a folder") {
      $0.add("a", "x")
      $0.add("a/b", "x")
    },
    tar("empty folder where a file is", "'a/'", "folder and a file") {
      $0.add("a", "x")
      $0.add("a/", type: "5")
    },
    tar("twice", "'a'", "twice") {
      $0.add("a", "x")
      $0.add("a", "y")
    },
    tar("twice by ./", "'./a'", "twice") {
      $0.add("a", "x")
      $0.add("./a", "y")
    },
    tar("case", "'b/A'", "clashes") {
      $0.add("b/a", "x")
      $0.add("b/A", "y")
    },
    tar("case of a folder", "'B/c'", "clashes") {
      $0.add("b/a", "x")
      $0.add("B/c", "y")
    },
    tar("NFC and NFD", "clashes") {
      $0.add("caf\u{E9}", "x")
      $0.add("cafe\u{301}", "y")
    },
  ]

  static let differences: [Case] = [
    tar("pax size", "'a'", "pax header") {
      $0.pax([("size", "512")])
      $0.add("a", "x")
    },
    tar("pax between pax and file", "extended header between") {
      $0.pax([("path", "a")])
      $0.pax([("path", "b")])
      $0.add("c", "x")
    },
    tar("pax path twice", "two pax records") {
      $0.pax([("path", "a"), ("path", "b")])
      $0.add("c", "x")
    },
    tar("global path", "all following entries") {
      $0.pax([("path", "a")], type: "g")
      $0.add("c", "x")
    },
    tar("malformed pax", "malformed") {
      $0.add("pax", type: "x", "99 path=a\n")
      $0.add("c", "x")
    },
    tar("pax that belongs to nothing", "without an entry") {
      $0.add("c", "x")
      $0.pax([("path", "a")])
    },
    tar("both long names", "both") {
      $0.add("././@LongLink", type: "L", "a\u{0}")
      $0.pax([("path", "b")])
      $0.add("c", "x")
    },
    tar("long name behind a NUL", "after a NUL") {
      $0.add("././@LongLink", type: "L", "a\u{0}b\u{0}")
      $0.add("c", "x")
    },
    tar("checksum", "checksum") { $0.add("a", "x", breakChecksum: true) },
    tar("size with letters", "not an octal number") {
      $0.add("a", "x", sizeField: Array("0000000001z\u{0}".utf8))
    },
    tar("folder with content", "'d/'", "content") { $0.add("d/", type: "5", "x") },
    tar("link with content", "'h'", "content") {
      $0.add("a", "x")
      $0.add("h", type: "1", "y", link: "a")
    },
    tar("another encoding", "other than UTF-8") {
      $0.pax([("hdrcharset", "BINARY")])
      $0.add("a", "x")
    },
    tar("sparse by pax", "sparse") {
      $0.pax([("GNU.sparse.major", "1")])
      $0.add("a", "x")
    },
    Case(
      testDescription: "not UTF-8",
      archive: TarBytes.of { $0.add("", "x", rawName: [0x61, 0xFF]) }, words: ["not UTF-8"]),
    Case(
      testDescription: "behind the end",
      archive: TarBytes.of { $0.add("a", "x") } + TarBytes.of { $0.add("b", "x") },
      words: ["after its end"]),
    Case(
      testDescription: "no end",
      archive: {
        var tar = TarBytes()
        tar.add("a", "x")
        return tar.bytes
      }(), words: ["'a'", "truncated"]),
    Case(
      testDescription: "not an archive", archive: Array("hello".utf8),
      words: ["not a supported archive"]),
    Case(testDescription: "empty file", archive: [], words: ["not a supported archive"]),
    Case(
      testDescription: "no files", archive: TarBytes.of { $0.add("a/", type: "5") },
      words: ["contains no files"]),
    tar("too many", "more than 2 entries", "--max-files", policy: StagingPolicy(maxFiles: 2)) {
      for name in ["a", "b", "c"] { $0.add(name) }
    },
    tar("too large", "2048 bytes", "--max-bytes", policy: StagingPolicy(maxBytes: 2048)) {
      $0.add("a", String(repeating: "x", count: 4096))
    },
  ]

  @Test(arguments: names + kinds + differences)
  func refuses(_ test: Case) async throws {
    let message = try #require(
      try await ScratchFolder().refusal(of: test.archive, policy: test.policy))
    #expect(message.hasPrefix("archive: "))
    for word in test.words { #expect(message.contains(word), "\(message)") }
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  static let zips: [Case] = [
    ("..", ZipBytes.of([.init("../x", "x")]), "leaves its folder"),
    ("other local name", ZipBytes.of([with("a") { $0.localName = "b" }]), "name"),
    ("other local size", ZipBytes.of([with("a") { $0.localSize = 3 }]), "size"),
    ("other local checksum", ZipBytes.of([with("a") { $0.localChecksum = 3 }]), "checksum"),
    (
      "other size behind the data",
      ZipBytes.of([
        with("a") {
          $0.flags = 8
          $0.localSize = 3
        }
      ]), "size after its data"
    ),
    (
      "overlap", ZipBytes.of([.init("a", "x"), with("b") { $0.offset = 0 }]),
      "overlaps"
    ),
    (
      "gap", ZipBytes.of([with("a") { $0.gap = [1, 2, 3] }, .init("b", "x")]), "belong to no entry"
    ),
    (
      "unlisted entry", ZipBytes.of([with("a") { $0.isListed = false }, .init("b", "x")]),
      "belong to no entry"
    ),
    ("bytes before", ZipBytes(entries: [.init("a", "x")], prefix: [0x50, 0x4B, 3, 4]).bytes, ""),
    ("second name", ZipBytes.of([with("a") { $0.extra = unicodePath("b") }]), "second name"),
    (
      "end record in the comment",
      ZipBytes(
        entries: [.init("a", "x")], comment: ZipBytes(entries: []).bytes + [0]
      ).bytes, "end record"
    ),
    ("wrong count", ZipBytes(entries: [.init("a", "x")], countInRecord: 2).bytes, "lists 1"),
    ("encrypted", ZipBytes.of([with("a") { $0.flags = 1 }]), "encrypted"),
    ("checksum of the content", ZipBytes.of([with("a") { $0.checksum = 7 }]), "cannot be unpacked"),
    ("FIFO", ZipBytes.of([with("a") { $0.mode = 0o010644 }]), "neither a file nor a folder"),
    ("symbolic link", ZipBytes.of([with("a") { $0.mode = 0o120777 }]), "--allow-symlinks"),
    ("setuid", ZipBytes.of([with("a") { $0.mode = 0o104755 }]), "set-user-id"),
    ("folder by mode", ZipBytes.of([with("a") { $0.mode = 0o040755 }]), "a folder's mode"),
    ("folder with content", ZipBytes.of([.init("a/", "x")]), "content"),
    ("bytes behind", ZipBytes.of([.init("a", "x")]) + [0], "not at its end"),
    ("nothing", ZipBytes.of([]), "contains no files"),
  ].map { Case(testDescription: $0.0, archive: $0.1, words: [$0.2]) }

  static func with(_ name: String, _ change: (inout ZipBytes.Entry) -> Void) -> ZipBytes.Entry {
    var entry = ZipBytes.Entry(name, "content")
    change(&entry)
    return entry
  }

  static func unicodePath(_ name: String) -> [UInt8] {
    ZipBytes.u16(0x7075) + ZipBytes.u16(5 + name.utf8.count) + [1, 0, 0, 0, 0] + Array(name.utf8)
  }

  @Test(arguments: zips)
  func refusesZip(_ test: Case) async throws {
    let message = try #require(try await ScratchFolder().refusal(of: test.archive))
    for word in test.words { #expect(message.contains(word), "\(message)") }
  }
}
