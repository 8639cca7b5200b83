import Testing

@testable import OfflineKit

struct DNSQuestionTests {
  /// A question as RFC 1035, section 4.1, draws it.
  private static func message(_ labels: [[UInt8]], type: UInt16 = 1) -> [UInt8] {
    var bytes: [UInt8] = [0xab, 0xcd, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0]
    for label in labels { bytes += [UInt8(label.count)] + label }
    return bytes + [0, UInt8(type >> 8), UInt8(type & 0xff), 0, 1]
  }

  private static func labels(_ name: String) -> [[UInt8]] {
    name.split(separator: ".").map { Array($0.utf8) }
  }

  @Test(arguments: [
    ("example.invalid", UInt16(1), "A"), ("a.b.c.example", 28, "AAAA"), ("x", 65, "HTTPS"),
    ("_svc._tcp.example", 33, "SRV"), ("x", 4711, "TYPE4711"),
  ])
  func reads(name: String, type: UInt16, typeName: String) throws {
    let question = try #require(DNSQuestion(Self.message(Self.labels(name), type: type)))
    #expect(question.name == name)
    #expect(question.type == type)
    #expect(question.typeName == typeName)
  }

  @Test func spellsWhatIsNoText() throws {
    let question = try #require(DNSQuestion(Self.message([[0x61, 0x2e, 0x0a], [0xff]])))
    #expect(question.name == "a\\046\\010.\\255")
    #expect(DNSQuestion(Self.message([]))?.name == ".")
  }

  @Test func answersWithoutLying() throws {
    let bytes = Self.message(Self.labels("example.invalid"))
    let answer = try #require(DNSQuestion(bytes)).serverFailure
    #expect(answer[..<2] == bytes[..<2])
    #expect(answer[2] == 0x81)
    #expect(answer[3] == 0x82)
    #expect(answer[4...] == bytes[4...])
  }

  @Test(arguments: [1, 28] as [UInt16])
  func answersForThisMachine(type: UInt16) throws {
    let address: [UInt8] =
      type == 1 ? [127, 0, 0, 1] : [UInt8](repeating: 0, count: 15) + [1]
    let bytes = Self.message(Self.labels("localhost"), type: type)
    let answer = try #require(DNSQuestion(bytes)).loopback
    #expect(answer[3] == 0x80)
    #expect(answer[7] == 1)
    #expect(Array(answer[12..<bytes.count]) == Array(bytes[12...]))
    #expect(Array(answer.suffix(address.count)) == address)
  }

  @Test(arguments: [
    ("localhost", true), ("LocalHost", true), ("x.localhost", true), ("me", true),
    ("1.0.0.127.in-addr.arpa", true), ("notlocalhost", false), ("me.example", false),
    ("1.2.0.192.in-addr.arpa", false),
  ])
  func knowsItsOwnNames(name: String, isLocal: Bool) throws {
    let question = try #require(DNSQuestion(Self.message(Self.labels(name))))
    #expect(question.isLocal(hostname: "me") == isLocal)
  }

  @Test func survivesEveryTruncationAndEveryFlip() {
    let whole = Self.message(Self.labels("a.long-enough.name.example"))
    for count in 0..<whole.count { #expect(DNSQuestion(whole[..<count]) == nil) }
    for place in whole.indices {
      for bit in 0..<8 {
        var flipped = whole
        flipped[place] ^= 1 << bit
        if let question = DNSQuestion(flipped) {
          #expect(question.serverFailure.count <= flipped.count)
        }
      }
    }
  }

  @Test func refusesPointersAndAnswers() {
    #expect(DNSQuestion(Self.message([]).dropLast(5) + [0xc0, 12, 0, 1, 0, 1]) == nil)
    var answer = Self.message(Self.labels("example"))
    answer[2] |= 0x80
    #expect(DNSQuestion(answer) == nil)
  }
}
