import SafeFiles
import Testing
import TextFormats

@testable import IconKit

struct PresetFileTests {
  private func presets(_ text: String) throws -> [Preset] {
    let document = try TOMLDocument.read(
      Array(("version = 1\n" + text).utf8), named: "assetkit.toml",
      schema: .table([.required("version", .integer), .optional("preset", PresetFile.schema)]))
    return try PresetFile.presets(in: document["preset"])
  }

  @Test func everyKeyMeansWhatItSays() throws {
    let presets = try presets(
      """
      [[preset]]
      name = "kiosk"
      summary = "the tiles of our kiosk"
      fit = "pad"
      files = [
        { path = "tile.png", size = 310, padding = 10, max-bytes = 5000 },
        { path = "wide/tile.png", width = 620, height = 310, opaque = true },
        { path = "round.png", size = 96, shape = "round", from = "foreground", grey = true },
        { path = "night.png", size = 96, from = "dark" },
        { path = "app.ico", sizes = [16, 32] },
        { path = "app.icns" },
      ]

      [[preset]]
      name = "Second-1"
      files = [{ path = "a.png", size = 1 }]
      """)
    #expect(presets.map(\.name) == ["kiosk", "Second-1"])
    let kiosk = presets[0]
    #expect(kiosk.summary == "the tiles of our kiosk")
    #expect(kiosk.fit == .pad)
    #expect(presets[1].fit == nil)
    #expect(
      kiosk.icons.map(\.path.description) == [
        "tile.png", "wide/tile.png", "round.png", "night.png",
      ])
    #expect(kiosk.icons[0].size == PixelSize(width: 310, height: 310))
    #expect(kiosk.icons[0].recipe.content == .part(80, of: 100))
    #expect(kiosk.icons[0].limitBytes == 5000)
    #expect(kiosk.icons[1].size == PixelSize(width: 620, height: 310))
    #expect(kiosk.icons[1].recipe == Recipe(.master, alpha: .opaque))
    #expect(kiosk.icons[2].recipe.cut == .circle)
    #expect(kiosk.icons[2].recipe.source == .foreground)
    #expect(kiosk.icons[2].recipe.tone == .grey)
    #expect(kiosk.icons[3].condition == .given(.dark))
    #expect(kiosk.containers[0].format == .ico([16, 32]))
    #expect(kiosk.containers[1].format == Preset.named("icns")?.containers[0].format)
  }

  @Test(
    "what is wrong is named by its line",
    arguments: [
      // The header is line 1, the table begins on line 2 and its files stand on line 4.
      ("name = \"ios\"", "{ path = \"a.png\", size = 1 }", 3, "built-in"),
      ("name = \"a b\"", "{ path = \"a.png\", size = 1 }", 3, "is not a valid name"),
      ("name = \"none\"", "{ path = \"a.png\", size = 1 }", 3, "is not a valid name"),
      ("nam = \"a\"", "{ path = \"a.png\", size = 1 }", 2, "unknown"),
      ("name = \"a\"", "", 2, "has no files"),
      ("name = \"a\"", "{ path = \"../a.png\", size = 1 }", 4, "'../a.png'"),
      ("name = \"a\"", "{ path = \"a.jpg\", size = 1 }", 4, "is not an image file"),
      ("name = \"a\"", "{ path = \"a.png\", size = 0 }", 4, "is 0, expected 1 to 16384"),
      ("name = \"a\"", "{ path = \"a.png\", size = \"1\" }", 4, "expected an integer"),
      ("name = \"a\"", "{ path = \"a.png\", width = 1 }", 4, "has no size"),
      (
        "name = \"a\"", "{ path = \"a.png\", size = 1, width = 1 }", 4,
        "cannot be combined with size"
      ),
      ("name = \"a\"", "{ path = \"a.png\", size = 1, padding = 50 }", 4, "expected 0 to 45"),
      ("name = \"a\"", "{ path = \"a.png\", size = 1, from = \"x\" }", 4, "expected one of master"),
      ("name = \"a\"", "{ path = \"a.png\", size = 1, shape = \"x\" }", 4, "square, round"),
      ("name = \"a\"", "{ path = \"a.png\", size = 1, colour = 1 }", 4, "unknown"),
      ("name = \"a\"", "{ path = \"a.png\", sizes = [1] }", 4, "for .ico and .icns files"),
      ("name = \"a\"", "{ path = \"a.ico\", size = 1 }", 4, "for .png files"),
      ("name = \"a\"", "{ path = \"a.ico\", sizes = [] }", 4, "expected different sizes"),
      ("name = \"a\"", "{ path = \"a.ico\", sizes = [16, 16] }", 4, "expected different sizes"),
      ("name = \"a\"", "{ path = \"a.ico\", sizes = [257] }", 4, "expected 1 to 256"),
      ("name = \"a\"", "{ path = \"a.icns\", size = 16 }", 4, "for .png files"),
      ("name = \"a\"", "{ path = \"a.icns\", sizes = [] }", 4, "expected different sizes"),
      (
        "name = \"a\"", "{ path = \"a.icns\", sizes = [16, 48] }", 4,
        "is 48, which .icns files do not have; expected 16, 32, 64, 128, 256, 512, 1024"
      ),
      (
        "name = \"a\"", "{ path = \"a.png\", size = 1, opaque = true, shape = \"round\" }", 4,
        "round icon"
      ),
      (
        "name = \"a\"", "{ path = \"a.png\", size = 1 }, { path = \"a.png\", size = 2 }", 4, "twice"
      ),
    ])
  func refused(name: String, files: String, line: Int, words: String) throws {
    let error = try #require(throws: TOMLError.self) {
      try presets("[[preset]]\n\(name)\nfiles = [\(files)]\n")
    }
    #expect(error.location.hasPrefix("assetkit.toml:\(line):"))
    #expect(error.problem.contains(words), "\(error.problem)")
  }

  @Test func twoOfOneNameAreRefused() {
    let one = "[[preset]]\nname = \"a\"\nfiles = [{ path = \"a.png\", size = 1 }]\n"
    #expect(throws: TOMLError.self) { try presets(one + one) }
  }
}
