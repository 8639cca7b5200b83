import Testing
import VendorKit

/// Digests against FIPS 180-4's examples, and their spelling.
struct DigestTests {
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func sha256HasTheStandardsExamples(unit: String, count: Int, hex: String) throws {
    let digest = SHA256.digest(of: String(repeating: unit, count: count).utf8)
    #expect(digest.hex == hex)
    #expect(digest.description == hex)
    #expect(digest.pin == "sha256:" + hex)
    #expect(SHA256Digest(hex: hex) == digest)
    #expect(SHA256Digest(pin: digest.pin) == digest)
    #expect(SHA256Digest(bytes: digest.bytes) == digest)
    #expect(digest.bytes.count == 32)
  }

  @Test(arguments: [
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
  ])
  func sha1HasTheStandardsExamples(unit: String, count: Int, hex: String) {
    let digest = SHA1.digest(of: String(repeating: unit, count: count).utf8)
    #expect(digest.hex == hex)
    #expect(digest.pin == "sha1:" + hex)
    #expect(SHA1Digest(hex: hex) == digest)
    #expect(digest.bytes.count == 20)
    #expect(SHA1Digest(hex: hex + "00") == nil)
  }

  @Test func piecesGiveTheDigestOfTheWhole() {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = SHA256.digest(of: bytes)
    for size in [1, 63, 64, 65, 4096] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]).span.bytes)
      }
      #expect(hash.finish() == whole)
      // Finished means new: the same value digests the next input.
      #expect(hash.finish() == SHA256.digest(of: []))
    }
  }

  @Test(arguments: [
    "", "e3", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
    String(repeating: "0", count: 63) + "g", String(repeating: "A", count: 64),
    " " + String(repeating: "0", count: 63),
  ])
  func otherSpellingsAreNone(hex: String) {
    #expect(SHA256Digest(hex: hex) == nil)
    #expect(SHA256Digest(pin: "sha256:" + hex) == nil)
    #expect(SHA256Digest(pin: hex) == nil)
  }

  @Test func digestsThatDifferInOneByteDiffer() {
    let zero = Array(repeating: UInt8(0), count: 32)
    for index in 0..<32 {
      var other = zero
      other[index] = 1
      #expect(SHA256Digest(bytes: other) != SHA256Digest(bytes: zero))
      #expect(SHA256Digest(bytes: other)?.bytes == other)
    }
    #expect(SHA256Digest(bytes: zero.dropLast()) == nil)
    #expect(SHA256Digest(bytes: zero + [0]) == nil)
  }
}
