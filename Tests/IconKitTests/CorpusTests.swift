import SafeFiles
import TestSupport
import Testing

@testable import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Real files of every colour type, depth, interlacing, palette, transparency and gamma: at its own
/// size an icon is the file's samples, in the light that its gamma says.
struct CorpusTests {
  /// None where tests may not use the network.
  static func files() async throws -> [String] {
    guard let folder = try await Checkout.fetched(by: "fetch-png-corpora") else { return [] }
    return try await Command.shell("ls $PWD/*.png", in: "\(folder)/valid")
      .split(separator: "\n").map(String.init)
  }

  @Test func thereAreAsManyAsEver() async throws {
    let count = try await Self.files().count
    #expect(count == 0 || count == 164)
  }

  @Test(arguments: try await files()) func isWhatTheFileHolds(_ path: String) async throws {
    let expected = try Reference(path: path)
    let master = try Master(path: path)
    #expect(master.warnings.isEmpty)
    let renderer = IconRenderer(options: .init(), kernel: try Kernel.preferred(), threads: 1)
    let side = max(expected.size.width, expected.size.height)
    let icons = try await renderer.icons(from: master, sides: [side])
    let icon = try #require(icons[side])
    let found = try #require(TestImage(decoding: icon.bytes))
    try #require((found.width, found.height) == (expected.size.width, expected.size.height))
    var largest = 0.0
    for i in found.samples.indices where i % 4 != 3 {
      for ground in [0.0, 128, 255] {
        let alpha = Double(found.samples[i / 4 * 4 + 3]) / 255
        let value = (Double(found.samples[i]) * alpha + ground * (1 - alpha)).rounded()
        largest = max(largest, abs(value - expected.code(i, over: ground)))
      }
    }
    #expect(largest <= 1, "\(path)")
  }

  /// A file's samples as they stand, and the light that they mean by its gamma alone.
  private struct Reference {
    let size: PixelSize
    private let image: DecodedIcon

    init(path: String) throws {
      let slash = try #require(path.lastIndex(of: "/"))
      let folder = try DirectoryHandle(path: String(path[..<slash]))
      let bytes = try folder.readFile(
        RelativePath(path[path.index(after: slash)...]), limitBytes: 1 << 24)
      image = try DecodedIcon(bytes, limitPixels: 1 << 20)
      size = image.size
    }

    /// What a viewer shows of a sample over a ground of the same level in all channels.
    func code(_ sample: Int, over ground: Double) -> Double {
      let alpha = Double(image.samples[sample / 4 * 4 + 3]) / 65535
      let value = Double(image.samples[sample]) / 65535
      let gamma = image.color.gamma
      // Near 1/2.2 it stands for sRGB.
      let light =
        gamma.map { 45_000...46_000 ~= $0 ? linearFromSRGB(value) : pow(value, 1e5 / Double($0)) }
        ?? linearFromSRGB(value)
      return (encoded(light) * alpha + ground * (1 - alpha)).rounded()
    }
  }
}

/// The sRGB code, 0 to 255 and not rounded, of linear light.
private func encoded(_ linear: Double) -> Double {
  255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055)
}
