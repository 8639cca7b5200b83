import TestSupport
import Testing

@testable import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a master says of its colours is believed in the specification's order, and done in double
/// precision here.
struct ColorTests {
  /// Primaries as x and y of white, red, green, blue (ITU-T H.273).
  enum Primaries {
    static let sRGB = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    static let displayP3 = [0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060]
    static let bt2020 = [0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046]
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let chunks: [[UInt8]]
    var primaries = Primaries.sRGB
    var curve: @Sendable (Double) -> Double = linearFromSRGB
  }

  static let srgb = chunk("sRGB", [0])
  static let linear = chunk("gAMA", bigEndian(100_000))
  static let p3 = chunk("cICP", [12, 13, 0, 1])

  static let cases = [
    Case(testDescription: "nothing said", chunks: []),
    Case(testDescription: "sRGB", chunks: [srgb]),
    Case(testDescription: "1/2.2 is sRGB's", chunks: [chunk("gAMA", bigEndian(45_455))]),
    Case(testDescription: "linear", chunks: [linear], curve: { $0 }),
    Case(testDescription: "sRGB before gAMA", chunks: [linear, srgb]),
    Case(
      testDescription: "gAMA 1/1.8", chunks: [chunk("gAMA", bigEndian(55_556))],
      curve: { pow($0, 100_000 / 55_556) }),
    Case(
      testDescription: "gAMA and cHRM",
      chunks: [
        linear,
        chunk("cHRM", Primaries.displayP3.flatMap { bigEndian(Int(($0 * 100_000).rounded())) }),
      ], primaries: Primaries.displayP3, curve: { $0 }),
    Case(testDescription: "cICP Display P3", chunks: [p3], primaries: Primaries.displayP3),
    Case(
      testDescription: "cICP before everything", chunks: [srgb, linear, p3],
      primaries: Primaries.displayP3),
    Case(
      testDescription: "cICP BT.2020, camera curve", chunks: [chunk("cICP", [9, 1, 0, 1])],
      primaries: Primaries.bt2020,
      curve: { $0 < 0.081 ? $0 / 4.5 : pow(($0 + 0.099) / 1.099, 1 / 0.45) }),
    Case(testDescription: "damaged chunks", chunks: [chunk("gAMA", [1]), chunk("cICP", [12])]),
    Case(
      testDescription: "impossible primaries",
      chunks: [chunk("cHRM", [UInt8](repeating: 0, count: 32))]),
    Case(
      testDescription: "gAMA with impossible primaries",
      chunks: [linear, chunk("cHRM", [UInt8](repeating: 0, count: 32))], curve: { $0 }),
    Case(
      testDescription: "cHRM with a gAMA of zero",
      chunks: [
        chunk("gAMA", bigEndian(0)),
        chunk("cHRM", Primaries.displayP3.flatMap { bigEndian(Int(($0 * 100_000).rounded())) }),
      ], primaries: Primaries.displayP3),
    Case(
      testDescription: "sRGB before a damaged profile", chunks: [linear, srgb, chunk("iCCP", [])]),
    Case(
      testDescription: "what does not change the colours",
      chunks: [
        chunk("sBIT", [5, 6, 5, 8]), chunk("mDCV", [UInt8](repeating: 1, count: 24)),
        chunk("cLLI", [UInt8](repeating: 1, count: 8)),
      ]),
  ]

  @Test(arguments: cases) func isConverted(_ given: Case) async throws {
    for pixel in [(200, 100, 50), (10, 20, 30), (128, 128, 128), (250, 251, 3)] {
      let codes = [pixel.0, pixel.1, pixel.2].map { Double($0) }
      let icon = try await Self.icon(of: codes, chunks: given.chunks)
      let expected = Self.toSRGB(codes, from: given.primaries, by: given.curve)
      let found = try #require(TestImage(decoding: icon.bytes))[4, 4]
      for (value, right) in zip([found.red, found.green, found.blue], expected) {
        #expect(abs(Double(value) - right) <= 0.75, "\(codes): \(found), \(expected)")
      }
      #expect(found.alpha == 255)
    }
  }

  @Test func keepingLeavesTheNumbersAndEmbedsTheProfile() async throws {
    let codes = [200.0, 100, 50]
    let kept = try await Self.icon(of: codes, chunks: [Self.p3], keepsProfile: true)
    let file = try TemporaryFile(kept.bytes)
    let master = try Master(path: file.path)
    let profile = try #require(master.color.profile)
    #expect(!profile.isSRGB)
    // And through the embedded profile it is what it was through cICP.
    let renderer = IconRenderer(options: .init(), kernel: try Kernel.preferred(), threads: 1)
    let icons = try await renderer.icons(from: try Master(path: file.path), sides: [8])
    let icon = try #require(icons[8])
    let found = try #require(TestImage(decoding: icon.bytes))[4, 4]
    let expected = Self.toSRGB(codes, from: Primaries.displayP3, by: linearFromSRGB)
    for (value, right) in zip([found.red, found.green, found.blue], expected) {
      #expect(abs(Double(value) - right) <= 0.75, "\(found), \(expected)")
    }
  }

  /// A flat image keeps its colour, whatever its profile, in whatever light it is filtered.
  @Test(arguments: [[], [p3], [linear]]) func perceptualLightIsTheSameOnFlatImages(
    _ chunks: [[UInt8]]
  ) async throws {
    for codes in [[200.0, 100, 50], [3, 90, 250]] {
      let plain = try await Self.icon(of: codes, chunks: chunks)
      let perceptual = try await Self.icon(of: codes, chunks: chunks, light: .perceptual)
      let (one, other) = (try plain.samples(), try perceptual.samples())
      #expect(zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      let kept = try await Self.icon(
        of: codes, chunks: chunks, keepsProfile: true, light: .perceptual)
      #expect(Array(try kept.samples().prefix(3)) == codes.map { UInt8($0) })
    }
  }

  /// Pure powers are flat at black: in 16 bit light the lowest codes would be one.
  @Test(arguments: [45_000 - 1, 38_462, 35_714, 20_000, 100_000, 250_000])
  func keepingKeepsEveryCode(_ gamma: Int) async throws {
    let chunks = Self.chunk("gAMA", Self.bigEndian(gamma))
    let all = TestImage(width: 16, height: 16) { x, y in
      (UInt8(y * 16 + x), UInt8(255 - y * 16 - x), UInt8(x * 16 + y), 255)
    }
    #expect(try await Self.kept(all, chunks) == all)
    for code: UInt8 in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 255] {
      let flat = TestImage(width: 40, height: 40) { _, _ in (code, code, code, 255) }
      let icon = try await Self.kept(flat, chunks)
      #expect(icon == TestImage(width: 16, height: 16) { _, _ in (code, code, code, 255) })
    }
  }

  private static func kept(_ image: TestImage, _ chunks: [UInt8]) async throws -> TestImage {
    let size = PixelSize(width: image.width, height: image.height)
    let file = try TemporaryFile(
      try EncodedPNG(image.samples, size: size, channels: 4).replacingSRGB(by: chunks).bytes)
    var options = IconRenderer.Options()
    options.keepsProfile = true
    let renderer = IconRenderer(options: options, kernel: try Kernel.preferred(), threads: 1)
    let icons = try await renderer.icons(from: try Master(path: file.path), sides: [16])
    return try decodeSamples(try #require(icons[16]))
  }

  /// The stored samples, whatever the colour chunks say of them.
  private static func decodeSamples(_ icon: EncodedPNG) throws -> TestImage {
    let samples = try icon.samples()
    return TestImage(width: icon.size.width, height: icon.size.height) { x, y in
      let i = (y * icon.size.width + x) * 4
      return (samples[i], samples[i + 1], samples[i + 2], samples[i + 3])
    }
  }

  /// The orientation that cameras and phones write, before or behind the pixels.
  @Test(arguments: [true, false], [1, 6, 9])
  func orientationIsNotApplied(_ isBefore: Bool, _ orientation: UInt8) throws {
    let other: [UInt8] = [0x01, 0x0F, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0]
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    let big: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2] + other + entry + [0, 0, 0, 0]
    let little: [UInt8] =
      Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      + [0, 0, 0, 0]
    for exif in [big, little] {
      var bytes = try Self.file(of: [1, 2, 3], chunks: isBefore ? [Self.chunk("eXIf", exif)] : [])
      if !isBefore { bytes.insert(contentsOf: Self.chunk("eXIf", exif), at: bytes.count - 12) }
      let file = try TemporaryFile(bytes)
      let warnings = try Master(path: file.path).warnings
      #expect(warnings.count == (orientation == 6 ? 1 : 0))
      if orientation == 6 { #expect(warnings[0].contains("eXIf orientation 6")) }
    }
  }

  /// Wherever it is cut off, and whatever its offset says.
  @Test func damagedOrientationsSayNothing() throws {
    let whole: [UInt8] =
      Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let offsets: [[UInt8]] = [
      [0xFF, 0xFF, 0xFF, 0xFF], [22, 0, 0, 0], [21, 0, 0, 0], [20, 0, 0, 0],
    ]
    let cases =
      (0..<whole.count).map { Array(whole.prefix($0)) }
      + offsets.map { Array(whole[..<4]) + $0 + Array(whole[8...]) }
    for exif in cases {
      let file = try TemporaryFile(
        try Self.file(of: [1, 2, 3], chunks: [Self.chunk("eXIf", exif)]))
      #expect(try Master(path: file.path).warnings == [])
    }
    var damaged = try Self.file(of: [1, 2, 3], chunks: [Self.chunk("eXIf", whole)])
    let place = try #require(damaged.indices.first { damaged[$0...].starts(with: "eXIf".utf8) })
    damaged[place + 8] ^= 1
    let file = try TemporaryFile(damaged)
    #expect(try Master(path: file.path).warnings == [])
  }

  @Test func keepingAnSRGBMasterChangesNothing() async throws {
    let plain = try await Self.icon(of: [1, 2, 3], chunks: [])
    let kept = try await Self.icon(of: [1, 2, 3], chunks: [], keepsProfile: true)
    #expect(plain.bytes == kept.bytes)
  }

  @Test(arguments: [
    (chunk("iCCP", Array("mine\0\0not deflate".utf8)), "'mine', which cannot be read"),
    (chunk("iCCP", []), "(iCCP) that is damaged"),
    (chunk("cICP", [9, 16, 0, 1]), "high dynamic range"),
    (chunk("cICP", [99, 13, 0, 1]), "cICP 99/13/0/1"), (chunk("acTL", [0, 0]), "animation"),
    (chunk("cICP", [12]), "damaged cICP"), (chunk("gAMA", [1]), "damaged gAMA"),
    (chunk("gAMA", bigEndian(0)), "gamma (gAMA) of 0/100000"),
    (chunk("cHRM", [UInt8](repeating: 0, count: 32)), "primaries (cHRM)"),
    (chunk("sBIT", [5, 6, 5, 8]), nil), (srgb + chunk("gAMA", [1]), nil),
  ])
  func whatIsIgnoredIsNamed(_ chunk: [UInt8], _ words: String?) async throws {
    let file = try TemporaryFile(try Self.file(of: [10, 20, 30], chunks: [chunk]))
    let warnings = try Master(path: file.path).warnings
    #expect(warnings.count == (words == nil ? 0 : 1), "\(warnings)")
    if let words { #expect(warnings.first?.contains(words) == true, "\(warnings)") }
    let icon = try await Self.icon(of: [10, 20, 30], chunks: [chunk])
    let image = try #require(TestImage(decoding: icon.bytes))
    #expect(image[0, 0] == (10, 20, 30, 255))
  }

  /// libpng drops what is above its limit.
  @Test func largeProfilesAreNamed() throws {
    let profile = Self.chunk("iCCP", [UInt8](repeating: 65, count: 9 << 20))
    let file = try TemporaryFile(try Self.file(of: [10, 20, 30], chunks: [profile]))
    let warnings = try Master(path: file.path).warnings
    #expect(warnings.count == 1 && warnings.first?.contains("more than 8 MiB") == true)
  }

  // MARK: -

  private static func icon(
    of codes: [Double], chunks: [[UInt8]], keepsProfile: Bool = false,
    light: FilterLight = .linear
  ) async throws -> EncodedPNG {
    let file = try TemporaryFile(try file(of: codes, chunks: chunks))
    var options = IconRenderer.Options()
    options.keepsProfile = keepsProfile
    options.light = light
    let renderer = IconRenderer(options: options, kernel: try Kernel.preferred(), threads: 1)
    let icons = try await renderer.icons(from: try Master(path: file.path), sides: [8])
    return try #require(icons[8])
  }

  private static func file(of codes: [Double], chunks: [[UInt8]]) throws -> [UInt8] {
    let image = TestImage(width: 16, height: 16) { _, _ in
      (UInt8(codes[0]), UInt8(codes[1]), UInt8(codes[2]), 255)
    }
    let size = PixelSize(width: 16, height: 16)
    return try EncodedPNG(image.samples, size: size, channels: 4)
      .replacingSRGB(by: chunks.flatMap { $0 }).bytes
  }

  /// The definition: linear light, the matrix from primaries to primaries, clipped, encoded.
  private static func toSRGB(
    _ codes: [Double], from primaries: [Double], by curve: (Double) -> Double
  ) -> [Double] {
    let light = codes.map { curve($0 / 255) }
    let xyz = matrix(of: primaries).map { row in zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } }
    return solve(matrix(of: Primaries.sRGB), xyz).map { value in
      let value = min(max(value, 0), 1)
      return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055)
    }
  }

  /// From linear RGB to XYZ: columns are the primaries, scaled so that white is white.
  private static func matrix(of xy: [Double]) -> [[Double]] {
    func column(_ i: Int) -> [Double] {
      [xy[i] / xy[i + 1], 1, (1 - xy[i] - xy[i + 1]) / xy[i + 1]]
    }
    let columns = [column(2), column(4), column(6)]
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    let scale = solve(rows, column(0))
    return rows.map { row in zip(row, scale).map { $0 * $1 } }
  }

  /// Cramer's rule.
  private static func solve(_ rows: [[Double]], _ right: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
    let whole = determinant(rows)
    return (0..<3).map { column in
      var replaced = rows
      for row in 0..<3 { replaced[row][column] = right[row] }
      return determinant(replaced) / whole
    }
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    var sum = UInt32.max
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return bigEndian(data.count) + body + bigEndian(Int(~sum))
  }
}
