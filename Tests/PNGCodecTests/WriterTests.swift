import CPNG
import PNGCodec
import Testing

/// What the writer writes is what libpng reads.
struct WriterTests {
  @Test(arguments: [3, 4], [false, true]) func isReadBackByLibPNG(_ channels: Int, isNoise: Bool) {
    var random = SeededGenerator(seed: 6)
    for (width, height) in [(1, 1), (1, 300), (300, 1), (29, 29), (152, 97), (400, 400)] {
      let samples = (0..<width * height * channels).map { index in
        isNoise ? UInt8.random(in: 0...255, using: &random) : UInt8(index / 40 % 256)
      }
      let bound = PNGEncodedBound(UInt32(width), UInt32(height), UInt32(channels))
      var bytes = [UInt8](repeating: 0xAA, count: bound + 16)
      let count = PNGEncode(
        samples, UInt32(width), UInt32(height), UInt32(channels), &bytes)
      #expect(count > 0 && count <= bound)
      #expect(bytes[bound...].allSatisfy { $0 == 0xAA })
      let decoded = Decoded(Array(bytes.prefix(count)), byLibPNG: true)
      #expect(decoded.status == .OK)
      #expect(decoded.rows == samples)
      #expect(Decoded(Array(bytes.prefix(count))).rows == samples)
    }
  }

  /// Flat, in long periods, with every distance and length: what a packer can get wrong.
  @Test(arguments: 1...40) func everyKindOfRepetition(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var samples: [UInt8] = []
    while samples.count < 300 * 200 * 3 {
      let length = Int.random(in: 1...600, using: &random)
      let farthest = [1, 4, 300, 40_000].randomElement(using: &random) ?? 1
      let distance = Int.random(in: 1...farthest, using: &random)
      for _ in 0..<length {
        samples.append(
          samples.count >= distance
            ? samples[samples.count - distance] : .random(in: 0...255, using: &random))
      }
      samples.append(.random(in: 0...255, using: &random))
    }
    var bytes = [UInt8](repeating: 0, count: PNGEncodedBound(300, 200, 3))
    let count = PNGEncode(samples, 300, 200, 3, &bytes)
    #expect(
      Decoded(Array(bytes.prefix(count)), byLibPNG: true).rows
        == samples.dropLast(
          samples.count - 300 * 200 * 3))
  }

  @Test func holdsNothingButThePicture() {
    var bytes = [UInt8](repeating: 0, count: PNGEncodedBound(2, 2, 3))
    let count = PNGEncode([UInt8](repeating: 9, count: 12), 2, 2, 3, &bytes)
    var names: [String] = []
    var at = 8
    while at < count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self))
      at += 12 + length
    }
    #expect(names == ["IHDR", "sRGB", "IDAT", "IEND"])
  }

  /// Every filter undone is the row; the reader undoes it in its own way.
  @Test(arguments: 1...8) func rowFiltersAreTheSpecifications(_ stride: Int) {
    var random = SeededGenerator(seed: UInt64(stride))
    let row = (0..<97).map { _ in UInt8.random(in: 0...255, using: &random) }
    let prior = (0..<97).map { _ in UInt8.random(in: 0...255, using: &random) }
    for type in 0..<5 {
      var filtered = [UInt8](repeating: 0, count: row.count)
      png_row_filter(Int32(type), stride, row.count, prior, row, &filtered)
      for i in row.indices {
        let left = i >= stride ? Int(row[i - stride]) : 0
        let upperLeft = i >= stride ? Int(prior[i - stride]) : 0
        let above = Int(prior[i])
        let estimate = left + above - upperLeft
        // The first of the nearest, in this order (PNG specification, 9.4).
        let paeth = [left, above, upperLeft].min { abs($0 - estimate) < abs($1 - estimate) }
        let predicted = [0, left, above, (left + above) / 2, paeth ?? 0][type]
        #expect(filtered[i] == UInt8(truncatingIfNeeded: Int(row[i]) - predicted))
      }
    }
  }

  @Test func costsOfRows() {
    var scratch = [UInt32](repeating: 0, count: Int(PNG_ROW_COST_SCRATCH))
    let flat = [UInt8](repeating: 3, count: 64)
    let mixed = (0..<64).map { UInt8($0 * 37 % 256) }
    for rule in 0..<4 {
      let cheap = png_row_cost(Int32(rule), flat, flat.count, &scratch)
      let dear = png_row_cost(Int32(rule), mixed, mixed.count, &scratch)
      #expect(cheap < dear, "rule \(rule)")
      #expect(scratch.allSatisfy { $0 == 0 })
    }
    #expect(png_row_cost(0, [255, 1, 128, 127], 4, &scratch) == 1 + 1 + 128 + 127)
  }
}
