/// The question of a DNS query (RFC 1035, section 4.1), as far as it is needed here.
struct DNSQuestion: Equatable {
  /// The name with dots, without the last one; bytes that are not plain text as `\DDD`.
  let name: String
  /// The number of the record type: 1 is A, 28 AAAA.
  let type: UInt16
  /// The header's first four bytes: identifier and flags.
  private let head: [UInt8]
  /// The question as received, to be repeated in the answer.
  private let question: [UInt8]

  /// Reads the first question of a message; nil if it is an answer or not a DNS message.
  init?(_ message: some Collection<UInt8>) {
    let message = Array(message.prefix(4096))
    guard message.count >= 12, message[2] & 0x80 == 0, message[4] > 0 || message[5] > 0 else {
      return nil
    }
    var name = ""
    var place = 12
    while true {
      guard place < message.count else { return nil }
      let length = Int(message[place])
      place += 1
      if length == 0 { break }
      // No question needs a compressed name: there is nothing before it to point at.
      guard length < 64, place + length + 4 < message.count, name.utf8.count < 1024 else {
        return nil
      }
      if !name.isEmpty { name += "." }
      for byte in message[place..<place + length] { name += Self.text(byte) }
      place += length
    }
    guard place + 4 <= message.count else { return nil }
    self.name = name.isEmpty ? "." : name
    type = UInt16(message[place]) << 8 | UInt16(message[place + 1])
    head = Array(message[..<4])
    question = Array(message[12..<place + 4])
  }

  private static func text(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "."), byte != UInt8(ascii: "\\") {
      return String(UnicodeScalar(byte))
    }
    let digits = String(byte)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// The type's name, from the registry of RFC 6895 as far as builds use it.
  var typeName: String {
    let names: [UInt16: String] = [
      1: "A", 2: "NS", 5: "CNAME", 6: "SOA", 12: "PTR", 15: "MX", 16: "TXT", 28: "AAAA",
      33: "SRV", 64: "SVCB", 65: "HTTPS", 255: "ANY",
    ]
    return names[type] ?? "TYPE\(type)"
  }

  // MARK: - Answers

  /// The answer SERVFAIL.
  ///
  /// NXDOMAIN would claim that the name does not exist, and a build may act on that.
  var serverFailure: [UInt8] { answer(code: 2, records: []) }

  /// The answer for a name of this machine: its loopback address, or no record of other types.
  var loopback: [UInt8] {
    let data: [UInt8] =
      switch type {
      case 1: [127, 0, 0, 1]
      case 28: [UInt8](repeating: 0, count: 15) + [1]
      case 12: [9] + Array("localhost".utf8) + [0]
      default: []
      }
    return answer(data: data)
  }

  /// The answer that the name has this IPv4 address, and no record of another type.
  func answer(address: [UInt8]) -> [UInt8] { answer(data: type == 1 ? address : []) }

  private func answer(data: [UInt8]) -> [UInt8] {
    if data.isEmpty { return answer(code: 0, records: []) }
    // The name by pointer to the question, type, class IN, a second to live, the data.
    let record: [UInt8] =
      [0xc0, 12, UInt8(type >> 8), UInt8(type & 0xff), 0, 1, 0, 0, 0, 1, 0, UInt8(data.count)]
      + data
    return answer(code: 0, records: [record])
  }

  private func answer(code: UInt8, records: [[UInt8]]) -> [UInt8] {
    // An answer with the query's opcode and "recursion desired" flag; recursion available.
    let flags: [UInt8] = [0x80 | (head[2] & 0x79), 0x80 | code]
    return Array(head[..<2]) + flags + [0, 1, 0, UInt8(records.count), 0, 0, 0, 0] + question
      + records.flatMap { $0 }
  }

  /// Whether the name means this machine, so that a lookup is not an attempt: `localhost` and names
  /// under it (RFC 6761, section 6.3), the loopback's reverse names, and `hostname`.
  func isLocal(hostname: String) -> Bool {
    let name = name.lowercased()
    let reverse6 = "1." + String(repeating: "0.", count: 31) + "ip6.arpa"
    return name == "localhost" || name.hasSuffix(".localhost") || name == hostname.lowercased()
      || name.hasSuffix(".127.in-addr.arpa") || name == reverse6
  }
}
