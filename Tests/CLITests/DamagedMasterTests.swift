import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whatever a master's bytes are, the answer is icons or one line and status 2, soon and in little
/// memory.
struct DamagedMasterTests {
  /// What PngSuite's files x*.png are, each made here of a sound file.
  static let faults: [(name: String, change: @Sendable (inout [UInt8]) -> Void)] = [
    ("xs1 first byte of the signature", { $0[0] &= 0x7F }),
    ("xs2 second byte", { $0[1] = UInt8(ascii: "Z") }),
    ("xs4 line ends", { $0.replaceSubrange(4..<6, with: [0x0A]) }),
    ("xcr carriage returns added", { $0.insert(0x0D, at: 5) }),
    ("xlf line feeds alone", { $0.remove(at: 4) }),
    ("xhd checksum of the header", { $0[29] ^= 1 }),
    ("xc1 colour type 1", { header(&$0, 25, 1) }), ("xc9 colour type 9", { header(&$0, 25, 9) }),
    ("xd0 depth 0", { header(&$0, 24, 0) }), ("xd3 depth 3", { header(&$0, 24, 3) }),
    ("xd9 depth 99", { header(&$0, 24, 99) }),
    ("xdt no pixels", { $0.removeSubrange(33..<$0.count - 12) }),
    ("xcs checksum of the pixels", { $0[$0.count - 13] ^= 1 }),
    ("no width", { header(&$0, 19, 0) }), ("compression 1", { header(&$0, 26, 1) }),
    ("filter method 1", { header(&$0, 27, 1) }), ("interlacing 2", { header(&$0, 28, 2) }),
    ("2 GiB wide", { header(&$0, 16, 0x7F) }), ("4 GiB wide", { header(&$0, 16, 0xFF) }),
    (
      "2 GiB high and interlaced",
      {
        header(&$0, 20, 0x7F); header(&$0, 28, 1)
      }
    ),
    ("palette without palette", { header(&$0, 25, 3) }),
    ("header twice", { $0.insert(contentsOf: $0[8..<33], at: 33) }),
    ("pixels before the header", { $0.insert(contentsOf: SmallPNG.chunk("IDAT", [1]), at: 8) }),
    // Found by fuzzing: libpng allocated what the chunk said.
    (
      "a scale of 1 GiB", { $0.insert(contentsOf: [0x40, 0, 0, 0] + "sCAL".utf8, at: 33) }
    ),
    ("a text of 2 GiB", { $0.insert(contentsOf: [0x7F, 255, 255, 255] + "iTXt".utf8, at: 33) }),
    ("unknown critical chunk", { $0.insert(contentsOf: SmallPNG.chunk("ABCD", []), at: 33) }),
  ]

  @Test(arguments: 0..<faults.count) func isRefusedInOneLine(_ index: Int) async throws {
    var bytes = SmallPNG.grey(side: 32)
    Self.faults[index].change(&bytes)
    let folder = try TemporaryFolder()
    try folder.reset(to: ["master.png": bytes])
    let outcome = try await measured("master.png", in: folder)
    #expect(outcome.status == 2, "\(Self.faults[index].name)")
    #expect(outcome.errors.hasPrefix("assetkit: master.png: "))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    #expect(try folder.contents().keys.sorted() == ["master.png"])
  }

  /// Each cut and each flipped byte of a small file: nothing but icons or a refusal.
  @Test func everyCutIsRefused() async throws {
    let bytes = SmallPNG.grey(side: 8)
    let folder = try TemporaryFolder()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      try folder.reset(to: ["master.png": Array(bytes.prefix(count))])
      let outcome = try await Program.run(
        ["icons", "master.png", "--preset", "none", "--size", "8"], in: folder.path)
      #expect(outcome.status == 2, "\(count) bytes")
      #expect(try folder.contents().count == 1)
    }
  }

  /// PngSuite's own files that no reader may take.
  @Test func invalidFilesAreRefused() async throws {
    let files = try await corpus("invalid")
    #expect(files.isEmpty || files.count == 14)
    let folder = try TemporaryFolder()
    for file in files {
      let outcome = try await measured(file, in: folder)
      #expect(outcome.status == 2, "\(file): \(outcome.status)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(try folder.contents().isEmpty)
    }
  }

  /// Files that once broke libpng.
  @Test func crashersCrashNothing() async throws {
    let files = try await corpus("crashers")
    #expect(files.isEmpty || files.count == 23)
    let folder = try TemporaryFolder()
    for file in files {
      let outcome = try await measured(file, in: folder)
      #expect(outcome.status == 0 || outcome.status == 2, "\(file): \(outcome.status)")
      if outcome.status == 2 { #expect(outcome.errors.split(separator: "\n").count == 1) }
    }
  }

  /// The files of one of the fetched folders; none where tests may not use the network.
  private func corpus(_ name: String) async throws -> [String] {
    guard let folder = try await Checkout.fetched(by: "fetch-png-corpora") else { return [] }
    return try await Command.shell("ls $PWD/*.png", in: "\(folder)/\(name)")
      .split(separator: "\n").map(String.init)
  }

  /// Fails when the run took more than a second of processor time or 400 MB.
  private func measured(_ master: String, in folder: TemporaryFolder) async throws
    -> Command.Outcome
  {
    let outcome = try await Program.run(
      [
        "icons", master, "--preset", "none", "--size", "1", "--allow-upscale", "--quiet",
      ], in: folder.path,
      under: [
        "python3", "-c",
        """
        import os, sys
        pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
        status, usage = os.wait4(pid, 0)[1:]
        unit = 1 if sys.platform == "darwin" else 1024
        print(usage.ru_maxrss * unit, int((usage.ru_utime + usage.ru_stime) * 1000))
        code = os.waitstatus_to_exitcode(status)
        sys.exit(code if code >= 0 else 128 - code)
        """,
      ])
    let figures = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(figures.count == 2)
    #expect(figures[0] < 400_000_000, "\(master): \(figures[0]) bytes")
    #expect(figures[1] < 1000, "\(master): \(figures[1]) ms of processor time")
    return outcome
  }

  /// Sets a byte of the header and makes its checksum right.
  private static func header(_ bytes: inout [UInt8], _ index: Int, _ value: UInt8) {
    bytes[index] = value
    bytes.replaceSubrange(8..<33, with: SmallPNG.chunk("IHDR", Array(bytes[16..<29])))
  }
}
