import TestSupport
import Testing

@testable import IconKit

/// What must hold for every master, whatever the oracle says.
struct PropertyTests {
  private static let sides: Set<Int> = [1, 13, 29, 58, 90, 152]

  @Test(
    arguments: [
      (0, 0, 0, 255), (255, 255, 255, 255), (1, 2, 3, 255), (200, 100, 7, 255), (254, 255, 0, 255),
      (128, 64, 250, 128), (10, 200, 30, 64), (0, 0, 0, 0),
    ] as [(UInt8, UInt8, UInt8, UInt8)])
  func flatColourStaysExactlyThatColour(pixel: TestImage.Pixel) async throws {
    let image = TestImage.flat(pixel, width: 153, height: 211)
    for (side, icon) in try await image.icons(Self.sides) {
      let expected = TestImage.flat(pixel, width: icon.width, height: icon.height)
      #expect(icon == expected, "\(side)")
    }
  }

  @Test func everyGreyStaysThatGrey() async throws {
    let renderer = IconRenderer(options: .init(), kernel: try Kernel.preferred())
    for level in UInt8.min...UInt8.max {
      let pixel = (level, level, level, UInt8(255))
      let file = try TemporaryFile(TestImage.flat(pixel, width: 12, height: 12).encoded)
      let icons = try await renderer.icons(from: try Master(path: file.path), sides: [5])
      let icon = TestImage(decoding: try #require(icons[5]).bytes)
      #expect(icon == TestImage.flat(pixel, width: 5, height: 5), "\(level)")
    }
  }

  @Test func colourUnderNoAlphaNeverBleeds() async throws {
    // The same shape over two different invisible colours.
    func image(_ red: UInt8, _ green: UInt8) -> TestImage {
      TestImage(width: 256, height: 256) { x, y in
        (x - 128) * (x - 128) + (y - 128) * (y - 128) < 9000
          ? (20, 60, 220, 255) : (red, green, 0, 0)
      }
    }
    let red = try await image(255, 0).files(Self.sides)
    let green = try await image(0, 255).files(Self.sides)
    #expect(red == green)
  }

  @Test(
    arguments: [(false, false), (false, true), (true, false), (true, true)],
    ResampleFilter.allCases)
  func mirroredInIsMirroredOut(
    way: (vertically: Bool, rings: Bool), filter: ResampleFilter
  ) async throws {
    let vertically = way.vertically
    var options = IconRenderer.Options()
    options.filter = filter
    options.allowsRinging = way.rings
    for (width, height) in [(256, 256), (257, 191), (190, 331)] {
      let image = TestImage.torture(width: width, height: height)
      let plain = try await image.icons(Self.sides, options: options)
      let mirrored = try await image.mirrored(vertically: vertically)
        .icons(Self.sides, options: options)
      #expect(plain.mapValues { $0.mirrored(vertically: vertically) } == mirrored)
    }
  }

  @Test(arguments: [1, 2, 3, 8])
  func bytesDoNotDependOnThreads(threads: Int) async throws {
    let image = TestImage.torture(width: 400, height: 640)
    let serial = try await image.files(Self.sides, threads: 1)
    #expect(try await image.files(Self.sides, threads: threads) == serial)
  }

  @Test(arguments: Kernel.supported, [true, false])
  func bytesDoNotDependOnTheKernel(kernel: Kernel, rings: Bool) async throws {
    let image = TestImage.torture(width: 401, height: 333)
    var options = IconRenderer.Options()
    options.allowsRinging = rings
    let scalar = try await image.files(
      Self.sides, options: options, kernel: Kernel.supported[0])
    #expect(try await image.files(Self.sides, options: options, kernel: kernel) == scalar)
  }

  @Test(arguments: Kernel.supported)
  func mastersWithoutAlphaAreTheSameAsOpaqueOnes(kernel: Kernel) async throws {
    var random = SplitMix64(7)
    let image = TestImage(width: 333, height: 290) { x, y in
      let noise = random.next()
      return (UInt8(x * 255 / 332), UInt8(truncatingIfNeeded: noise), UInt8(y * 255 / 289), 255)
    }
    let file = try TemporaryFile(image.encodedWithoutAlpha)
    let renderer = IconRenderer(options: .init(), kernel: kernel)
    let icons = try await renderer.icons(from: try Master(path: file.path), sides: Self.sides)
    let opaque = try await image.files(Self.sides, kernel: Kernel.supported[0])
    #expect(icons.mapValues(\.bytes) == opaque)
  }

  @Test func onlyTransparencyGetsAnAlphaChannel() async throws {
    // The colour type is the ninth byte of IHDR, at 25 (PNG specification, 11.2.1).
    let opaque = try await TestImage.flat((1, 2, 3, 255), width: 64, height: 64).files([8])
    let clear = try await TestImage.flat((1, 2, 3, 254), width: 64, height: 64).files([8])
    #expect(opaque[8]?[25] == 2)
    #expect(clear[8]?[25] == 6)
  }
}
