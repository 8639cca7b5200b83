#if os(Linux)
import Glibc
import SafeFiles
import SystemPackage
import TestSupport
import Testing

/// `icons --watch`, save by save: each is awaited by its line, never by a clock.
struct WatchedIconsTests {
  private let folder: TemporaryFolder
  private let arguments = [
    "icons", "art/master.png", "--watch", "--preset", "none", "--size", "8,16",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.reset(to: ["art/master.png": SmallPNG.grey(side: 32)])
  }

  /// The ways of editors and tools to save a file.
  enum Way: CaseIterable {
    case truncateAndWrite, renameIntoPlace, backupAndWrite, hardLink, replacedFolder, copiedFolder
  }

  @Test(.timeLimit(.minutes(15)), arguments: Way.allCases)
  func everyWayOfSavingMakesTheIconsAnew(_ way: Way) async throws {
    let status = try await watch { program in
      #expect(try await program.line()?.contains("2 files") == true)
      for side in [40, 32] {
        let picture = SmallPNG.grey(side: side)
        try save(picture, by: way)
        let wanted = try await expected(from: picture)
        // Between a file's going and its coming back there may be time for a look.
        repeat {
          let line = try #require(try await program.line())
          #expect(line.contains("2 files") || line.contains("cannot be opened"))
        } while try icons() != wanted
      }
      try program.interrupt()
    }
    #expect(status == 128 + SIGINT)
    #expect(try folder.contents().keys.allSatisfy { !$0.contains(".assetkit-") })
  }

  @Test(.timeLimit(.minutes(15)))
  func aFileInTheMiddleOfBeingWrittenIsLeftAlone() async throws {
    _ = try await watch { program in
      _ = try await program.line()
      let picture = SmallPNG.grey(side: 40)
      let file = try FileDescriptor.open(path("art/master.png"), .writeOnly, options: .truncate)
      try file.writeAll(picture.prefix(100))
      try await touchFolderUntilSeen()
      try file.writeAll(picture.dropFirst(100))
      try file.close()
      #expect(try await program.line()?.contains("2 files") == true)
      #expect(try icons() == (try await expected(from: picture)))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func badSavesAreALineAndTheWatchGoesOn() async throws {
    let before = try folder.contents()
    _ = try await watch { program in
      _ = try await program.line()
      let made = try icons()
      for (bytes, words) in [
        (Array(SmallPNG.grey(side: 32).dropLast(40)), "truncated"), ([], "is an empty file"),
        (Array("GIF89a".utf8), "GIF"), (SmallPNG.grey(side: 8), "smaller than the 16"),
      ] {
        try save(bytes, by: .renameIntoPlace)
        let line = try await program.line()
        #expect(line?.hasPrefix("assetkit: art/master.png: ") == true)
        #expect(line?.contains(words) == true, "\(line ?? "nothing")")
        #expect(try icons() == made)
      }
      try save(before["art/master.png"] ?? [], by: .truncateAndWrite)
      #expect(try await program.line()?.contains("2 files") == true)
      #expect(try icons() == made)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func aLinkIsFollowedToItsFile() async throws {
    try folder.reset(to: ["real/one.png": SmallPNG.grey(side: 32), "art/": []])
    #expect(symlink("../real/one.png", path("art/master.png").string) == 0)
    _ = try await watch { program in
      _ = try await program.line()
      let picture = SmallPNG.grey(side: 40)
      try write(picture, to: "real/one.png")
      #expect(try await program.line()?.contains("2 files") == true)
      #expect(try icons() == (try await expected(from: picture)))
      let other = SmallPNG.grey(side: 48)
      try write(other, to: "real/two.png")
      #expect(symlink("../real/two.png", path("new").string) == 0)
      #expect(rename(path("new").string, path("art/master.png").string) == 0)
      #expect(try await program.line()?.contains("2 files") == true)
      #expect(try icons() == (try await expected(from: other)))
    }
  }

  /// The newest save wins, however fast they come.
  @Test(.timeLimit(.minutes(15)))
  func theLastOfManySavesIsWhatIsThere() async throws {
    _ = try await watch { program in
      _ = try await program.line()
      for side in 33..<64 { try save(SmallPNG.grey(side: side), by: .truncateAndWrite) }
      let last = SmallPNG.grey(side: 64)
      try save(last, by: .renameIntoPlace)
      let wanted = try await expected(from: last)
      var lines = 0
      repeat {
        let line = try #require(try await program.line())
        #expect(line.contains("2 files"), "\(line)")
        lines += 1
      } while try icons() != wanted
      #expect(lines < 32)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func iconsBesideTheMasterAreNoSave() async throws {
    let arguments = arguments + ["-o", "art"]
    _ = try await LivingProgram.run(arguments, in: folder.path) { program in
      _ = try await program.line()
      // The run has exchanged the very folder that is watched.
      for side in [40, 48] {
        try save(SmallPNG.grey(side: side), by: .truncateAndWrite)
        #expect(try await program.line()?.contains("2 files") == true)
      }
      try program.interrupt()
      #expect(try await program.line() == nil)
    }
  }

  /// Beside the master, `master-8.png` is the master of icons of 8 pixels.
  @Test(.timeLimit(.minutes(15)))
  func aMasterForOneSizeMayAppearAndVanish() async throws {
    _ = try await watch { program in
      _ = try await program.line()
      let without = try icons()
      try write(SmallPNG.flat(side: 8, [9, 9, 9]), to: "art/master-8.png")
      #expect(try await program.line()?.contains("master-8.png: is used for icons of 8") == true)
      #expect(try await program.line()?.contains("wrote 1 of 2 files") == true)
      #expect(try icons() != without)
      try #require(unlink(path("art/master-8.png").string) == 0)
      #expect(try await program.line()?.contains("wrote 1 of 2 files") == true)
      #expect(try icons() == without)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func theProjectsFileIsWatchedToo() async throws {
    func entry(_ size: String) -> [UInt8] {
      Array("version = 1\n[[icons]]\nmaster = \"art/master.png\"\n\(size)\n".utf8)
    }
    try write(entry("preset = \"none\"\nsize = 8"), to: "assetkit.toml")
    _ = try await LivingProgram.run(["icons", "--watch"], in: folder.path) { program in
      #expect(try await program.line()?.contains("master: wrote 1 file") == true)
      try write(entry("size = oops"), to: "assetkit.toml")
      #expect(try await program.line()?.hasPrefix("assetkit: assetkit.toml:4:8: ") == true)
      try write(entry("preset = \"none\"\nsize = [8, 16]"), to: "assetkit.toml")
      #expect(try await program.line()?.contains("wrote 1 of 2 files") == true)
      try write(SmallPNG.grey((0..<40).map { $0 < 20 ? 9 : 240 }), to: "art/master.png")
      #expect(try await program.line()?.contains("wrote 2 files") == true)
      try program.interrupt()
    }
  }

  @Test(arguments: [["--check"], ["--dry-run"]])
  func itGoesAlone(_ option: [String]) async throws {
    let outcome = try await Program.run(arguments + option, in: folder.path)
    #expect(outcome.status == 64)
  }

  @Test func whatCannotBeWatchedIsSaid() async throws {
    let outcome = try await Program.run(
      ["icons", "nowhere/master.png", "--watch"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("assetkit: ./nowhere: cannot be watched"))
  }

  // MARK: -

  private func watch(_ body: (inout LivingProgram) async throws -> Void) async throws -> Int32 {
    try await LivingProgram.run(arguments, in: folder.path, body: body)
  }

  private func path(_ name: String) -> FilePath { FilePath("\(folder.path)/\(name)") }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = try FileDescriptor.open(
      path(name), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }

  private func save(_ bytes: [UInt8], by way: Way) throws {
    func move(_ from: String, _ to: String) throws {
      try #require(rename(path(from).string, path(to).string) == 0)
    }
    switch way {
    case .truncateAndWrite: try write(bytes, to: "art/master.png")
    case .renameIntoPlace:
      try write(bytes, to: "art/.master.png.swp")
      try move("art/.master.png.swp", "art/master.png")
    case .backupAndWrite:
      try move("art/master.png", "art/master.png~")
      try write(bytes, to: "art/master.png")
    case .hardLink:
      try write(bytes, to: "other.png")
      try #require(unlink(path("art/master.png").string) == 0)
      try #require(link(path("other.png").string, path("art/master.png").string) == 0)
      try #require(unlink(path("other.png").string) == 0)
    case .replacedFolder:
      try #require(mkdir(path("new").string, 0o755) == 0)
      try write(bytes, to: "new/master.png")
      try move("art", "old\(bytes.count)")
      try move("new", "art")
    case .copiedFolder:
      try move("art", "old\(bytes.count)")
      try #require(mkdir(path("art").string, 0o755) == 0)
      try write(bytes, to: "art/master.png")
    }
  }

  /// Changes the watched folder more often than the program waits for quiet.
  private func touchFolderUntilSeen() async throws {
    for number in 0..<4 {
      try write([], to: "art/other-\(number)")
      _ = try await Program.run(["--version"])
    }
  }

  private func icons() throws -> [[UInt8]] { try Self.icons(in: folder) }

  private static func icons(in folder: TemporaryFolder) throws -> [[UInt8]] {
    let icons = try DirectoryHandle(path: "\(folder.path)/icons")
    return try ["icon-8.png", "icon-16.png"].map {
      try icons.readFile(RelativePath($0), limitBytes: 1 << 20)
    }
  }

  private func expected(from picture: [UInt8]) async throws -> [[UInt8]] {
    let other = try TemporaryFolder()
    try other.reset(to: ["art/master.png": picture])
    let outcome = try await Program.run(
      arguments.filter { $0 != "--watch" }, in: other.path)
    #expect(outcome.status == 0)
    return try Self.icons(in: other)
  }
}
#endif
