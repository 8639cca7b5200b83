import TestSupport
import Testing

/// A project's own sets of icons, in its `assetkit.toml`.
struct OwnPresetsTests {
  private let folder: TemporaryFolder
  private static let file = """
    version = 1
    audit.require-reviews = false

    [[preset]]
    name = "kiosk"
    fit = "pad"
    files = [
      { path = "tile.png", size = 31, padding = 10 },
      { path = "wide/tile.png", width = 62, height = 31, opaque = true },
      { path = "app.ico", sizes = [16, 32] },
      { path = "app.icns", sizes = [16, 512] },
    ]
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.reset(to: ["assetkit.toml": Array(Self.file.utf8), "art/readme": [1]])
  }

  private func icons(_ arguments: String..., in place: String = "art") async throws
    -> Command.Outcome
  {
    try await Program.run(
      ["icons", Checkout.master] + arguments, in: "\(folder.path)/\(place)")
  }

  @Test func filesOfAnOwnPresetAreMadeCheckedAndFoundAgain() async throws {
    let made = try await icons("--preset", "kiosk,web", "-o", "out")
    #expect(made.status == 0, "\(made.errors)")
    let contents = try folder.contents()
    for name in ["tile.png", "wide/tile.png", "app.ico", "favicon.ico"] {
      #expect(contents["art/out/\(name)"] != nil, "\(name)")
    }
    // PNG, 11.2.1: width and height at 16, the colour type at 25.
    let wide = try #require(contents["art/out/wide/tile.png"])
    #expect(wide[16..<26].elementsEqual([0, 0, 0, 62, 0, 0, 0, 31, 8, 2]))
    #expect(try await icons("--preset", "kiosk,web", "-o", "out", "--check").status == 0)
    // What an own preset wrote is left over when it is no longer asked for.
    let left = try await icons("--preset", "web", "-o", "out", "--check")
    #expect(left.status == 1)
    #expect(left.output.contains("wide/tile.png"))
    // Nobody knows what its files are for.
    let listed = try await Program.run(
      ["icons", "--list-presets", "kiosk"], in: "\(folder.path)/art")
    #expect(listed.output.contains("app.ico") && !listed.output.contains("browser tab"))
  }

  /// Their sizes are the author's choice, also where a built-in preset has a file of that name.
  @Test func theirSizesAreNotQuestioned() async throws {
    let made = try await icons("--preset", "kiosk", "-o", "out", "--background", "#123456")
    #expect(made.status == 0)
    #expect(made.errors.split(separator: "\n").count == 1, "\(made.errors)")
    let found = try await Program.run(["icons", "--lint", "out"], in: "\(folder.path)/art")
    #expect(found.status == 0, "\(found.output)")
  }

  @Test func anIcnsFileHoldsTheImagesOfItsSizes() async throws {
    #expect(try await icons("--preset", "kiosk", "-o", "out").status == 0)
    let bytes = try #require(try folder.contents()["art/out/app.icns"])
    var types: [String] = []
    var start = 8
    while start < bytes.count {
      types.append(String(decoding: bytes[start..<start + 4], as: UTF8.self))
      start += bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(types == ["is32", "s8mk", "ic14", "ic09"])
  }

  @Test func theyAreListedWithTheBuiltInOnes() async throws {
    let list = try await Program.run(
      ["icons", "--list-presets"], in: "\(folder.path)/art")
    #expect(list.output.contains("\nkiosk\tof this project\n\ttile.png\t31\n"))
    #expect(list.output.contains("\twide/tile.png\t62x31\n\tapp.ico\t16,32\n"))
  }

  @Test func whatIsWrongIsNamed() async throws {
    let misspelt = try await icons("--preset", "kiosks")
    #expect(misspelt.status == 64)
    #expect(misspelt.errors.contains("did you mean 'kiosk'?"))
    let unknown = try await icons("--preset", "billboard")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains(", expo, kiosk, none\n"))
    try folder.reset(to: [
      "assetkit.toml": Array(Self.file.replacing("size = 31", with: "size = true").utf8),
      "art/readme": [1],
    ])
    let broken = try await icons("--preset", "kiosk")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("assetkit.toml:8:31: preset[0].files[0].size is true or false"))
    // Nobody who asks for built-in presets alone depends on that file.
    #expect(try await icons("--preset", "web", "-o", "out").status == 0)
  }

  @Test func theAuditTakesTheSameFile() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"])
    try await project.shell("cat >assetkit.toml <<'END'\n\(Self.file)\nEND")
    let audit = try await project.vendor("audit")
    #expect(!audit.errors.contains("assetkit.toml"), "\(audit.errors)")
    #expect(audit.status != 2)
    try await project.shell("sed -i '1a presets = 1' assetkit.toml")
    #expect(try await project.vendor("audit").status == 2)
  }
}
