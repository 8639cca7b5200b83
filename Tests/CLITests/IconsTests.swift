import TestSupport
import Testing
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `assetkit icons` as a person runs it.
struct IconsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func theFixtureBecomesFourteenIconsAndOneLine() async throws {
    let outcome = try await Program.run(["icons", Checkout.master], in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("assetkit: icons: wrote 14 files, 29 to 152 pixels, "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try folder.names(in: "icons").count == 14)
  }

  @Test func bytesAreTheSameForEveryNumberOfJobsAndEveryKernel() async throws {
    let arguments = ["icons", Checkout.master, "--size", "300", "--quiet", "-o"]
    let plain = try await Program.run(arguments + ["plain"], in: folder.path)
    #expect(plain.status == 0 && plain.errors.isEmpty)
    let expected = try folder.contents(of: "plain")
    #expect(expected.count == 15)
    for jobs in ["1", "2", "3", "8"] {
      let outcome = try await Program.run(
        arguments + ["jobs\(jobs)", "--jobs", jobs], in: folder.path)
      #expect(outcome.status == 0)
      #expect(try folder.contents(of: "jobs\(jobs)") == expected)
    }
    for kernel in try await kernels() {
      let outcome = try await Program.run(
        arguments + [kernel], in: folder.path, environment: ["ASSETKIT_KERNEL": kernel])
      #expect(outcome.status == 0)
      #expect(try folder.contents(of: kernel) == expected)
    }
  }

  /// The kernels that run here, as the message about an unknown one lists them.
  private func kernels() async throws -> [String] {
    let outcome = try await Program.run(
      ["icons", Checkout.master], in: folder.path, environment: ["ASSETKIT_KERNEL": "unknown"])
    #expect(outcome.status == 2)
    let list = try #require(outcome.errors.split(separator: "use one of ").last)
    let kernels = list.split(separator: "\n")[0].split(separator: ", ").map(String.init)
    #expect(kernels.first == "scalar")
    return kernels
  }

  @Test func severalMastersGetFoldersOfTheirOwn() async throws {
    try folder.write("other.png", try Checkout.masterBytes())
    let outcome = try await Program.run(
      ["icons", Checkout.master, "other.png", "-o", "out"], in: folder.path)
    #expect(outcome.status == 0)
    #expect(try folder.names(in: "out") == ["master", "other"])
    #expect(try folder.contents(of: "out/master") == folder.contents(of: "out/other"))
  }

  @Test func dryRunNamesFilesAndWritesNone() async throws {
    let outcome = try await Program.run(
      ["icons", Checkout.master, "--preset", "none", "--size", "16,32", "--dry-run"],
      in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.output == "icons/icon-16.png\t16\t16\nicons/icon-32.png\t32\t32\n")
    #expect(try folder.names() == [])
  }

  @Test func presetsAreListed() async throws {
    let outcome = try await Program.run(["icons", "--list-presets"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("classic\t"))
    #expect(outcome.output.contains("\n\ticon-76@2x.png\t152\n"))
  }

  @Test func aPresetIsListedAlone() async throws {
    let outcome = try await Program.run(["icons", "--list-presets", "ios,web"])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.filter { !$0.hasPrefix("\t") }.map { $0.prefix { $0 != "\t" } } == ["ios", "web"])
    #expect(
      lines.contains(
        "\tAppIcon.appiconset/ios-1024-dark.png\t1024\thome screen and App Store, dark, with --dark"
      ))
    #expect(lines.contains("\tfavicon.ico\t48,32,16\tbrowser tab"))
    let unknown = try await Program.run(["icons", "--list-presets", "webb"])
    #expect(unknown.status == 64)
    #expect(unknown.errors.hasPrefix("Error: There is no preset 'webb'; did you mean 'web'?\n"))
  }

  @Test func presetsAreListedAsJSON() async throws {
    let outcome = try await Program.run(["icons", "--list-presets", "web", "--json"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let document = try #require(JSON(Array(outcome.output.utf8)))
    #expect(document["schema"] == 1)
    let preset = try #require(document["presets"]?.elements?.first)
    #expect(preset["name"] == "web" && preset["summary"] == "web sites and web applications")
    #expect(
      preset["files"]?.elements?.first == [
        "path": "favicon-96x96.png", "width": 96, "height": 96, "purpose": "browser tab",
      ])
    #expect(preset["files"]?.elements?.contains { $0["sizes"] == [48, 32, 16] } == true)
    let whole = try await Program.run(["icons", "--list-presets", "--json"])
    let all = JSON(Array(whole.output.utf8))?["presets"]?.elements ?? []
    #expect(all.contains(preset) && all.count > 10)
  }

  /// Which presets today's stores want is for a person's eyes, on a terminal.
  @Test(arguments: [
    ([], true), (["--quiet"], false), (["--preset", "classic"], false), (["--size", "8"], true),
  ])
  func theDefaultPresetIsExplainedOnATerminal(options: [String], isSaid: Bool) async throws {
    let arguments = ["icons", Checkout.master, "--dry-run"] + options
    let onTerminal = try await Program.run(
      arguments, in: folder.path,
      under: [
        "python3", "-c",
        "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))",
      ])
    #expect(onTerminal.status == 0)
    #expect(onTerminal.output.contains("assetkit: classic: is the default preset") == isSaid)
    #expect(onTerminal.output.contains("--preset ios, android, web") == isSaid)
    let piped = try await Program.run(arguments, in: folder.path)
    #expect(piped.status == 0 && piped.errors.isEmpty)
  }

  @Test(arguments: [
    ["--preset", "nonsense"], ["--size", "1,,2"], ["--size", "x"], ["--filter", "bicubic"],
    ["--background", "red"], ["--jobs", "0"], ["--max-pixels", "-1"], [],
  ])
  func wrongUsageIsTheParsersOwn(options: [String]) async throws {
    let masters = options.isEmpty ? [] : [Checkout.master]
    let outcome = try await Program.run(["icons"] + masters + options, in: folder.path)
    #expect(outcome.status == 64)
    #expect(try folder.names() == [])
  }

  @Test func anUnknownKernelIsRefused() async throws {
    let outcome = try await Program.run(
      ["icons", Checkout.master], in: folder.path, environment: ["ASSETKIT_KERNEL": "mmx"])
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

  private static let png: [UInt8] = (try? Checkout.masterBytes()) ?? []

  private static let cases = [
    Case(testDescription: "no file", bytes: nil, words: ["No such file", "name a PNG"]),
    Case(testDescription: "empty", bytes: [], words: ["empty", "name a PNG"]),
    Case(
      testDescription: "JPEG", bytes: [0xff, 0xd8, 0xff, 0xe0] + [UInt8](repeating: 0, count: 99),
      words: ["JPEG", "export the master as PNG"]),
    Case(
      testDescription: "text", bytes: Array("hello, world".utf8),
      words: ["not a PNG", "export the master as PNG"]),
    Case(testDescription: "signature only", bytes: Array(png.prefix(8)), words: ["truncated"]),
    Case(
      testDescription: "cut in the middle", bytes: Array(png.prefix(png.count / 2)),
      words: ["truncated", "copy or export it again"]),
    Case(
      testDescription: "cut before its end", bytes: Array(png.dropLast(4)), words: ["truncated"]),
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
    let folder = try TemporaryFolder()
    if let bytes = refusal.bytes { try folder.write("master.png", bytes) }
    let before = try folder.names()
    let outcome = try await Program.run(
      ["icons", "master.png"] + refusal.options, in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("assetkit: master.png: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    for word in refusal.words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    #expect(try folder.names() == before)
  }

  @Test func aFolderIsNoMaster() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(["icons", "/"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: /: cannot be read: Is a directory; "))
    #expect(try folder.names() == [])
  }

  @Test func whereNothingCanBeWrittenNothingIs() async throws {
    let folder = try TemporaryFolder()
    try folder.write("taken", [1])
    for output in ["taken", "taken/below", "/proc/nowhere"] {
      let outcome = try await Program.run(
        ["icons", Checkout.master, "-o", output], in: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("assetkit: "))
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
      #expect(try folder.names() == ["taken"])
    }
  }
}
