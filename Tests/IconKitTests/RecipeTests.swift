import BroadcastPool
import SafeFiles
import TestSupport
import Testing

@testable import IconKit

/// Masks, margins and tones against their definitions in double precision.
struct RecipeTests {
  private let ground = Background(red: 10, green: 120, blue: 240)

  private func render(
    _ image: TestImage, _ preset: Preset.Icon, options: IconPlan.Options = .init(),
    background: Background? = nil, fit: Fit? = nil
  ) async throws -> TestImage {
    let source = try TemporaryFile(image.encoded)
    let set = try IconSet(
      presets: [Preset(name: "", summary: "", fit: fit, icons: [preset])], sizes: [])
    var inputs = IconInputs(master: source.path)
    inputs.background = background
    let renderer = IconRenderer(kernel: try Kernel.preferred(), threads: 2)
    let images = try await renderer.images(of: set, from: inputs, options: options)
    let file = try #require(images.first)
    return try #require(TestImage(decoding: file.bytes))
  }

  /// The covered part of a pixel by 64 × 64 points.
  private func coverage(
    _ x: Int, _ y: Int, side: Double, half: Double, radius: Double
  ) -> Double {
    var inside = 0
    for j in 0..<64 {
      for i in 0..<64 {
        let dx = abs(Double(x) + (Double(i) + 0.5) / 64 - side / 2)
        let dy = abs(Double(y) + (Double(j) + 0.5) / 64 - side / 2)
        let (cx, cy) = (max(0, dx - (half - radius)), max(0, dy - (half - radius)))
        if dx <= half, dy <= half, cx * cx + cy * cy <= radius * radius { inside += 1 }
      }
    }
    return Double(inside) / 4096
  }

  @Test(arguments: [16, 51, 96]) func aCircleCoversWhatItShould(side: Int) async throws {
    var recipe = Recipe()
    recipe.cut = .circle
    let icon = Preset.Icon("a.png", side, recipe)
    let flat = TestImage.flat((200, 100, 50, 204), width: 256, height: 256)
    let found = try await render(flat, icon)
    for y in 0..<side {
      for x in 0..<side {
        let radius = Double(side) / 2
        let (dx, dy) = (Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
        let distance = (dx * dx + dy * dy).squareRoot()
        // Only the pixels on the edge need counting.
        let covered =
          abs(distance - radius) > 1
          ? (distance < radius ? 1 : 0)
          : coverage(x, y, side: Double(side), half: radius, radius: radius)
        let alpha = 204 * covered
        #expect(abs(Double(found[x, y].alpha) - alpha) <= 1.5, "\(x) \(y)")
        if found[x, y].alpha > 0 {
          #expect((found[x, y].red, found[x, y].green, found[x, y].blue) == (200, 100, 50))
        }
      }
    }
  }

  @Test(arguments: [(16, 14), (32, 26), (64, 52), (128, 104), (512, 412), (1024, 824)])
  func theMacShapeIsWholePixelsInTheMiddle(side: Int, box: Int) async throws {
    var recipe = Recipe()
    recipe.takesRoundedRectangle = true
    let flat = TestImage.flat((9, 99, 199, 255), width: 1024, height: 1024)
    let found = try await render(flat, Preset.Icon("a.png", side, recipe))
    let margin = (side - box) / 2
    #expect(found[side / 2, margin] == (9, 99, 199, 255))
    #expect(found[side / 2, side - margin - 1] == (9, 99, 199, 255))
    #expect(margin == 0 || found[side / 2, margin - 1].alpha == 0)
    let radius = Double(box) * 185.4 / 824
    for (x, y) in [(margin, margin), (margin + 1, margin + 1), (margin + box / 8, margin)] {
      let covered = coverage(
        x, y, side: Double(side), half: Double(box) / 2, radius: radius)
      #expect(abs(Double(found[x, y].alpha) - 255 * covered) <= 4, "\(x) \(y)")
    }
  }

  @Test(arguments: [108, 162, 216, 324, 432])
  func adaptiveContentStaysInTheSafeCircleAndFillsIt(side: Int) async throws {
    let icon = Preset.Icon(
      "a.png", side, Recipe(.foreground, content: .circle(diameter: 66, of: 108)))
    let flat = TestImage.flat((1, 2, 3, 255), width: 512, height: 300)
    let found = try await render(flat, icon, fit: .pad)
    let (middle, radius) = (Double(side) / 2, Double(side) * 33 / 108)
    var farthest = 0.0
    for y in 0..<side {
      for x in 0..<side where found[x, y].alpha > 0 {
        let dx = max(abs(Double(x) - middle), abs(Double(x + 1) - middle))
        let dy = max(abs(Double(y) - middle), abs(Double(y + 1) - middle))
        farthest = max(farthest, (dx * dx + dy * dy).squareRoot())
      }
    }
    #expect(farthest <= radius)
    #expect(farthest > radius - 2)
  }

  /// A disk may be larger than a square: nothing is in its corners.
  @Test func whatIsVisibleIsMeasured() throws {
    let disk = TestImage(width: 200, height: 200) { x, y in
      let (dx, dy) = (Double(x) - 99.5, Double(y) - 99.5)
      return (9, 9, 9, dx * dx + dy * dy < 80 * 80 ? 255 : 3)
    }
    let file = try TemporaryFile(disk.encoded)
    let reach = try Master(path: file.path).extent(fit: .pad).reach
    #expect(abs(reach - 80 / (100 * 2.0.squareRoot())) < 0.01)
    for alpha in [255, 0] as [UInt8] {
      let flat = TestImage.flat((9, 9, 9, alpha), width: 64, height: 64)
      let file = try TemporaryFile(flat.encoded)
      #expect(try Master(path: file.path).extent(fit: .pad).reach == 1)
    }

    let placement = { (reach: Double) in
      Placement(
        PixelSize(width: 200, height: 200), in: PixelSize(width: 108, height: 108),
        content: .circle(66, reach: reach), fit: .pad
      ).image
    }
    // The square around the circle is the limit, whatever margin the master has.
    #expect(placement(reach) == PixelSize(width: 66, height: 66))
    #expect(placement(1) == PixelSize(width: 46, height: 46))
  }

  @Test func paddingTakesThePlaceOfAPresetsMargin() async throws {
    var options = IconPlan.Options()
    options.padding = 10
    let flat = TestImage.flat((1, 2, 3, 255), width: 512, height: 512)
    for recipe in [Recipe(), Recipe(.foreground, content: .circle(diameter: 66, of: 108))] {
      let found = try await render(flat, Preset.Icon("a.png", 100, recipe), options: options)
      let expected = TestImage(width: 100, height: 100) { x, y in
        10..<90 ~= x && 10..<90 ~= y ? (1, 2, 3, 255) : (0, 0, 0, 0)
      }
      #expect(found == expected)
    }
  }

  @Test func aCanvasThatIsNotSquareHoldsTheImageInItsMiddle() async throws {
    let icon = Preset.Icon(
      path: try RelativePath("a.png"), size: PixelSize(width: 50, height: 30),
      recipe: Recipe(.master, content: .part(2, of: 3), alpha: .opaque))
    let flat = TestImage.flat((1, 2, 3, 255), width: 64, height: 64)
    let found = try await render(flat, icon, background: ground, fit: .pad)
    let expected = TestImage(width: 50, height: 30) { x, y in
      15..<35 ~= x && 5..<25 ~= y ? (1, 2, 3, 255) : (10, 120, 240, 255)
    }
    #expect(found == expected)
  }

  @Test func aCoverFillsTheCanvasFromTheMiddle() async throws {
    let icon = Preset.Icon(
      path: try RelativePath("a.png"), size: PixelSize(width: 40, height: 20),
      recipe: Recipe(.master, content: .cover, alpha: .opaque))
    let stripes = TestImage(width: 80, height: 80) { _, y in
      20..<60 ~= y ? (7, 8, 9, 255) : (200, 0, 0, 255)
    }
    let found = try await render(stripes, icon, fit: .pad)
    // Away from the edges of the stripe, whose window reaches across.
    for y in 3..<17 { for x in 0..<40 { #expect(found[x, y] == (7, 8, 9, 255)) } }
  }

  @Test func anOpaqueIconLiesOnTheBackgroundImage() async throws {
    let upper = try TemporaryFile(
      TestImage.flat((200, 40, 90, 100), width: 32, height: 32).encoded)
    let lower = try TemporaryFile(
      TestImage.flat((10, 250, 30, 255), width: 48, height: 40).encoded)
    let set = try IconSet(
      presets: [
        Preset(
          name: "", summary: "", fit: .pad,
          icons: [
            Preset.Icon("opaque.png", 16, .opaque), Preset.Icon("kept.png", 16),
            Preset.Icon("store.png", 16, Recipe(.master, alpha: .opaqueWithChannel)),
          ])
      ], sizes: [])
    var inputs = IconInputs(master: upper.path)
    inputs.images[.background] = lower.path
    let renderer = IconRenderer(kernel: try Kernel.preferred(), threads: 1)
    let images = try await renderer.images(of: set, from: inputs)
    let found = images.compactMap { TestImage(decoding: $0.bytes)?[7, 7] }
    try #require(found.count == 3)
    for (code, pair) in zip(
      [found[0].red, found[0].green, found[0].blue], [(200, 10), (40, 250), (90, 30)])
    {
      let light =
        linearFromSRGB(Double(pair.0) / 255) * 100 / 255
        + linearFromSRGB(Double(pair.1) / 255) * 155 / 255
      #expect(abs(linearFromSRGB(Double(code) / 255) - light) < 0.005)
    }
    #expect(found[0].alpha == 255 && found[1] == (200, 40, 90, 100) && found[2] == found[0])
    // Colour types 2 and 6, and no word of flattening.
    #expect(images.map { $0.bytes[25] } == [2, 6, 6])
    #expect(!images.contains { $0.isFlattened })
  }

  @Test func greyIsTheLightOfEachColour() async throws {
    let icon = Preset.Icon("a.png", 16, Recipe(.master, tone: .grey))
    for (red, green, blue) in [(255, 0, 0), (0, 255, 0), (0, 0, 255), (120, 30, 200), (77, 77, 77)]
    {
      let flat = TestImage.flat(
        (UInt8(red), UInt8(green), UInt8(blue), 255), width: 32, height: 32)
      let light =
        0.2126 * linearFromSRGB(Double(red) / 255) + 0.7152 * linearFromSRGB(Double(green) / 255)
        + 0.0722 * linearFromSRGB(Double(blue) / 255)
      let pixel = try await render(flat, icon)[8, 8]
      #expect(pixel.red == pixel.green && pixel.green == pixel.blue)
      let error = abs(linearFromSRGB(Double(pixel.red) / 255) - light)
      for other in [Int(pixel.red) - 1, Int(pixel.red) + 1] where 0...255 ~= other {
        #expect(error <= abs(linearFromSRGB(Double(other) / 255) - light))
      }
    }
  }

  @Test func aSilhouetteIsAlphaOrWhatDiffers() async throws {
    let icon = Preset.Icon("a.png", 8, Recipe(.master, tone: .silhouette))
    let clear = TestImage(width: 8, height: 8) { x, _ in
      x < 4 ? (0, 0, 0, 0) : (250, 200, 30, 128)
    }
    var found = try await render(clear, icon)
    #expect(found[1, 1] == (0, 0, 0, 0))
    #expect(found[6, 6] == (0, 0, 0, 128))
    for (ground, drawn) in [(255, 0), (0, 255)] as [(UInt8, UInt8)] {
      let opaque = TestImage(width: 8, height: 8) { x, _ in
        x < 4 ? (ground, ground, ground, 255) : (drawn, drawn, drawn, 255)
      }
      found = try await render(opaque, icon)
      #expect(found[1, 1] == (0, 0, 0, 0))
      #expect(found[6, 6] == (0, 0, 0, 255))
    }
  }

  @Test func equalImagesAreMadeOnce() async throws {
    let file = try TemporaryFile(TestImage.torture(width: 64, height: 64).encoded)
    let set = try IconSet(
      presets: [
        Preset(
          name: "", summary: "", fit: .pad,
          icons: (0..<40).map { Preset.Icon("\($0).png", 32) }
            + [Preset.Icon("round.png", 32, Recipe(.master, alpha: .opaque))],
          containers: [.init(path: try RelativePath("a.ico"), format: .ico([16, 32]))])
      ], sizes: [])
    let renderer = IconRenderer(kernel: try Kernel.preferred(), threads: 1)
    let images = try await renderer.images(of: set, from: IconInputs(master: file.path))
    #expect(images.count == 43)
    try await renderer.pool.waitUntilIdle()
    // One band is decoded, split and filtered by the one lane; three images are encoded.
    #expect(renderer.pool.activity.done == 1 + 1 + 1 + 3)

    // Of a master without alpha, flattened and not flattened are one.
    let opaque = try TemporaryFile(
      TestImage.torture(width: 64, height: 64).encodedWithoutAlpha)
    let again = try await renderer.images(of: set, from: IconInputs(master: opaque.path))
    #expect(again.count == 43)
    try await renderer.pool.waitUntilIdle()
    #expect(renderer.pool.activity.done == 6 + 1 + 1 + 1 + 2)
  }
}

extension IconRenderer {
  /// The images of `set`, as a job makes them.
  func images(
    of set: IconSet, from inputs: IconInputs, options: IconPlan.Options = .init()
  ) async throws -> [EncodedPNG] {
    let source = IconSource(inputs)
    let job = IconJob(set, sources: [source], output: "icons", options: options, renderer: self)
    let masters = try job.open(job.parts[0], source, [:]) { _ in }
    return try await images(
      try job.plan(job.parts[0], source, masters).drawings(for: set), from: masters.byPath,
      progress: .init())
  }
}
