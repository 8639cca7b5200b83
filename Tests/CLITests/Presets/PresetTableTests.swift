import TestSupport
import Testing

/// Every preset's files, their pixels and colour types, exactly.
struct PresetTableTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: PresetTable.files)
  func filesAreExactlyThese(preset: String, files: String) async throws {
    let outcome = try await run(
      ["--preset", preset, "-o", "out"] + (preset == "linux" ? PresetTable.name : []))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try found() == Set(files.split(separator: "\n").map(String.init)))
  }

  @Test func everyPresetIsInTheTable() async throws {
    let outcome = try await run(["--list-presets"])
    let names = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("\t") }
      .compactMap { $0.split(separator: "\t").first }
    #expect(names == PresetTable.files.map { $0.preset[...] })
  }

  @Test func allAtOnceAreTheUnionAndTheSameBytesAgain() async throws {
    for jobs in [1, 2] {
      let outcome = try await run(
        PresetTable.options + ["-o", "out\(jobs)", "--jobs", "\(jobs)", "--quiet"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let contents = try folder.contents()
    let first = contents.filter { $0.key.hasPrefix("out1/") }
    #expect(
      first
        == Dictionary(
          uniqueKeysWithValues: contents.filter { $0.key.hasPrefix("out2/") }
            .map { ("out1" + $0.key.dropFirst(4), $0.value) }))
    let wanted = Set(
      PresetTable.filesOfNames.flatMap { $0.files.split(separator: "\n") }.map(Self.path))
    #expect(Set(first.keys.filter { !$0.hasSuffix("/") }.map { String($0.dropFirst(5)) }) == wanted)
    let check = try await run(PresetTable.options + ["-o", "out1", "--check"])
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func otherAppearancesAndBackgroundsAddTheirFiles() async throws {
    try folder.reset(to: ["light.png": SmallPNG.grey(side: 1024)])
    let light = "\(folder.path)/light.png"
    let outcome = try await run([
      "--preset", "ios,android", "--dark", light, "--tinted", light, "--background", light, "-o",
      "out",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try found()
    #expect(found.contains("AppIcon.appiconset/ios-1024-dark.png 1024 rgb"))
    #expect(found.contains("AppIcon.appiconset/ios-1024-tinted.png 1024 grey"))
    #expect(found.contains("mipmap-mdpi/ic_launcher_background.png 108 rgb"))
    #expect(!found.contains("values/ic_launcher_background.xml -"))
    let contents = try folder.contents()
    let list = String(
      decoding: contents["out/AppIcon.appiconset/Contents.json"] ?? [], as: UTF8.self)
    #expect(
      list.contains(
        """
              "appearances" : [
                {
                  "appearance" : "luminosity",
                  "value" : "tinted"
                }
              ],
              "filename" : "ios-1024-tinted.png",
        """))
    let adaptive = String(
      decoding: contents["out/mipmap-anydpi-v26/ic_launcher.xml"] ?? [], as: UTF8.self)
    #expect(adaptive.contains("@mipmap/ic_launcher_background"))
  }

  /// Path, pixels and colour type of every file that was written.
  private func found() throws -> Set<String> {
    Set(
      try folder.contents().filter { $0.key.hasPrefix("out/") && !$0.key.hasSuffix("/") }
        .map { path, bytes in "\(path.dropFirst(4)) \(Self.header(bytes))" })
  }

  private static func path(of line: Substring) -> String {
    // Paths have spaces; what follows them has none.
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let rest = words.last == "-" ? 1 : 2
    return words.dropLast(rest).joined(separator: " ")
  }

  /// Width, height and colour type of a PNG file (PNG specification, 11.2.2).
  private static func header(_ bytes: [UInt8]) -> String {
    guard bytes.count > 29, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return "-" }
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(16), number(20))
    let type = [0: "grey", 2: "rgb", 4: "greya", 6: "rgba"][bytes[25]] ?? "\(bytes[25])"
    return "\(width == height ? "\(width)" : "\(width)x\(height)") \(type)"
  }

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(["icons", Checkout.master] + arguments, in: folder.path)
  }
}
