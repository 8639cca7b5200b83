import TestSupport
import Testing

/// Options of `assetkit icons` that a newcomer combines.
struct IconOptionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("logo.png", SmallPNG.flat(side: 512, [30, 90, 200]))
  }

  private func icons(_ options: String...) async throws -> Command.Outcome {
    try await Program.run(["icons", "logo.png"] + options, in: folder.path)
  }

  @Test func repeatedPresetsAndSizesAddUp() async throws {
    let once = try await icons("--preset", "classic,windows", "--size", "16,32", "--dry-run")
    let repeated = try await icons(
      "--preset", "classic", "--size", "16", "--preset", "windows", "--size", "32", "--dry-run")
    #expect(once.status == 0 && repeated.status == 0)
    #expect(repeated.output == once.output)
    for name in ["icon-57.png", "icon-16.png", "icon-32.png", ".ico"] {
      #expect(repeated.output.contains(name))
    }
  }

  @Test func aCheckThatWouldCheckNothingIsWrongUsage() async throws {
    let outcome = try await icons("--check", "--dry-run")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: --check and --dry-run exclude each other; give one."))
  }

  @Test(arguments: [
    (["--dark", "logo.png"], "--dark", "ios, "), (["--tinted", "logo.png"], "--tinted", "ios, "),
    (["--monochrome", "logo.png"], "--monochrome", "android"),
    (["--foreground", "logo.png"], "--foreground", "android"),
    (["--background", "logo.png"], "--background", "ios, "),
    (["--mask", "rounded"], "--mask rounded", "macos, icns."),
    (["--at", "500=logo.png"], "--at 500=logo.png", "500 pixels"),
  ])
  func anOptionWithoutEffectIsWrongUsage(
    options: [String], option: String, reason: String
  ) async throws {
    let outcome = try await Program.run(["icons", "logo.png"] + options, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Error: \(option) has no effect"))
    #expect(outcome.errors.contains(reason))
    #expect(outcome.errors.contains("\nUsage: assetkit icons "))
    #expect(try folder.names() == ["logo.png"])
  }

  @Test(arguments: [
    ["--dark", "logo.png", "--tinted", "logo.png", "--preset", "classic,ios"],
    ["--monochrome", "logo.png", "--preset", "android"],
    ["--foreground", "logo.png", "--background", "logo.png", "--preset", "android"],
    ["--background", "logo.png", "--preset", "ios-legacy"],
    ["--mask", "rounded", "--preset", "icns"], ["--at", "58=logo.png"],
  ])
  func anOptionWithAnEffectIsTaken(options: [String]) async throws {
    let outcome = try await Program.run(
      ["icons", "logo.png", "--dry-run", "--allow-upscale"] + options, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test func aMasterIsNotReplacedByItsOwnIcon() async throws {
    let bytes = SmallPNG.flat(side: 128, [200, 40, 40])
    try folder.write("icon-64.png", bytes)
    let arguments = ["icons", "icon-64.png", "--preset", "none", "--size", "64", "-o", "."]
    for options in [[], ["--dry-run"]] {
      let outcome = try await Program.run(arguments + options, in: folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix(
          "assetkit: icon-64.png: would be replaced by an icon made from it; "))
    }
    #expect(try folder.bytes(of: "icon-64.png") == bytes)
    #expect(try folder.names() == ["icon-64.png", "logo.png"])
  }

  @Test func aMasterThatIsNotSquareIsMentionedOnce() async throws {
    try folder.write("wide.png", SmallPNG.flat(width: 600, height: 300, [0, 128, 60]))
    let outcome = try await Program.run(["icons", "wide.png"], in: folder.path)
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("assetkit: wide.png: is 600 × 300 pixels, not square; "))
    #expect(lines[1].hasPrefix("assetkit: icons: wrote 14 files, "))
  }

  @Test func aMisspeltPresetGetsTheNearestName() async throws {
    let outcome = try await icons("--preset", "iOS")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Error: There is no preset 'iOS'; did you mean 'ios'?\n"))
    #expect(outcome.errors.contains("\nUsage: assetkit icons "))
  }
}
