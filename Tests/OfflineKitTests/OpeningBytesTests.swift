import Testing

@testable import OfflineKit

struct OpeningBytesTests {
  private func reading(_ bytes: [UInt8], port: UInt16 = 80) -> OpeningBytes.Reading {
    OpeningBytes(bytes, host: "name.example", port: port).reading
  }

  // MARK: - Messages, written from the RFCs

  private static func field(_ size: Int, _ bytes: [UInt8]) -> [UInt8] {
    (0..<size).reversed().map { UInt8(bytes.count >> (8 * $0) & 0xff) } + bytes
  }

  /// A ClientHello (RFC 8446, section 4.1.2), in records of at most `recordSize` bytes.
  static func hello(
    name: String?, protocols: [String] = [], padding: Int = 0, recordSize: Int = 16384
  ) -> [UInt8] {
    // A GREASE extension comes first (RFC 8701), and padding (RFC 7685).
    var extensions: [UInt8] = [0x0a, 0x0a] + field(2, []) + [0, 21]
    extensions += field(2, [UInt8](repeating: 0, count: padding))
    if let name {
      extensions += [0, 0] + field(2, field(2, [0] + field(2, Array(name.utf8))))
    }
    if !protocols.isEmpty {
      extensions += [0, 16] + field(2, field(2, protocols.flatMap { field(1, Array($0.utf8)) }))
    }
    let body =
      [3, 3] + [UInt8](repeating: 7, count: 32) + field(1, [UInt8](repeating: 9, count: 32))
      + field(2, [0x13, 0x01]) + field(1, [0]) + field(2, extensions)
    let message = [1] + field(3, body)
    return stride(from: 0, to: message.count, by: recordSize).flatMap { start in
      [0x16, 3, 1] + field(2, Array(message[start..<min(start + recordSize, message.count)]))
    }
  }

  static let cases: [(bytes: [UInt8], port: UInt16, url: String)] = [
    (hello(name: "a.example"), 443, "https://a.example/"),
    (hello(name: "a.example", padding: 3000, recordSize: 100), 443, "https://a.example/"),
    (hello(name: "a.example", protocols: ["h2"]), 8443, "https://a.example:8443/"),
    (hello(name: "a.example", protocols: ["imap"]), 993, "tls://a.example:993"),
    (hello(name: nil), 443, "https://name.example/"),
    (
      text("GET /x?y=1 HTTP/1.1\r\nAccept: *\r\nhost:  b.example:81 \r\n\r\n"), 81,
      "http://b.example:81/x?y=1"
    ),
    (text("GET /x HTTP/1.0\r\n\r\n"), 80, "http://name.example/x"),
    (text("GET /x HTTP/1.0\r\n\r\n"), 8080, "http://name.example:8080/x"),
    (text("GET http://c.example/z HTTP/1.1\r\nHost: other\r\n\r\n"), 3128, "http://c.example/z"),
    (
      text("CONNECT d.example:443 HTTP/1.1\r\nHost: d.example:443\r\n\r\n"), 3128,
      "https://d.example/"
    ),
    (text("CONNECT d.example:22 HTTP/1.1\r\n\r\n"), 3128, "tcp://d.example:22"),
    (text("OPTIONS * HTTP/1.1\r\nHost: e.example\r\n\r\n"), 80, "http://e.example/"),
    (text("GET /\u{1b}[31m HTTP/1.1\r\nHost: e.example\r\n\r\n"), 80, "http://e.example/%1B[31m"),
    (
      text("0031git-upload-pack /p/q.git\0host=f.example:9418\0"), 9418,
      "git://f.example:9418/p/q.git"
    ),
    (text("SSH-2.0-OpenSSH_9.6\r\n"), 22, "ssh://name.example/"),
  ]

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  // MARK: - Tests

  @Test(arguments: cases)
  func url(bytes: [UInt8], port: UInt16, url: String) {
    #expect(reading(bytes, port: port) == .url(url))
  }

  /// A slow client sends byte by byte: until the URL is there, more is wanted, and no part of it is
  /// taken for the whole.
  @Test(arguments: cases)
  func fragments(bytes: [UInt8], port: UInt16, url: String) {
    for count in 0..<bytes.count {
      let reading = reading(Array(bytes.prefix(count)), port: port)
      #expect(reading == .incomplete || reading == .url(url), "of \(count) bytes")
    }
  }

  @Test(arguments: [
    "220 mail.example ESMTP\r\n", "get / http/1.1\r\n\r\n", "GET / FTP/1.1\r\n\r\n", "\u{0}\u{1}",
    "GET /\r\nmore", "PRI * HTTP/2.0\r\n\r\n", "a",
  ])
  func otherProtocols(text: String) {
    #expect(reading(Array(text.utf8)) == .illegible)
  }

  /// Every byte changed in every way that matters, and noise: an answer, never a trap.
  @Test func garbage() {
    var seed: UInt64 = 14
    func next() -> UInt8 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(seed >> 56)
    }
    for (bytes, port, _) in Self.cases {
      for place in bytes.indices {
        for value in [0, 0xff, bytes[place] ^ 1, next()] {
          var changed = bytes
          changed[place] = value
          _ = reading(changed, port: port)
        }
      }
    }
    for first in [0x16, 0x30, 0x47, next()] as [UInt8] {
      for _ in 0..<500 {
        let noise = [first] + (0..<Int(next())).map { _ in next() }
        _ = reading(noise)
        _ = reading([0x16, 3, 1, 0, UInt8(min(255, noise.count))] + noise)
      }
    }
  }

  @Test func whatNeverEndsIsGivenUp() {
    let endless = Array("GET /".utf8) + [UInt8](repeating: 0x61, count: OpeningBytes.limit)
    #expect(reading(Array(endless.prefix(OpeningBytes.limit - 1))) == .incomplete)
    #expect(reading(endless) == .illegible)
  }

  @Test func madeUpAddressesAreOfTheBlockAndLeadBack() {
    var addresses = MadeUpAddresses()
    var seen: Set<[UInt8]> = []
    for number in 0..<MadeUpAddresses.limit {
      guard let address = addresses.address(of: "n\(number).example") else {
        Issue.record("no address for the name \(number)")
        return
      }
      guard number % 997 == 0 || number > MadeUpAddresses.limit - 3 else { continue }
      #expect(address[0] == 198 && address[1] & 0xfe == 18)
      #expect(seen.insert(address).inserted)
      let text = address.map(String.init).joined(separator: ".")
      #expect(addresses.name(of: text) == "n\(number).example")
    }
    let further = addresses.address(of: "one.more.example")
    let (upper, lower) = (addresses.address(of: "N0.example"), addresses.address(of: "n0.example"))
    #expect(further == nil)
    #expect(upper != nil && upper == lower)
    for other in ["198.17.0.1", "198.20.0.1", "192.0.2.1", "::1", "198.18.0.0"] {
      #expect(addresses.name(of: other) == nil)
    }
  }
}
