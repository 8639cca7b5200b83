import TestSupport
import Testing

@testable import IconKit

/// What becomes of masters of different shapes in Mac icons.
struct MacIconTests {
  private static let blue = (30, 90, 200, 255) as TestImage.Pixel
  private static let clear = (0, 0, 0, 0) as TestImage.Pixel
  private static let side = 512

  /// A shape of `half` the side's width, with corners of `radius`.
  private static func shape(half: Double, radius: Double) -> TestImage {
    TestImage(width: side, height: side) { x, y in
      let dx = abs(Double(x) + 0.5 - Double(side) / 2)
      let dy = abs(Double(y) + 0.5 - Double(side) / 2)
      let (cx, cy) = (max(0, dx - (half - radius)), max(0, dy - (half - radius)))
      return dx <= half && dy <= half && cx * cx + cy * cy <= radius * radius ? blue : clear
    }
  }

  private static let onGrid = shape(half: 206, radius: 92.7)

  private func icon(
    of image: TestImage, alpha: Recipe.Alpha = .kept, rounds: Bool = true,
    background: Background? = nil, drawn: TestImage? = nil
  ) async throws -> TestImage {
    let source = try TemporaryFile(image.encoded)
    let small = try TemporaryFile((drawn ?? image).encoded)
    let recipe = Recipe(alpha: alpha, takesRoundedRectangle: true)
    let icon = Preset.Icon("a.png", Self.side, recipe)
    let set = try IconSet(presets: [Preset(name: "", summary: "", icons: [icon])], sizes: [])
    var inputs = IconInputs(master: source.path)
    inputs.background = background
    if drawn != nil { inputs.masterBySide[Self.side] = small.path }
    var options = IconPlan.Options()
    options.roundsMacIcons = rounds
    let renderer = IconRenderer(kernel: try Kernel.preferred(), threads: 1)
    let images = try await renderer.images(of: set, from: inputs, options: options)
    let image = try #require(images.first)
    return try #require(TestImage(decoding: image.bytes))
  }

  @Test(arguments: [
    ("a full square", 256.0, 0.0, MacShape.filled(1)),
    ("a square with rounded corners", 256, 115, .filled(1)),
    ("one with hardly a margin", 246, 100, .filled(492 / 512)),
    ("one on Apple's grid", 206, 92.7, .rounded), ("one that is rounder", 220, 110, .rounded),
    ("a circle", 256, 256, .other), ("a circle with a margin", 206, 206, .other),
    ("a square with a margin", 206, 0, .other), ("a small one", 160, 72, .other),
  ])
  func aShapeIsToldByItsOpaquePixels(
    noun: String, half: Double, radius: Double, shape: MacShape
  ) throws {
    let file = try TemporaryFile(Self.shape(half: half, radius: radius).encoded)
    #expect(try Master(path: file.path).macShape(fit: .longest) == shape)
  }

  /// Masked again, it would be smaller than every other icon in the Dock.
  @Test func whatIsARoundedSquareIsNotCutAgain() async throws {
    let plain = try await icon(of: Self.onGrid, rounds: false)
    #expect(try await icon(of: Self.onGrid) == plain)
    // Its margin was flattened: what is left is a full square.
    let flat = try await icon(of: Self.onGrid, alpha: .opaque, background: .white)
    #expect(flat[0, 0].alpha == 0 && flat[256, 60] == (255, 255, 255, 255))
  }

  @Test func whatFillsItsCanvasIsCut() async throws {
    let cut = try await icon(of: .flat(Self.blue, width: Self.side, height: Self.side))
    let rounded = try await icon(of: Self.shape(half: 256, radius: 100))
    for found in [cut, rounded] {
      #expect(found[256, 49].alpha == 0 && found[256, 60] == Self.blue)
      #expect(found[60, 60].alpha == 0)
    }
    // The few pixels of its margin do not make it smaller.
    let nearly = try await icon(of: Self.shape(half: 246, radius: 100))
    #expect(nearly[256, 49].alpha == 0 && nearly[256, 54] == Self.blue)
  }

  @Test func anotherShapeIsPutOnARoundedSquare() async throws {
    let circle = Self.shape(half: 256, radius: 256)
    for (ground, expected) in [
      (nil, (255, 255, 255, 255)), (Background("#102030"), (16, 32, 48, 255)),
    ]
      as [(Background?, TestImage.Pixel)]
    {
      let found = try await icon(of: circle, background: ground)
      #expect(found[256, 49].alpha == 0 && found[60, 60].alpha == 0)
      #expect(found[256, 60] == expected)
      // 0.8 of 412 pixels.
      #expect(found[256, 89] == expected && found[256, 94] == Self.blue)
    }
    #expect(try await icon(of: circle, rounds: false)[256, 3] == Self.blue)
  }

  @Test func aMasterForOneSizeIsUsedAsItIs() async throws {
    let stripes = TestImage.torture(width: Self.side, height: Self.side)
    let found = try await icon(of: Self.onGrid, drawn: stripes)
    #expect(found == (try await icon(of: stripes, rounds: false)))
  }
}
