import ResampleOracle
import Testing

@testable import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Against the definition of right in double precision.
struct OracleTests {
  private static let classicSides = Set(Preset.all[0].icons.map(\.side))

  @Test(
    "Every classic icon is within a step and 60 dB, over black, grey and white",
    arguments: [
      TestImage.torture(width: 1024, height: 1024),
      TestImage.torture(width: 517, height: 389), TestImage.torture(width: 211, height: 777),
    ])
  func classic(image: TestImage) async throws {
    let icons = try await image.icons(Self.classicSides)
    #expect(icons.count == 14)
    for (side, icon) in icons {
      Difference(icon, image.oracle(side, .lanczos3, rings: false)).expectRight("\(side)")
    }
  }

  @Test(arguments: ResampleFilter.allCases, [7, 64, 199, 200, 301])
  func ringing(filter: ResampleFilter, side: Int) async throws {
    let image = TestImage.torture(width: 200, height: 200)
    var options = IconRenderer.Options()
    options.filter = filter
    options.allowsRinging = true
    let icons = try await image.icons([side], options: options)
    let icon = try #require(icons[side])
    Difference(icon, image.oracle(side, filter, rings: true)).expectRight("\(filter) \(side)")
  }

  @Test(arguments: ResampleFilter.allCases, [7, 64, 199, 200, 301])
  func everyFilterAtEveryScale(filter: ResampleFilter, side: Int) async throws {
    var options = IconRenderer.Options()
    options.filter = filter
    for image in [
      TestImage.torture(width: 200, height: 200), TestImage.torture(width: 199, height: 83),
    ] {
      let oracle = image.oracle(side, filter, rings: false)
      for kernel in Kernel.supported {
        let icons = try await image.icons([side], options: options, kernel: kernel)
        Difference(try #require(icons[side]), oracle).expectRight("\(filter) \(side)")
      }
    }
  }

  /// Samples lie on borders of the box in 600 → 144.
  @Test(arguments: [600, 1024]) func boxAtARationalScale(side: Int) async throws {
    let image = TestImage.torture(width: side, height: side)
    var options = IconRenderer.Options()
    options.filter = .box
    for (side, icon) in try await image.icons([80, 144], options: options) {
      Difference(icon, image.oracle(side, .box, rings: false)).expectRight("\(side)")
    }
  }

  /// No value of a flat image of two colours is outside the two.
  @Test(arguments: [29, 50, 100, 157]) func flatArtStaysInItsColors(side: Int) async throws {
    let image = TestImage(width: 157, height: 157) { x, y in
      (x - 80) * (x - 80) + (y - 70) * (y - 70) < 2500 ? (60, 60, 60, 255) : (200, 200, 200, 255)
    }
    let held = try #require(try await image.icons([side])[side])
    var options = IconRenderer.Options()
    options.allowsRinging = true
    let ringing = try #require(try await image.icons([side], options: options)[side])
    let colors = { (icon: TestImage) in
      icon.samples.indices.filter { $0 % 4 != 3 }.map { icon.samples[$0] }
    }
    #expect(colors(held).allSatisfy { 60...200 ~= $0 })
    if side != 157 { #expect(!colors(ringing).allSatisfy { 60...200 ~= $0 }) }
  }

  /// Thin dark lines on white are darker, as in tools that average codes.
  @Test(arguments: [16, 64, 200, 301]) func perceptualLight(side: Int) async throws {
    let image = TestImage.torture(width: 200, height: 200)
    var options = IconRenderer.Options()
    options.light = .perceptual
    let icon = try #require(try await image.icons([side], options: options)[side])
    let oracle = image.oracle(side, .lanczos3, rings: false, light: .perceptual)
    Difference(icon, oracle).expectRight("perceptual \(side)")
    let lines = TestImage(width: 200, height: 200) { x, _ in
      x % 20 < 6 ? (0, 0, 0, 255) : (255, 255, 255, 255)
    }
    guard side < 64 else { return }
    let dark = try #require(try await lines.icons([side], options: options)[side])
    let pale = try #require(try await lines.icons([side])[side])
    #expect(zip(dark.samples, pale.samples).allSatisfy { $0 <= $1 })
    #expect(try #require(dark.samples.min()) + 20 < #require(pale.samples.min()))
  }

  @Test(arguments: FilterLight.allCases) func backgroundIsMixedInTheSameLight(_ light: FilterLight)
    async throws
  {
    let image = TestImage.torture(width: 300, height: 300)
    var options = IconRenderer.Options()
    options.light = light
    options.background = Background(red: 250, green: 128, blue: 3)
    let icon = try #require(try await image.icons([60], options: options)[60])
    let oracle = image.oracle(
      60, .lanczos3, rings: false, light: light, background: [250, 128, 3])
    Difference(icon, oracle).expectRight("background")
    #expect(icon.samples.indices.allSatisfy { $0 % 4 != 3 || icon.samples[$0] == 255 })
  }
}

extension TestImage: CustomTestStringConvertible {
  var testDescription: String { "\(width) × \(height)" }

  func oracle(
    _ side: Int, _ filter: ResampleFilter, rings: Bool, light: FilterLight = .linear,
    background: [UInt8]? = nil
  ) -> TestImage {
    let longer = Double(max(width, height))
    let outWidth = Int((Double(side * width) / longer).rounded())
    let outHeight = Int((Double(side * height) / longer).rounded())
    var result = TestImage.flat((0, 0, 0, 0), width: outWidth, height: outHeight)
    let isKnown = oracleResample(
      samples.map(UInt16.init), 255, Int32(width), Int32(height), filter.rawValue, rings,
      light == .linear, Int32(outWidth), Int32(outHeight), background, &result.samples)
    precondition(isKnown, "ResampleOracle.c has no filter \(filter.rawValue)")
    return result
  }
}

/// How far two images are apart when both lie on the same grounds.
struct Difference {
  private(set) var isSameSize = true
  /// The largest difference of a pixel on a ground, or as it is stored if that is less: a colour and an
  /// alpha that lie between two codes may both round the other way, which is two steps on a ground.
  private(set) var largest = 0.0
  private(set) var squares = 0.0
  private var count = 0.0

  init(_ image: TestImage, _ other: TestImage) {
    guard (image.width, image.height) == (other.width, other.height) else {
      isSameSize = false
      return
    }
    for ground in [0.0, 128.0, 255.0] {
      for i in stride(from: 0, to: image.samples.count, by: 4) {
        let stored = Double(
          (i..<i + 4).map { abs(Int(image.samples[$0]) - Int(other.samples[$0])) }.max() ?? 0)
        for channel in 0..<3 {
          let difference = abs(
            image.over(ground, i, channel) - other.over(ground, i, channel))
          largest = max(largest, min(difference, stored))
          squares += difference * difference
          count += 1
        }
      }
    }
  }

  /// In decibels; infinite for equal images.
  var signalToNoise: Double { 10 * log10(255 * 255 * count / squares) }

  func expectRight(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isSameSize, comment, sourceLocation: sourceLocation)
    #expect(largest <= 1, comment, sourceLocation: sourceLocation)
    #expect(signalToNoise >= 60, comment, sourceLocation: sourceLocation)
  }
}

extension TestImage {
  /// What a viewer shows of a sample over a ground of the same level in all channels.
  fileprivate func over(_ ground: Double, _ pixel: Int, _ channel: Int) -> Double {
    let alpha = Double(samples[pixel + 3]) / 255
    return (Double(samples[pixel + channel]) * alpha + ground * (1 - alpha)).rounded()
  }
}
