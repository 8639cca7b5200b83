import TestSupport
import Testing

/// Presets for projects of several platforms.
struct FrameworkPresetTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("logo.png", SmallPNG.grey(side: 1024))
  }

  private func run(_ arguments: String...) async throws -> Command.Outcome {
    try await Program.run(["icons"] + arguments, in: folder.path)
  }

  /// Platforms that a project was created without stay away, also from a check.
  @Test func onlyThePlatformsOfAFlutterProjectGetIcons() async throws {
    for file in ["pubspec.yaml", "web/index.html", "android/app/build.gradle", "linux/main.cc"] {
      try folder.write("app/\(file)", "")
    }
    let made = try await run("logo.png", "--preset", "flutter", "-o", "app")
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      try folder.names(in: "app") == ["android", "linux", "pubspec.yaml", "web"])
    #expect(
      try folder.names(in: "app/web/icons") == [
        "Icon-192.png", "Icon-512.png", "Icon-maskable-192.png", "Icon-maskable-512.png",
      ])
    #expect(
      try folder.names(in: "app/android/app") == ["build.gradle", "playstore-icon.png", "src"])
    let check = try await run("logo.png", "--preset", "flutter", "-o", "app", "--check")
    #expect(check.status == 0, "\(check.output)")
    let lint = try await run("--lint", "app")
    #expect(lint.status == 0, "\(lint.output)\(lint.errors)")
    // A platform that is added later has its icons from the next run on.
    try folder.write("app/windows/runner/main.cpp", "")
    #expect(
      try await run("logo.png", "--preset", "flutter", "-o", "app", "--check").status == 1)
    #expect(try await run("logo.png", "--preset", "flutter", "-o", "app").status == 0)
    #expect(try folder.names(in: "app/windows/runner/resources") == ["app_icon.ico"])
  }

  /// Where the wizard of Android Studio has put the icon for the store, a Flutter project has it too.
  @Test func placesOfAndroidAreThoseOfAFlutterProject() async throws {
    let main = "android/app/src/main"
    try folder.write("\(main)/ic_launcher-playstore.png", SmallPNG.grey(side: 512))
    try folder.write("\(main)/res/mipmap-anydpi/ic_launcher.xml", "<adaptive-icon/>")
    #expect(try await run("logo.png", "--preset", "flutter", "-o", ".").status == 0)
    #expect(try folder.names(in: "android/app") == ["src"])
    #expect(
      try folder.names(in: "\(main)/res/mipmap-anydpi") == [
        "ic_launcher.xml", "ic_launcher_round.xml",
      ])
    #expect(!(try folder.names(in: "\(main)/res")).contains("mipmap-anydpi-v26"))
  }

  /// Projects from before 2025 call the foreground adaptive-icon.png.
  @Test func theForegroundOfAnOlderExpoProjectKeepsItsName() async throws {
    try folder.write("assets/adaptive-icon.png", SmallPNG.grey(side: 1024))
    let made = try await run("logo.png", "--preset", "expo", "-o", "assets")
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      try folder.names(in: "assets") == [
        "adaptive-icon.png", "android-icon-background.png", "android-icon-monochrome.png",
        "favicon.png", "icon.png", "splash-icon.png",
      ])
    #expect(try await run("logo.png", "--preset", "expo", "-o", "assets", "--check").status == 0)
  }

  /// Names such as icon.png are anybody's.
  @Test func ordinaryNamesAreNotTakenForThoseOfAPreset() async throws {
    try folder.write("site/icon.png", SmallPNG.grey(side: 64))
    try folder.write("site/web/favicon.png", SmallPNG.grey(side: 32))
    #expect(try await run("logo.png", "--preset", "web", "-o", "site").status == 0)
    let check = try await run("logo.png", "--preset", "web", "-o", "site", "--check")
    #expect(check.status == 0, "\(check.output)")
    let lint = try await run("--lint", "site")
    #expect(!lint.output.contains("site/icon.png") && !lint.output.contains("/favicon.png"))
  }
}
