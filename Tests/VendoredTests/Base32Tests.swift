import CBase32
import Testing

/// The C package in Vendor/, compiled from there and called: upstream's behaviour and our patch's.
struct Base32Tests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
    ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
  ])
  func vectors(bytes: String, text: String) {
    #expect(encoded(Array(bytes.utf8)) == text)
    #expect(decoded(text) == Array(bytes.utf8))
  }

  /// What `Vendor/patches/base32/0001-accept-lower-case.patch` is for.
  @Test func lowerCaseIsDecoded() {
    #expect(decoded("mzxw6ytb") == Array("fooba".utf8))
  }

  @Test(arguments: ["M", "MZ======", "MY=====A", "M1======", "========", "MZXW6YT="])
  func whatEncodesNothingIsRefused(text: String) {
    #expect(decoded(text) == nil)
  }

  @Test func everyByteComesBack() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(decoded(encoded(bytes)) == bytes)
    }
  }

  private func encoded(_ bytes: [UInt8]) -> String {
    var text = [CChar](repeating: 0, count: base32_encoded_length(bytes.count))
    base32_encode(bytes, bytes.count, &text)
    return String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func decoded(_ text: String) -> [UInt8]? {
    let characters = text.utf8.map { CChar(bitPattern: $0) }
    var bytes = [UInt8](repeating: 0, count: characters.count / 8 * 5)
    let count = base32_decode(characters, characters.count, &bytes)
    return count < 0 ? nil : Array(bytes[..<count])
  }
}
