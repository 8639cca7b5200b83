/// What a client sends first on a connection, read for the URL that it asks for.
///
/// Known are a TLS ClientHello (RFC 8446, section 4.1.2) with a server name (RFC 6066, section 3)
/// and the protocols on top (RFC 7301), a request of HTTP/1 (RFC 9112), of git's own protocol
/// (gitprotocol-pack(5)) and the first line of SSH (RFC 4253, section 4.2).
struct OpeningBytes {
  /// More than any of these needs; what is longer is not legible.
  static let limit = 16384
  private static let urlLimit = 2000

  enum Reading: Equatable {
    /// Bytes are missing.
    case incomplete
    case url(String)
    /// None of the known protocols.
    case illegible
  }

  private let bytes: [UInt8]
  /// Where the client believes it is connected to.
  private let host: String
  private let port: UInt16

  init(_ bytes: [UInt8], host: String, port: UInt16) {
    self.bytes = bytes
    self.host = host.contains(":") ? "[\(host)]" : host
    self.port = port
  }

  /// What the bytes say.
  var reading: Reading {
    let reading = protocolReading
    return reading == .incomplete && bytes.count >= Self.limit ? .illegible : reading
  }

  private var protocolReading: Reading {
    guard let first = bytes.first else { return .incomplete }
    if first == 0x16 { return helloReading }
    if isStart(of: "SSH-") {
      return bytes.count < 4 ? .incomplete : .url(url("ssh", host, normal: 22))
    }
    if isStart(of: "0") { return gitReading }
    return requestReading
  }

  /// Whether the bytes begin like `text`, as far as there are any.
  private func isStart(of text: String) -> Bool {
    zip(bytes, text.utf8).allSatisfy { $0 == $1 }
  }

  private func url(_ scheme: String, _ host: String, normal: UInt16, path: String = "/") -> String {
    String("\(scheme)://\(host)\(port == normal ? "" : ":\(port)")\(path)".prefix(Self.urlLimit))
  }

  // MARK: - HTTP

  private var requestReading: Reading {
    let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
    // A method is a token; those in use are capital letters.
    let method = line.prefix { $0 >= 0x41 && $0 <= 0x5a }
    guard method.count <= 20, method.count > 0 else { return .illegible }
    if method.count == bytes.count { return .incomplete }
    guard line.count > method.count, line[method.count] == 0x20 else { return .illegible }
    let words = line.split(separator: 0x20)
    guard let end = endOfHeader else {
      let isRequest = words.count == 3 && Array(words[2]).starts(with: Array("HTTP/1.".utf8))
      return words.count > 3 || line.count < bytes.count && !isRequest ? .illegible : .incomplete
    }
    guard words.count == 3, Array(words[2]).starts(with: Array("HTTP/1.".utf8)) else {
      return .illegible
    }
    let target = Self.text(words[1])
    if Self.text(method) == "CONNECT" {
      return .url(target.hasSuffix(":443") ? "https://\(target.dropLast(4))/" : "tcp://\(target)")
    }
    if target.contains("://") { return .url(String(target.prefix(Self.urlLimit))) }
    let path = target.hasPrefix("/") ? target : "/"
    guard let named = header("host", before: end) else {
      return .url(url("http", host, normal: 80, path: path))
    }
    // The field has the port where it is not 80.
    return .url(String("http://\(named)\(path)".prefix(Self.urlLimit)))
  }

  /// Where the empty line begins.
  private var endOfHeader: Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual([13, 10, 13, 10]) }
  }

  private func header(_ name: String, before end: Int) -> String? {
    for line in bytes[..<end].split(separator: 0x0a).dropFirst() {
      guard let colon = line.firstIndex(of: 0x3a) else { continue }
      guard Self.text(line[..<colon]).lowercased() == name else { continue }
      let value = line[(colon + 1)...].filter { $0 > 0x20 }
      return value.isEmpty ? nil : Self.text(value)
    }
    return nil
  }

  // MARK: - git

  /// A packet line begins with its length in four hexadecimal digits, here of less than 4,096 bytes.
  private var gitReading: Reading {
    guard bytes.count >= 8 else { return .incomplete }
    guard bytes[4..<8].elementsEqual("git-".utf8),
      let length = Int(Self.text(bytes[..<4]), radix: 16)
    else { return .illegible }
    guard bytes.count >= length else { return .incomplete }
    let parts = bytes[4..<max(4, length)].split(separator: 0)
    guard let space = parts.first?.firstIndex(of: 0x20), let path = parts.first?[(space + 1)...]
    else { return .illegible }
    let named = parts.first { $0.starts(with: Array("host=".utf8)) }.map {
      Self.text($0.dropFirst(5))
    }
    return .url(String("git://\(named ?? host)\(Self.text(path))".prefix(Self.urlLimit)))
  }

  // MARK: - TLS

  private var helloReading: Reading {
    var message: [UInt8] = []
    var records = Cursor(bytes[...])
    // A long ClientHello is split over several records.
    while message.count < 4 || message.count < 4 + Self.length(message[1..<4]) {
      guard records.isLeft else { return .incomplete }
      guard let type = records.number(1), let version = records.number(2) else {
        return .incomplete
      }
      guard type == 0x16, version >> 8 == 3 else { return .illegible }
      guard let length = records.number(2) else { return .incomplete }
      guard length > 0, length <= Self.limit else { return .illegible }
      guard let part = records.take(length) else { return .incomplete }
      message += part
      if message[0] != 1 { return .illegible }
    }
    var hello = Cursor(message[4..<4 + Self.length(message[1..<4])])
    guard hello.take(34) != nil, hello.field(1) != nil, hello.field(2) != nil, hello.field(1) != nil
    else { return .illegible }
    var name: String?
    var isWeb = port == 443
    var extensions = Cursor((hello.field(2) ?? [])[...])
    while let type = extensions.number(2), var content = extensions.field(2).map({ Cursor($0) }) {
      if type == 0, var names = content.field(2).map({ Cursor($0) }) {
        while let kind = names.number(1), let value = names.field(2) {
          if kind == 0, !value.isEmpty { name = name ?? Self.text(value) }
        }
      } else if type == 16, var protocols = content.field(2).map({ Cursor($0) }) {
        while let value = protocols.field(1) {
          if ["h2", "http/1.1"].contains(Self.text(value)) { isWeb = true }
        }
      }
    }
    return .url(url(isWeb ? "https" : "tls", name ?? host, normal: 443, path: isWeb ? "/" : ""))
  }

  /// Reads numbers and fields in network order; nil at the end.
  private struct Cursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isLeft: Bool { !rest.isEmpty }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func number(_ size: Int) -> Int? { take(size).map { OpeningBytes.length($0) } }

    /// A field with its length before it, in `size` bytes.
    mutating func field(_ size: Int) -> ArraySlice<UInt8>? { number(size).flatMap { take($0) } }
  }

  private static func length(_ bytes: some Collection<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Printable ASCII as it is, everything else as in a URL.
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    bytes.map { byte in
      if byte > 0x20, byte < 0x7f { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }
    .joined()
  }
}
