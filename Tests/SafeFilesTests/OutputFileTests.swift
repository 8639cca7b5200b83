import SafeFiles
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Each kind of thing that a report can be sent to.
struct OutputFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  private func write(_ text: String, to name: String) throws {
    try OutputFile(path(name)).write(Array(text.utf8))
  }

  private func kind(_ name: String) throws -> FileKind {
    try folder.handle.status(of: RelativePath(name)).kind
  }

  private func names() throws -> [String] {
    try folder.handle.entries().map(\.description).sorted()
  }

  @Test(arguments: ["new", "a/b/new"]) func aMissingFileIsCreated(name: String) throws {
    try write("report", to: name)
    #expect(try folder.text(name) == "report")
    #expect(try folder.handle.status(of: RelativePath(name)).mode == 0o644)
  }

  @Test(arguments: [0o600, 0o664, 0o755] as [UInt32])
  func aRegularFileIsReplacedAndKeepsItsMode(mode: UInt32) throws {
    try folder.create("report", "old and longer than the new one")
    let name = try RelativePath("report")
    try folder.handle.setMode(mode, of: name)
    let before = try folder.handle.openFile(name)
    try write("new", to: "report")
    #expect(try folder.text("report") == "new")
    #expect(try folder.handle.status(of: name).mode == mode)
    // Who had it open still reads the old one: it was not written to.
    #expect(try before.readAll(limitBytes: 100).count == 31)
    #expect(try names() == ["report"])
  }

  @Test func aLinkStaysAndItsTargetIsReplaced() throws {
    try folder.create("a/target", "old")
    try folder.handle.createSymbolicLink(RelativePath("second"), to: Array("a/target".utf8))
    try folder.handle.createSymbolicLink(
      RelativePath("first"), to: Array("\(folder.path)/second".utf8))
    try write("new", to: "first")
    #expect(try kind("first") == .symbolicLink && kind("second") == .symbolicLink)
    #expect(try folder.text("a/target") == "new")
  }

  @Test func aDanglingLinkStaysAndItsTargetIsCreated() throws {
    try folder.handle.createSymbolicLink(RelativePath("link"), to: Array("a/target".utf8))
    try write("new", to: "link")
    #expect(try kind("link") == .symbolicLink)
    #expect(try folder.text("a/target") == "new")
  }

  @Test func aLoopOfLinksIsRefused() throws {
    try folder.handle.createSymbolicLink(RelativePath("a"), to: Array("b".utf8))
    try folder.handle.createSymbolicLink(RelativePath("b"), to: Array("a".utf8))
    #expect(throws: FileError.self) { try write("new", to: "a") }
  }

  @Test func aNamedPipeIsWrittenThrough() async throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    try folder.handle.createSymbolicLink(RelativePath("link"), to: Array("pipe".utf8))
    for name in ["pipe", "link"] {
      // Open for both, so that neither end waits for the other.
      let reader = open(path("pipe"), O_RDWR | O_CLOEXEC)
      try #require(reader >= 0)
      defer { close(reader) }
      try write("report", to: name)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(reader, &bytes, bytes.count)
      #expect(String(decoding: bytes[..<max(0, count)], as: UTF8.self) == "report")
      #expect(try kind("pipe") == .other)
    }
    #expect(try kind("link") == .symbolicLink)
  }

  @Test func anOpenDescriptorIsWrittenThrough() throws {
    // The file behind it is a regular one, and is not replaced either.
    try folder.create("log", "before ")
    let log = open(path("log"), O_WRONLY | O_APPEND | O_CLOEXEC)
    try #require(log >= 0)
    defer { close(log) }
    let inode = try folder.handle.status(of: RelativePath("log")).inode
    try OutputFile("/dev/fd/\(log)").write(Array("report".utf8))
    #expect(try folder.text("log") == "before report")
    #expect(try folder.handle.status(of: RelativePath("log")).inode == inode)
  }

  #if os(Linux)
  /// A null device of our own: the machine's must not be at stake when this fails.
  @Test(.enabled(if: getuid() == 0)) func aDeviceStaysADevice() throws {
    // makedev(1, 3)
    guard mknod(path("null"), S_IFCHR | 0o666, 0x103) == 0 else {
      return print("skipped: this system does not let a test make a device")
    }
    try folder.handle.createSymbolicLink(RelativePath("link"), to: Array("null".utf8))
    for name in ["null", "link"] {
      do throws(FileError) {
        try OutputFile(path(name)).write(Array("report".utf8))
      } catch {
        // Where the file system is mounted without devices.
        #expect(error.code == .notPermitted, "\(error)")
      }
      #expect(try kind("null") == .other)
    }
    #expect(try kind("link") == .symbolicLink)
    #expect(try names() == ["link", "null"])
  }
  #endif

  @Test(arguments: ["folder", "link", "folder/", "..", ""])
  func aFolderIsRefused(name: String) throws {
    try folder.handle.createDirectory(RelativePath("folder"))
    try folder.handle.createSymbolicLink(RelativePath("link"), to: Array("folder".utf8))
    let error = #expect(throws: FileError.self) { _ = try OutputFile(path(name)) }
    #expect(error?.remedy != nil)
    #expect(try folder.handle.subdirectory(RelativePath("folder")).entries().isEmpty)
  }

  @Test func whatWouldBeReplacedCanBeReadBefore() throws {
    try folder.create("report", "old")
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(try OutputFile(path("report")).replacedContents(limitBytes: 3) == Array("old".utf8))
    #expect(try OutputFile(path("new")).replacedContents(limitBytes: 3) == nil)
    #expect(try OutputFile(path("pipe")).replacedContents(limitBytes: 3) == nil)
  }
}
