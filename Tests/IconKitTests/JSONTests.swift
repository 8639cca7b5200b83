import Testing

@testable import IconKit

/// The JSON that others wrote and the JSON that we write.
struct JSONTests {
  @Test(arguments: [
    "null", "true", "-0.5e+10", "[]", "{}", "[1,[2,{\"a\":null}]]", " { \"a\" : [ ] } ",
    "\"\\u0041\\ud83d\\ude00\\\\\\\"\\/\"", "0",
  ])
  func whatIsReadIsWrittenAndReadAgain(text: String) throws {
    let value = try #require(JSON(Array(text.utf8)))
    #expect(JSON(Array(value.formatted.utf8)) == value)
  }

  @Test(arguments: [
    "", "nul", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":1}", "01", "1.", "-", "\"a", "\"\\x\"",
    "\"\\ud800\"", "\"\\udc00\"", "\"\u{1}\"", "[1] 2", "{1:2}", "{\"a\" 1}", "\"\\u12\"", "+1",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(JSON(Array(text.utf8)) == nil)
  }

  @Test func deepAndDamagedTextEndsInNoCrash() {
    #expect(JSON([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) == nil)
    #expect(JSON([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]) == nil)
    let text = Array(#"{"a":[1,"\u00e9x",{"b":-1.5e3}],"c":true}"#.utf8)
    for end in 0..<text.count { #expect(JSON(Array(text[..<end])) == nil) }
    for place in text.indices {
      for bit in 0..<8 {
        var damaged = text
        damaged[place] ^= 1 << bit
        _ = JSON(damaged)
      }
    }
  }

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
