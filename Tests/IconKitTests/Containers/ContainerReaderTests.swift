import SafeFiles
import Testing

@testable import IconKit

/// The readers of .ico and .icns files, which come from anybody: whole, cut, changed and lying.
struct ContainerReaderTests {
  private static var containers: [Preset.Container] {
    [
      Preset.Container(path: .init(known: "a.ico"), format: .ico([16, 32, 72])),
      Preset.Container(
        path: .init(known: "a.icns"),
        format: .icns([.init("is32", 16), .init("ic11", 32), .init("ic12", 64)])),
    ]
  }

  private static func file(_ container: Preset.Container) throws -> [UInt8] {
    try container.bytes(
      try container.sides.map { try EncodedPNG.torture($0) })
  }

  @Test func aWholeFileGivesWhatWasPutIn() throws {
    let ico = try Self.file(Self.containers[0])
    let parts = try #require(Preset.Container.parts(ico))
    #expect(parts.map(\.name) == ["16", "32", "72"])
    // Two bitmaps: a header, four bytes and one bit a pixel; then a PNG file.
    #expect(parts[0].bytes.count == 40 + 16 * 16 * 4 + 16 * 4)
    #expect(parts[1].bytes.count == 40 + 32 * 32 * 4 + 32 * 4)
    #expect(parts[2].bytes == (try EncodedPNG.torture(72)).bytes)

    let icns = try Self.file(Self.containers[1])
    let elements = try #require(Preset.Container.parts(icns))
    #expect(elements.map(\.name) == ["is32", "s8mk", "ic11", "ic12"])
    #expect(elements[1].bytes.count == 16 * 16)
    #expect(elements[2].bytes == (try EncodedPNG.torture(32)).bytes)
  }

  @Test(arguments: containers.indices) func aFileCutAnywhereIsNone(_ index: Int) throws {
    let file = try Self.file(Self.containers[index])
    for count in 0..<file.count {
      #expect(Preset.Container.parts(Array(file.prefix(count))) == nil, "\(count)")
    }
  }

  @Test(arguments: containers.indices) func everyByteMayBeAnother(_ index: Int) throws {
    let container = Self.containers[index]
    let file = try Self.file(container)
    var random = SplitMix64(7)
    for place in file.indices {
      var changed = file
      changed[place] ^= UInt8(truncatingIfNeeded: random.next() | 1)
      guard let parts = Preset.Container.parts(changed) else { continue }
      #expect(parts.reduce(0) { $0 + $1.bytes.count } <= file.count)
      if place < 600 {
        _ =
          ContainerLint(
            path: container.path, bytes: changed, containers: [container], remedy: IconRemedy()
          ).findings
      }
    }
  }

  /// 4 bytes of a length or an offset, little endian in an .ico file and big endian in an .icns file.
  @Test(arguments: [0, 1, 7, 8, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, 0xFFFF_FFFF])
  func sizesThatLieAreRefused(_ value: UInt32) throws {
    let ico = try Self.file(Self.containers[0])
    for place in [6 + 8, 6 + 16 + 12] {
      var lying = ico
      lying.replaceSubrange(
        place..<place + 4, with: withUnsafeBytes(of: value.littleEndian, Array.init))
      // A shorter part is still one.
      #expect((Preset.Container.parts(lying) == nil) == (value > ico.count), "\(place)")
    }
    let icns = try Self.file(Self.containers[1])
    for place in [8 + 4, 4] where value != 8 {
      var lying = icns
      lying.replaceSubrange(
        place..<place + 4, with: withUnsafeBytes(of: value.bigEndian, Array.init))
      let parts = Preset.Container.parts(lying)
      // A whole of less than its own header holds nothing.
      #expect(parts == nil || place == 4 && parts?.count == 0, "\(place)")
    }
  }

  /// 65,535 entries that all name one megabyte would be 64 GB.
  @Test func entriesMayNotShareTheirData() {
    let count = 65_535
    var file: [UInt8] = [0, 0, 1, 0, 0xFF, 0xFF]
    for _ in 0..<count {
      file += [16, 16, 0, 0, 1, 0, 32, 0]
      file += [0, 0, 16, 0] + withUnsafeBytes(of: UInt32(6 + 16 * count).littleEndian, Array.init)
    }
    file += [UInt8](repeating: 1, count: 1 << 20)
    #expect(Preset.Container.parts(file) == nil)
  }
}

extension EncodedPNG {
  fileprivate static func torture(_ side: Int) throws -> EncodedPNG {
    try EncodedPNG(
      TestImage.torture(width: side, height: side).samples,
      size: PixelSize(width: side, height: side), channels: 4)
  }
}
