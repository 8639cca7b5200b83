import Testing

@testable import IconKit

/// The run-length packing of .icns files.
struct ICNSFileTests {
  @Test func runsArePackedAndNothingIsLost() {
    var random = SplitMix64(7)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...600, using: &random)).map { _ in
        UInt8.random(in: 0...1, using: &random)
      }
      #expect(unpacked(ICNSFile.packed(bytes)) == bytes)
    }
    let flat = [UInt8](repeating: 3, count: 1024)
    #expect(unpacked(ICNSFile.packed(flat)) == flat)
  }

  private func unpacked(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var i = 0
    while i < bytes.count {
      let count = Int(bytes[i])
      if count < 128 {
        result += bytes[i + 1...i + 1 + count]
        i += count + 2
      } else {
        result += [UInt8](repeating: bytes[i + 1], count: count - 125)
        i += 2
      }
    }
    return result
  }
}
