import CPNG
import PNGCodec
import Testing

/// What a file says of its colours is handed on as it says it.
struct ColorChunksTests {
  /// Hands the chunks of a 1 × 1 picture with `before` in it to `body`.
  private func withChunks(
    colorType: Int = 2, _ before: [(String, [UInt8])], damaging name: String? = nil,
    _ body: (PNGColorChunks) -> Void
  ) throws {
    var file = PNGFile(width: 1, height: 1, colorType: colorType)
    file.before = before
    let rowBytes = PNGFile.channels(colorType: colorType)
    file.data = PNGFile.packed([UInt8](repeating: 0, count: 1 + rowBytes))
    var bytes = file.bytes
    if let name {
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) })
      bytes[place + 4] ^= 1
    }
    try bytes.withUnsafeBufferPointer { bytes in
      let start = try #require(bytes.baseAddress)
      let reader = try #require(
        PNGReaderCreateFromMemory(start, bytes.count, PNGLimits(pixels: 1, memoryBytes: 0)))
      defer { PNGReaderDestroy(reader) }
      var header = PNGHeader()
      try #require(PNGReaderReadHeader(reader, &header) == .OK)
      body(PNGReaderColorChunks(reader).pointee)
    }
  }

  @Test func everyChunk() throws {
    let profile = (0..<5000).map { UInt8($0 % 251) }
    let chunks: [(String, [UInt8])] = [
      ("cICP", [12, 13, 0, 1]), ("iCCP", Array("a name".utf8) + [0, 0] + PNGFile.packed(profile)),
      ("gAMA", PNGFile.bigEndian(45_455)),
      ("cHRM", (1...8).flatMap { PNGFile.bigEndian($0 * 1000) }), ("sRGB", [0]),
      ("acTL", [0, 0, 0, 1, 0, 0, 0, 0]),
    ]
    try withChunks(chunks) {
      #expect($0.hasCICP && $0.cicp == (12, 13, 0, 1))
      #expect($0.hasGamma && $0.gamma == 45_455)
      #expect($0.hasChromaticities && $0.chromaticities.7 == 8000)
      #expect($0.hasSRGB && $0.isAnimated && !$0.isGrey)
      #expect($0.hasICCP && $0.profileBytes == profile.count)
      #expect(Array(UnsafeBufferPointer(start: $0.profile, count: $0.profileBytes)) == profile)
    }
    try withChunks([]) {
      #expect(!$0.hasCICP && !$0.hasGamma && !$0.hasChromaticities && !$0.hasSRGB && !$0.hasICCP)
    }
    try withChunks(colorType: 4, []) { #expect($0.isGrey) }
  }

  @Test(
    arguments: [
      [], [0], Array("no end".utf8), Array("name".utf8) + [0], Array("name".utf8) + [0, 1, 2, 3],
      Array("name".utf8) + [0, 0, 0x78, 0x9C, 1], [UInt8](repeating: 65, count: 100),
    ] as [[UInt8]])
  func damagedProfiles(_ content: [UInt8]) throws {
    try withChunks([("iCCP", content)]) {
      #expect($0.profile == nil && $0.profileBytes == 0)
    }
  }

  static let names = [
    ("cICP", PNGColorChunkCICP), ("iCCP", PNGColorChunkICCP), ("gAMA", PNGColorChunkGAMA),
    ("cHRM", PNGColorChunkCHRM), ("sRGB", PNGColorChunkSRGB),
  ]

  @Test(arguments: names.filter { $0.0 != "iCCP" })
  func chunksOfAnotherLength(_ name: String, _ bit: Int) throws {
    try withChunks([(name, [1, 2, 3])]) {
      #expect(!$0.hasCICP && !$0.hasGamma && !$0.hasChromaticities && !$0.hasSRGB)
      #expect($0.damaged == UInt32(bit))
    }
  }

  /// libpng keeps chunks without comparing their checksums.
  @Test(arguments: names) func chunksWithAWrongChecksum(_ name: String, _ bit: Int) throws {
    let content: [UInt8] =
      switch name {
      case "cICP": [12, 13, 0, 1]
      case "iCCP": Array("name".utf8) + [0, 0] + PNGFile.packed([1, 2, 3])
      case "sRGB": [0]
      case "gAMA": PNGFile.bigEndian(45_455)
      default: [UInt8](repeating: 0, count: 32)
      }
    try withChunks([(name, content)]) { #expect($0.damaged == 0) }
    try withChunks([(name, content)], damaging: name) {
      #expect(!$0.hasCICP && !$0.hasGamma && !$0.hasChromaticities && !$0.hasSRGB && !$0.hasICCP)
      #expect($0.damaged == UInt32(bit))
    }
  }

  /// And a profile that is larger than the memory it may have.
  @Test func profileAboveTheLimit() throws {
    let content = Array("name".utf8) + [0, 0] + [UInt8](repeating: 7, count: 9 << 20)
    try withChunks([("iCCP", content)]) {
      #expect(!$0.hasICCP && $0.damaged == UInt32(PNGColorChunkICCP))
    }
  }

  /// The profile that is embedded is the one that is read.
  @Test(arguments: ["sRGB", " two  blanks ", "", "ä\u{1}"])
  func profileChunk(_ name: String) throws {
    let profile = (0..<3000).map { UInt8($0 * $0 % 256) }
    var chunk = [UInt8](repeating: 0, count: PNGProfileChunkBound(profile.count))
    let count = PNGProfileChunk(name, profile, profile.count, &chunk)
    try #require(count > 12)
    #expect(Array(chunk[4..<8]) == Array("iCCP".utf8))
    try withChunks([("iCCP", Array(chunk[8..<count - 4]))]) {
      #expect(Array(UnsafeBufferPointer(start: $0.profile, count: $0.profileBytes)) == profile)
    }
  }
}
