import SafeFiles
import TestSupport
import Testing

@testable import IconKit

/// Android's layers and the icons for systems without them.
struct AdaptiveIconTests {
  /// The images of the preset from a master, by path.
  private func icons(
    _ master: TestImage, over ground: TestImage? = nil,
    _ change: (inout IconInputs) -> Void = { _ in }
  ) async throws -> [String: TestImage] {
    let file = try TemporaryFile(master.encoded)
    let back = try ground.map { try TemporaryFile($0.encoded) }
    var inputs = IconInputs(master: file.path)
    inputs.images[.background] = back?.path
    change(&inputs)
    let android = try #require(Preset.named("android"))
    let set = try IconSet(presets: [android], sizes: [], given: inputs.given)
    var plan = IconPlan.Options()
    plan.allowsUpscale = true
    let renderer = IconRenderer(kernel: try Kernel.preferred(), threads: 2)
    let images = try await renderer.images(of: set, from: inputs, options: plan)
    return try Dictionary(
      uniqueKeysWithValues: zip(set.images, images).map {
        ($0.path.description, try #require(TestImage(decoding: $1.bytes)))
      })
  }

  private static let densities = [
    ("mdpi", 48), ("hdpi", 72), ("xhdpi", 96), ("xxhdpi", 144), ("xxxhdpi", 192),
  ]

  @Test func anOpaqueMasterFillsTheLayer() async throws {
    let master = TestImage(width: 432, height: 432) { x, y in
      (UInt8(x / 2), UInt8(y / 2), 90, 255)
    }
    let icons = try await icons(master)
    for (name, side) in Self.densities {
      let layer = try #require(icons["mipmap-\(name)/ic_launcher_foreground.png"])
      let (whole, margin) = (side * 108 / 48, side * 18 / 48)
      var wrong = 0
      for y in 0..<whole {
        for x in 0..<whole {
          // Outside the middle 72 of 108 dp, the value of the nearest pixel inside.
          let inside = { min(max($0, margin), whole - margin - 1) }
          let nearest = layer[inside(x), inside(y)]
          if layer[x, y] != nearest || nearest.alpha != 255 { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(name)")
      // The middle is the whole master.
      let (first, last) = (layer[margin, margin], layer[whole - margin - 1, whole - margin - 1])
      #expect(first.red < 8 && first.green < 8 && last.red > 206 && last.green > 206)
    }
  }

  /// A single transparent pixel makes a drawing of it, which stays in the safe circle.
  @Test func aMasterWithTransparencyStaysInTheSafeCircle() async throws {
    let master = TestImage(width: 432, height: 432) { x, y in
      (9, 99, 199, x == 400 && y == 200 ? 0 : 255)
    }
    let layer = try #require(try await icons(master)["mipmap-xhdpi/ic_launcher_foreground.png"])
    for y in 0..<216 {
      for x in 0..<216 where layer[x, y].alpha > 0 {
        let (dx, dy) = (Double(x) + 0.5 - 108, Double(y) + 0.5 - 108)
        #expect(dx * dx + dy * dy < 66 * 66)
      }
    }
    #expect(layer[108, 108].alpha == 255)
  }

  /// Layers that were given apart stay layers.
  @Test func anOpaqueMasterOverABackgroundImageIsADrawing() async throws {
    let flat = TestImage.flat((9, 99, 199, 255), width: 432, height: 432)
    let ground = TestImage.flat((200, 10, 10, 255), width: 432, height: 432)
    let layer = try #require(
      try await icons(flat, over: ground)["mipmap-mdpi/ic_launcher_foreground.png"])
    #expect(layer[0, 0].alpha == 0)
    #expect(layer[54, 54] == (9, 99, 199, 255))
  }

  /// By the definition: 38 of 48 dp with corners of 3, or a circle of 44.
  @Test(arguments: [true, false], [nil, (10, 120, 240)] as [(UInt8, UInt8, UInt8)?])
  func anIconBeforeAndroid8IsCutToItsShape(isRound: Bool, ground: (UInt8, UInt8, UInt8)?)
    async throws
  {
    // Opaque, or a disc of 20 % of the side on a background.
    let master = TestImage(width: 400, height: 400) { x, y in
      let (dx, dy) = (Double(x) - 199.5, Double(y) - 199.5)
      let isInside = ground == nil || dx * dx + dy * dy < 40 * 40
      return isInside ? (200, 30, 40, 255) : (0, 0, 0, 0)
    }
    let icons = try await icons(master) { inputs in
      if let ground {
        inputs.background = Background(red: ground.0, green: ground.1, blue: ground.2)
      }
    }
    for (name, side) in Self.densities {
      let icon = try #require(
        icons["mipmap-\(name)/ic_launcher\(isRound ? "_round" : "").png"])
      #expect(icon.width == side && icon.height == side)
      // Whole pixels on each side, so that the edges are sharp.
      let margin = side * (isRound ? 2 : 5) / 48
      let half = Double(side - 2 * margin) / 2
      let radius = isRound ? half : half * 2 * 3 / 38
      var wrong = 0
      for y in 0..<side {
        for x in 0..<side {
          let dx = abs(Double(x) + 0.5 - Double(side) / 2)
          let dy = abs(Double(y) + 0.5 - Double(side) / 2)
          let (cx, cy) = (max(0, dx - (half - radius)), max(0, dy - (half - radius)))
          let distance = (cx * cx + cy * cy).squareRoot() - radius
          let isOutside = dx > half || dy > half || distance > 0.75
          // On the edge itself, any coverage.
          guard isOutside || distance < -0.75 else { continue }
          if icon[x, y].alpha != (isOutside ? 0 : 255) { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(name)")
      #expect(icon[side / 2, side / 2] == (200, 30, 40, 255))
      let edge = icon[side / 2, margin + 1]
      #expect(edge == (ground?.0 ?? 200, ground?.1 ?? 30, ground?.2 ?? 40, 255))
    }
  }

  @Test func anIconBeforeAndroid8LiesOnTheBackgroundImage() async throws {
    // Launchers show the middle two thirds of the background: its frame is never seen.
    let ground = TestImage(width: 540, height: 540) { x, y in
      90..<450 ~= x && 90..<450 ~= y ? (10, 250, 30, 255) : (255, 0, 255, 255)
    }
    let clear = TestImage(width: 400, height: 400) { x, y in
      180..<220 ~= x && 180..<220 ~= y ? (200, 30, 40, 255) : (0, 0, 0, 0)
    }
    let icons = try await icons(clear, over: ground)
    for (name, side) in Self.densities {
      let icon = try #require(icons["mipmap-\(name)/ic_launcher.png"])
      #expect(icon[0, 0] == (0, 0, 0, 0))
      #expect(icon[side / 2, side / 2] == (200, 30, 40, 255))
      #expect(icon[side / 2, side / 4] == (10, 250, 30, 255))
    }
  }
}
