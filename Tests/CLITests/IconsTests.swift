import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `assetkit icons` as a person runs it.
struct IconsTests {
  private let folder: IconFolder

  init() throws {
    folder = try IconFolder()
  }

  @Test func theFixtureBecomesFourteenIconsAndOneLine() async throws {
    let outcome = try await Program.run(["icons", IconFolder.master], in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("assetkit: icons: wrote 14 files, 29 to 152 pixels, "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(folder.files("icons").count == 14)
  }

  @Test func bytesAreTheSameForEveryNumberOfJobsAndEveryKernel() async throws {
    let arguments = ["icons", IconFolder.master, "--size", "300", "--quiet", "-o"]
    let plain = try await Program.run(arguments + ["plain"], in: folder.path)
    #expect(plain.status == 0 && plain.errors.isEmpty)
    let expected = try folder.contents("plain")
    #expect(expected.count == 15)
    for jobs in ["1", "2", "3", "8"] {
      let outcome = try await Program.run(
        arguments + ["jobs\(jobs)", "--jobs", jobs], in: folder.path)
      #expect(outcome.status == 0)
      #expect(try folder.contents("jobs\(jobs)") == expected)
    }
    #if arch(x86_64)
    let kernels = ["scalar", "sse4.1"]
    #else
    let kernels = ["scalar"]
    #endif
    for kernel in kernels {
      let outcome = try await Program.run(
        arguments + [kernel], in: folder.path, environment: ["ASSETKIT_KERNEL": kernel])
      #expect(outcome.status == 0)
      #expect(try folder.contents(kernel) == expected)
    }
  }

  @Test func severalMastersGetFoldersOfTheirOwn() async throws {
    try folder.write("other.png", try folder.bytes(of: IconFolder.master))
    let outcome = try await Program.run(
      ["icons", IconFolder.master, "other.png", "-o", "out"], in: folder.path)
    #expect(outcome.status == 0)
    #expect(folder.files("out") == ["master", "other"])
    #expect(try folder.contents("out/master") == folder.contents("out/other"))
  }

  @Test func dryRunNamesFilesAndWritesNone() async throws {
    let outcome = try await Program.run(
      ["icons", IconFolder.master, "--preset", "none", "--size", "16,32", "--dry-run"],
      in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output == "icons/icon-16.png\t16\t16\nicons/icon-32.png\t32\t32\n")
    #expect(folder.files(".") == [])
  }

  @Test func presetsAreListed() async throws {
    let outcome = try await Program.run(["icons", "--list-presets"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("classic\t"))
    #expect(outcome.output.contains("\n\ticon-76@2x.png\t152\n"))
  }

  @Test(arguments: [
    ["--preset", "nonsense"], ["--size", "1,,2"], ["--size", "x"], ["--filter", "bicubic"],
    ["--background", "red"], ["--jobs", "0"], ["--max-pixels", "-1"], [],
  ])
  func wrongUsageIsTheParsersOwn(options: [String]) async throws {
    let masters = options.isEmpty ? [] : [IconFolder.master]
    let outcome = try await Program.run(["icons"] + masters + options, in: folder.path)
    #expect(outcome.status == 64)
    #expect(folder.files(".") == [])
  }

  @Test func anUnknownKernelIsRefused() async throws {
    let outcome = try await Program.run(
      ["icons", IconFolder.master], in: folder.path, environment: ["ASSETKIT_KERNEL": "mmx"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: ASSETKIT_KERNEL: "))
  }
}

/// Input that cannot become icons: one line says what and what to do, and nothing is left behind.
struct IconsRefusalTests {
  /// A kind of bad input: its bytes, further options, and words of the message.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]?
    var options: [String] = []
    var words: [String]
  }

  private static let png: [UInt8] = (try? IconFolder.masterBytes()) ?? []

  private static let cases = [
    Case(testDescription: "no file", bytes: nil, words: ["No such file", "name a PNG"]),
    Case(testDescription: "empty", bytes: [], words: ["empty", "name a PNG"]),
    Case(
      testDescription: "JPEG", bytes: [0xff, 0xd8, 0xff, 0xe0] + [UInt8](repeating: 0, count: 99),
      words: ["JPEG", "export the master as PNG"]),
    Case(
      testDescription: "text", bytes: Array("hello, world".utf8),
      words: ["not a PNG", "export the master as PNG"]),
    Case(testDescription: "signature only", bytes: Array(png.prefix(8)), words: ["cut off"]),
    Case(
      testDescription: "cut in the middle", bytes: Array(png.prefix(png.count / 2)),
      words: ["cut off", "copy or export it again"]),
    Case(
      testDescription: "cut before its end", bytes: Array(png.dropLast(4)), words: ["cut off"]),
    Case(
      testDescription: "damaged", bytes: Array(png.prefix(5000)) + [1, 2, 3] + png.dropFirst(5003),
      words: ["damaged", "export it again"]),
    Case(
      testDescription: "smaller than a size", bytes: png, options: ["--size", "1025"],
      words: ["1024 × 1024", "1025", "--allow-upscale"]),
    Case(
      testDescription: "over --max-pixels", bytes: png, options: ["--max-pixels", "1048575"],
      words: ["too large", "--max-pixels"]),
  ]

  @Test(arguments: cases)
  func isRefusedInOneLine(refusal: Case) async throws {
    let folder = try IconFolder()
    if let bytes = refusal.bytes { try folder.write("master.png", bytes) }
    let before = folder.files(".")
    let outcome = try await Program.run(
      ["icons", "master.png"] + refusal.options, in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("assetkit: master.png: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    for word in refusal.words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    #expect(folder.files(".") == before)
  }

  @Test func aFolderIsNoMaster() async throws {
    let folder = try IconFolder()
    let outcome = try await Program.run(["icons", "/"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: /: cannot be read: Is a directory; "))
    #expect(folder.files(".") == [])
  }

  @Test func whereNothingCanBeWrittenNothingIs() async throws {
    let folder = try IconFolder()
    try folder.write("taken", [1])
    for output in ["taken", "taken/below", "/proc/nowhere"] {
      let outcome = try await Program.run(
        ["icons", IconFolder.master, "-o", output], in: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("assetkit: "))
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(folder.files(".") == ["taken"])
    }
  }
}

/// A folder for one test, gone with it.
final class IconFolder: Sendable {
  let path: FilePath

  init() throws {
    var template = Array("/tmp/assetkit-icons-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(
      String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  deinit { IconFolder.remove(path) }

  /// The picture of the repository.
  static let master: String = {
    var path = FilePath(#filePath)
    for _ in 0..<3 { path.removeLastComponent() }
    return path.appending("fixtures/master.png").string
  }()

  static func masterBytes() throws -> [UInt8] { try read(FilePath(master)) }

  func bytes(of path: String) throws -> [UInt8] {
    try IconFolder.read(self.path.pushing(FilePath(path)))
  }

  /// The names in a folder below this one, sorted.
  func files(_ name: String) -> [String] { IconFolder.entries(path.appending(name)).sorted() }

  func contents(_ name: String) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for file in files(name) { contents[file] = try bytes(of: "\(name)/\(file)") }
    return contents
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = try FileDescriptor.open(
      path.appending(name), .writeOnly, options: [.create, .truncate],
      permissions: .ownerReadWrite)
    try file.closeAfter { _ = try file.writeAll(bytes) }
  }

  private static func read(_ path: FilePath) throws -> [UInt8] {
    let file = try FileDescriptor.open(path, .readOnly)
    return try file.closeAfter {
      var bytes: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try part.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { return bytes }
        bytes += part.prefix(count)
      }
    }
  }

  private static func entries(_ path: FilePath) -> [String] {
    guard let stream = opendir(path.string) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: FilePath) {
    for name in entries(path) { remove(path.appending(name)) }
    if unlink(path.string) != 0 { rmdir(path.string) }
  }
}
