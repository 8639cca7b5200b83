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
      let file = encoded(samples, width, height, channels)
      let decoded = Decoded(file, byLibPNG: true)
      #expect(decoded.status == .OK)
      #expect(decoded.rows == samples)
      #expect(Decoded(file).rows == samples)
    }
  }

  /// The definition: in each row the first filter with the least sum of absolute differences; only a
  /// row equal to the one above it, unless it starts with 0, is not tried without a filter or with
  /// Sub. Margins of any width, which are not filtered, change nothing, nor does a division in parts.
  @Test(arguments: [
    (1, 40, 1), (2, 40, 3), (33, 60, 4), (200, 90, 3), (400, 50, 1), (1500, 700, 3), (3, 99_999, 4),
  ]) func everyRowHasTheCheapestFilter(_ width: Int, _ height: Int, _ channels: Int) {
    var random = SeededGenerator(seed: UInt64(width))
    var samples: [UInt8] = []
    var ground: [UInt8] = []
    var (left, right) = (0, 0)
    for y in 0..<height {
      if y % 8 == 0 {
        ground = (0..<channels).map { _ in [0, 1, 200, 255].randomElement(using: &random) ?? 0 }
        left = .random(in: 0...width, using: &random)
        right = .random(in: left...width, using: &random)
      }
      for x in 0..<width {
        samples +=
          x < left || x >= right
          ? ground : (0..<channels).map { UInt8(truncatingIfNeeded: x * (3 + $0) + y * y) }
      }
    }
    let rowBytes = width * channels
    var expected: [UInt8] = []
    var prior = [UInt8](repeating: 0, count: rowBytes)
    var candidate = prior
    for y in 0..<height {
      let row = Array(samples[y * rowBytes..<(y + 1) * rowBytes])
      var best: (cost: UInt64, type: Int32, row: [UInt8]) = (.max, 0, [])
      for type: Int32 in (y > 0 && row == prior && row[0] != 0 ? 2 : 0)..<5 {
        png_row_filter(type, channels, rowBytes, prior, row, &candidate)
        let cost = candidate.reduce(0) { $0 + UInt64(min($1, 0 &- $1)) }
        if cost < best.cost { best = (cost, type, candidate) }
      }
      expected += [UInt8(best.type)] + best.row
      prior = row
    }
    let file = encoded(samples, width, height, channels)
    #expect(unpackedData(of: file, count: expected.count) == expected)
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
    samples = samples.dropLast(samples.count - 300 * 200 * 3)
    #expect(Decoded(encoded(samples, 300, 200, 3), byLibPNG: true).rows == samples)
  }

  /// A margin that is described gives the file of one that is drawn.
  @Test(arguments: [1, 3, 4], [(0, 0), (7, 0), (0, 9), (40, 31), (300, 200)])
  func marginsAreAsIfDrawn(_ channels: Int, _ place: (left: Int, top: Int)) {
    let (width, height, margin) = (900, 700, [9, 200, 31, 77] as [UInt8])
    let box = (width: width - 2 * place.left, height: height - place.top - place.top / 2)
    let pixels = (0..<box.width * box.height * channels).map {
      UInt8(truncatingIfNeeded: $0 / 5 ^ $0 / 4000)
    }
    var drawn: [UInt8] = []
    for y in 0..<height {
      let edge = (0..<place.left).flatMap { _ in margin.prefix(channels) }
      let row = (y - place.top) * box.width * channels
      drawn +=
        0..<box.height ~= y - place.top
        ? edge + pixels[row..<row + box.width * channels] + edge
        : (0..<width).flatMap { _ in margin.prefix(channels) }
    }
    let described = pixels.withUnsafeBufferPointer { pixels in
      pixels.baseAddress.map {
        encoded(
          PNGImage(
            pixels: $0, width: UInt32(width), height: UInt32(height), channels: UInt32(channels),
            boxLeft: UInt32(place.left), boxTop: UInt32(place.top), boxWidth: UInt32(box.width),
            boxHeight: UInt32(box.height), margin: (margin[0], margin[1], margin[2], margin[3])))
      }
    }
    #expect(described == encoded(drawn, width, height, channels))
  }

  /// Matches across the border of parts reach back into the part before, not further.
  @Test(arguments: 1...4) func partsOfOneStream(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (900, 1300)
    let tile = (0..<Int.random(in: 1...40_000, using: &random)).map { _ in
      UInt8.random(in: 0...3, using: &random)
    }
    let samples = (0..<width * height * 3).map { tile[$0 % tile.count] }
    let file = encoded(samples, width, height, 3)
    #expect(Decoded(file, byLibPNG: true).rows == samples)
    #expect(Decoded(file).rows == samples)
  }

  @Test func holdsNothingButThePicture() {
    let bytes = encoded([UInt8](repeating: 9, count: 12), 2, 2, 3)
    var names: [String] = []
    var at = 8
    while at < bytes.count {
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
