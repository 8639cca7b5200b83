import SafeFiles
import TestSupport
import Testing

/// `assetkit icons NAME.icon`: icons of other platforms from an Icon Composer bundle.
struct BundleMasterRunTests {
  private let folder: TemporaryFolder
  private static let document = """
    {"fill":{"solid":"srgb:0.00000,0.50196,0.00000,1.00000"},"groups":[{"layers":[
    {"glass":true,"image-name":"disk.svg","name":"disk",
     "fill-specializations":[{"value":{"solid":"srgb:1,1,1,1"}},
       {"appearance":"dark","value":{"solid":"srgb:1,0,0,1"}}]}],
    "shadow":{"kind":"neutral","opacity":0.5},"translucency":{"enabled":false,"value":0.5}}],
    "supported-platforms":{"squares":"shared"}}
    """

  init() throws {
    folder = try TemporaryFolder([
      "art/Logo.icon/icon.json": Self.document,
      // 24 points: without its scale, a dot in the middle.
      "art/Logo.icon/Assets/disk.svg":
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><circle cx='12' cy='12' r='12'/></svg>",
    ])
  }

  @Test func layersAndFillBecomeThoseOfOtherPlatforms() async throws {
    let outcome = try await icons("art/Logo.icon/", "--preset", "ios,android", "-o", "out")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "art/Logo.icon: is drawn flat, without what only Apple's systems render: glass, shadows\n"))
    #expect(try folder.exists("out/AppIcon.appiconset/ios-1024-dark.png"))
    #expect(try !folder.exists("out/AppIcon.appiconset/ios-1024-tinted.png"))
    #expect(try folder.text("out/values/ic_launcher_background.xml").contains("#008000"))
    let again = try await icons(
      "art/Logo.icon", "--preset", "ios,android", "-o", "out", "--check")
    #expect(again.status == 0 && again.errors.contains("up to date"), "\(again.errors)")
  }

  @Test func anEntryMayHaveABundleAsItsMaster() async throws {
    try folder.write(
      "assetkit.toml",
      "version = 1\n[[icons]]\nmaster = \"art/Logo.icon\"\npreset = \"none\"\nsize = [16]\n")
    #expect(try await icons().status == 0)
    #expect(try await icons("--check").status == 0)
    try folder.write(
      "art/Logo.icon/icon.json",
      Self.document.replacing("\"srgb:1,1,1,1\"", with: "\"srgb:0,0,1,1\""))
    let outcome = try await icons("--check")
    #expect(outcome.status == 1 && outcome.output.contains("icon-16.png"), "\(outcome)")
  }

  @Test func whatIsMissingIsNamed() async throws {
    try folder.handle.removeTree(RelativePath("art/Logo.icon/Assets"))
    let outcome = try await icons("art/Logo.icon", "--preset", "none", "--size", "16")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("art/Logo.icon/Assets: "), "\(outcome.errors)")
    #expect(try await icons("art", "--preset", "none", "--size", "16").status == 2)
  }

  private func icons(_ arguments: String...) async throws -> Command.Outcome {
    try await Program.run(["icons"] + arguments, in: folder.path)
  }
}
