import Testing
import TextFormats

/// The JSON that others wrote and the JSON that we write.
struct JSONTests {
  @Test(arguments: [
    "null", "true", "-0.5e+10", "[]", "{}", "[1,[2,{\"a\":null}]]", " { \"a\" : [ ] } ",
    "\"\\u0041\\ud83d\\ude00\\\\\\\"\\/\"", "0",
  ])
  func whatIsReadIsWrittenAndReadAgain(text: String) throws {
    let value = try #require(JSON(Array(text.utf8)))
    for layout in [JSON.Layout.standard, .xcode] {
      #expect(JSON(Array(value.text(as: layout).utf8)) == value)
    }
  }

  @Test(arguments: [
    "", "nul", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":1}", "01", "1.", "-", "\"a", "\"\\x\"",
    "\"\\ud800\"", "\"\\udc00\"", "\"\u{1}\"", "[1] 2", "{1:2}", "{\"a\" 1}", "\"\\u12\"", "+1",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(JSON(Array(text.utf8)) == nil)
  }

  @Test func deepAndDamagedTextDoesNotCrash() {
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

  @Test func membersKeepTheirOrderAndAreEqualInAny() throws {
    let value = try #require(JSON(Array(#"{"b":1,"a":2,"c":3}"#.utf8)))
    #expect(value.text() == "{\n  \"b\": 1,\n  \"a\": 2,\n  \"c\": 3\n}\n")
    #expect(value == ["a": 2, "b": 1, "c": 3])
    #expect(value != ["a": 2, "b": 1])
    #expect(value != ["a": 2, "b": 1, "c": 4])
  }

  @Test func aMemberIsSetInItsPlaceAddedAndRemoved() {
    var value: JSON = ["a": 1, "b": 2, "left out": nil]
    value["a"] = "x"
    value["c"] = true
    value["b"] = nil
    #expect(value.text() == "{\n  \"a\": \"x\",\n  \"c\": true\n}\n")
  }

  @Test func numbersStayTheTextThatTheyWere() throws {
    let text = "[\n  1.50,\n  123456789012345678901234567890,\n  -0\n]\n"
    #expect(try #require(JSON(Array(text.utf8))).text() == text)
  }

  @Test(arguments: [
    (JSON.Layout.standard, "{\n  \"b\": [],\n  \"a\": {}\n}\n"),
    (.xcode, "{\n  \"a\" : {\n\n  },\n  \"b\" : [\n\n  ]\n}\n"),
    (.xcodeUnsorted, "{\n  \"b\" : [\n\n  ],\n  \"a\" : {\n\n  }\n}\n"),
  ])
  func layoutsDifferInOrderAndSpace(layout: JSON.Layout, text: String) {
    let value: JSON = ["b": [], "a": [:]]
    #expect(value.text(as: layout) == text)
  }

  @Test(arguments: [
    "{\n  \"b\" : {\n    \"d\" : 1,\n    \"c\" : 2\n  },\n  \"a\" : []\n}\n",
    "{\n  \"b\" : 1,\n  \"a\" : 2\n}", "{\n  \"a\" : 1,\n  \"b\" : 2\n}\n",
    "{\n  \"b\": 1,\n  \"a\": []\n}\n",
  ])
  func aDocumentKeepsItsOrderAndItsLayout(text: String) throws {
    let bytes = Array(text.replacing(" : []", with: " : [\n\n  ]").utf8)
    let value = try #require(JSON(bytes))
    #expect(value.bytes(like: bytes) == bytes)
  }

  @Test func everyControlCharacterIsEscapedAndReadAgain() {
    let all = String(String.UnicodeScalarView((0...0xA0).compactMap(Unicode.Scalar.init)))
    for layout in [JSON.Layout.standard, .xcode] {
      let text = JSON.string(all).text(as: layout).dropLast()
      #expect(
        !text.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
      #expect(JSON(Array(text.utf8)) == .string(all))
    }
    #expect(JSON.string("\u{1B}[31m\u{7F}").text() == "\"\\u001b[31m\\u007f\"\n")
  }
}
