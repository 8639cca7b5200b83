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
    (
      ["--background", "#102030", "--preset", "macos", "--mask", "none"], "--background",
      "classic, ios, "
    ),
    (["--background", "#102030", "--preset", "windows"], "--background", "--flatten fills icons"),
    (["--flatten", "--preset", "ios"], "--flatten", "all of them are opaque"),
    (["--mask", "rounded"], "--mask rounded", "macos, icns, electron, tauri"),
    (["--mask", "none", "--preset", "linux", "--name", "a.b.c"], "--mask none", "macos, icns"),
    (["--name", "org.example.App", "--preset", "ios"], "--name", "use it: linux"),
    (["--name", "AppIcon-Dev", "--preset", "web"], "--name", "use it: ios, "),
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
    ["--mask", "rounded", "--preset", "icns"], ["--at", "58=logo.png"], ["--flatten"],
    ["--background", "#102030", "--preset", "macos"], ["--mask", "none", "--preset", "macos"],
    ["--name", "My App", "--preset", "web"], ["--name", "app", "--preset", "linux"],
    ["--background", "#102030", "--preset", "windows", "--flatten"],
    ["--background", "logo.png", "--flatten"],
  ])
  func anOptionWithAnEffectIsTaken(options: [String]) async throws {
    let outcome = try await Program.run(
      ["icons", "logo.png", "--dry-run", "--allow-upscale"] + options, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// The files of an app on Linux are named by its ID; none can be guessed.
  @Test(arguments: [
    ([], "--preset linux requires --name"), (["--name", "My App"], "--name 'My App' has a space"),
  ])
  func anIconOfNoIDIsWrongUsage(name: [String], message: String) async throws {
    let outcome = try await Program.run(
      ["icons", "logo.png", "--preset", "linux"] + name, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Error: \(message)"), "\(outcome.errors)")
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
          "assetkit: icon-64.png: is an input, and would be replaced by an icon; "))
    }
    #expect(try folder.bytes(of: "icon-64.png") == bytes)
    #expect(try folder.names() == ["icon-64.png", "logo.png"])
  }

  @Test func aMasterThatIsNotSquareIsMentionedOnce() async throws {
    try folder.write("wide.png", SmallPNG.flat(width: 600, height: 300, [0, 128, 60]))
    let outcome = try await Program.run(["icons", "wide.png"], in: folder.path)
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("assetkit: wide.png: is 600 × 300 pixels, not square; "))
    #expect(lines[1].hasPrefix("assetkit: wide.png: is a single colour"))
    #expect(lines[2].hasPrefix("assetkit: icons: wrote 14 files, "))
  }

  /// PNG, 11.2.1: the colour type at 25 is 2 for RGB and 6 for RGBA.
  @Test func aBackgroundGoesWhereAnIconMustBeOpaque() async throws {
    try folder.write(
      "disc.png",
      SmallPNG.rgba(side: 512) { x, y in
        let (dx, dy) = (x - 256, y - 256)
        return [200, 40, 40, dx * dx + dy * dy < 40_000 ? 255 : 0]
      })
    let arguments = [
      "icons", "disc.png", "--preset", "android,web,classic", "--size", "64", "--quiet",
    ]
    let kept = [
      "favicon-96x96.png", "web-app-manifest-192x192.png", "web-app-manifest-512x512.png",
    ]
    let filled = [
      "apple-touch-icon.png", "web-app-manifest-192x192-maskable.png", "icon-29.png",
      "icon-64.png",
    ]
    // Layers, and what is cut to a shape, are transparent whatever is asked for.
    let layers = [
      "mipmap-mdpi/ic_launcher_foreground.png", "mipmap-mdpi/ic_launcher_monochrome.png",
      "mipmap-mdpi/ic_launcher.png", "mipmap-mdpi/ic_launcher_round.png",
    ]
    let usual = try await Program.run(
      arguments + ["--background", "#0a84ff"], in: folder.path)
    #expect(usual.status == 0, "\(usual.errors)")
    for name in kept + layers { #expect(try colorType(name) == 6, "\(name)") }
    for name in filled { #expect(try colorType(name) == 2, "\(name)") }
    for more in [["--background", "#0a84ff"], []] {
      let flat = try await Program.run(arguments + ["--flatten"] + more, in: folder.path)
      #expect(flat.status == 0, "\(flat.errors)")
      for name in kept + filled { #expect(try colorType(name) == 2, "\(name)") }
      for name in layers { #expect(try colorType(name) == 6, "\(name)") }
    }
  }

  private func colorType(_ icon: String) throws -> UInt8 {
    try folder.bytes(of: "icons/\(icon)")[25]
  }

  /// Refused with the reason, also where every icon is flattened.
  @Test(arguments: [[], ["--preset", "ios"], ["--background", "#102030"]])
  func aTransparentMasterIsRefused(options: [String]) async throws {
    try folder.write("empty.png", SmallPNG.rgba(side: 1024) { _, _ in [9, 9, 9, 0] })
    let outcome = try await Program.run(["icons", "empty.png"] + options, in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "assetkit: empty.png: is fully transparent, so its icons would be empty; "))
    #expect(try folder.names() == ["empty.png", "logo.png"])
  }

  @Test func aMasterOfOneColourIsMentionedOnce() async throws {
    let outcome = try await icons("--quiet")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let lines = try await icons().errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("assetkit: logo.png: is a single colour, "))
    // One pixel of another colour is a drawing.
    try folder.write(
      "dot.png", SmallPNG.rgba(side: 512) { x, y in [255, 255, 255, x + y == 1022 ? 0 : 255] })
    let dot = try await Program.run(["icons", "dot.png"], in: folder.path)
    #expect(dot.status == 0 && !dot.errors.contains("single colour"))
  }

  @Test func aMisspeltPresetGetsTheNearestName() async throws {
    let outcome = try await icons("--preset", "iOS")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Error: There is no preset 'iOS'; did you mean 'ios'?\n"))
    #expect(outcome.errors.contains("\nUsage: assetkit icons "))
  }
}
