/// Finds code that runs a text which it decodes first, and resolvers that run before a program
/// begins, in any programming language.
struct CodeScan: Sendable {
  /// Such a place, with its line.
  struct Site: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case decoded
      case socket
      case resolver
    }
    let kind: Kind
    let line: Int
    let detail: String
  }

  private enum Mark: Sendable {
    case decoder
    case runner
    case shellPipe
    case socket
    case resolver
  }

  private static let limitSites = 20
  private static let limitNames = 50
  /// How far before a decoder the call that runs its result may begin.
  private static let reachBytes = 400

  private static let marks: [(text: String, mark: Mark)] = {
    let decoders = [
      "atob(", "b64decode", "b32decode", "base64_decode", "decode_base64", "decode64",
      "FromBase64String", "fromCharCode", "'base64'", "\"base64\"", "fromhex(", "unhexlify",
      "marshal.loads", "zlib.decompress", "gzinflate(", "gzuncompress(", "str_rot13",
      "codecs.decode",
      "unescape(", "hex2bin(", "'hex'", "unpack(", "unpack u", "'rot13'", "'rot_13'", "\"rot13\"",
      "\"rot_13\"", "convert_uudecode", "join(chr(", "join(map(chr", "fromCodePoint",
    ]
    let runners = ["eval(", "exec(", "Function(", "assert(", "system(", "popen(", "execSync("]
    let pipes = ["base64 -d", "base64 -D", "base64 --d", "xxd -r", "openssl ", "gzip -d", "xz -d"]
    return decoders.map { ($0, .decoder) } + runners.map { ($0, .runner) }
      + pipes.map { ($0, .shellPipe) }
      + [
        ("/dev/tcp/", .socket), ("/dev/udp/", .socket), ("ifunc(", .resolver),
        ("ifunc__(", .resolver), ("gnu_indirect_function", .resolver),
      ]
  }()

  /// What such places have.
  static let needles = marks.map { Array($0.text.utf8) }

  private(set) var sites: [Site] = []
  /// Variables that contain decoded text.
  private var decodedNames: Set<String> = []

  /// Takes the occurrence of a needle at `index`.
  mutating func take(
    _ needle: Int, at index: Int, in bytes: UnsafeRawBufferPointer, _ ending: String,
    line: () -> Int
  ) {
    guard sites.count < Self.limitSites,
      let (kind, detail) = judge(Self.marks[needle], at: index, in: bytes, ending)
    else { return }
    let site = Site(kind: kind, line: line(), detail: detail)
    if !sites.contains(where: { $0.kind == site.kind && $0.line == site.line }) {
      sites.append(site)
    }
  }

  private mutating func judge(
    _ found: (text: String, mark: Mark), at index: Int, in bytes: UnsafeRawBufferPointer,
    _ ending: String
  ) -> (Site.Kind, String)? {
    if found.mark == .runner, decodedNames.isEmpty { return nil }
    let start = max(0, index - Self.reachBytes)
    let before = Array(bytes[start..<index])
    let line = before[(before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...]
    switch found.mark {
    case .decoder:
      if let runner = Self.openRunner(in: before) { return (.decoded, "\(runner)…\(found.text)") }
      if let name = Self.assignedName(in: line), decodedNames.count < Self.limitNames {
        decodedNames.insert(name)
      }
      return nil
    case .runner:
      guard !Self.isIdentifier(before.last),
        let name = Self.firstName(in: bytes, after: index + found.text.utf8.count),
        decodedNames.contains(name)
      else { return nil }
      return (.decoded, "\(found.text)\(name))")
    case .shellPipe:
      // Calls end at a line ending; the text may be a string of any language.
      let end = bytes[index...].prefix(Self.reachBytes).firstIndex(of: UInt8(ascii: "\n"))
      let code = Array(line) + Array(bytes[index..<(end ?? min(index + 200, bytes.count))])
      var script = ScriptScan(.shell, isTest: false)
      script.look(at: code, line: 1)
      return script.sites.first { $0.kind == .decoded }.map { (.decoded, $0.detail) }
    case .socket:
      let redirects = line.suffix(8).contains { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
      return redirects ? (.socket, "\(found.text)…") : nil
    case .resolver:
      guard ["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "s", "inc", "rs", "d"].contains(ending)
      else { return nil }
      let text = String(decoding: line, as: UTF8.self)
      let isAttribute =
        found.text.hasPrefix("gnu")
        ? text.contains("@") || text.contains("%")
        : text.contains("__attribute__") || text.contains("gnu::")
      return isAttribute ? (.resolver, "") : nil
    }
  }

  /// The call that runs text and is still open at the end of `text`; nil if there is none.
  private static func openRunner(in text: [UInt8]) -> String? {
    var closed = 0
    for index in text.indices.reversed() {
      switch text[index] {
      case UInt8(ascii: ")"): closed += 1
      case UInt8(ascii: "("):
        if closed > 0 {
          closed -= 1
        } else if let runner = runner(endingAt: index, of: text) {
          return runner
        }
      case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        return perlEval(in: text[index...])
      default: break
      }
    }
    return perlEval(in: text[...])
  }

  private static let runners: Set<String> = [
    "eval", "exec", "Function", "assert", "system", "popen", "execSync", "execScript", "iex",
    "Expression", "instance_eval", "runInThisContext", "runInNewContext", "create_function",
  ]

  private static func runner(endingAt parenthesis: Int, of text: [UInt8]) -> String? {
    let end = text[..<parenthesis].lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? 0
    let start = text[..<end].lastIndex { !isIdentifier($0) }.map { $0 + 1 } ?? 0
    let name = String(decoding: text[start..<end], as: UTF8.self)
    return runners.contains(name) ? "\(name)(" : nil
  }

  /// Perl, Ruby and PowerShell run what follows without parentheses.
  private static func perlEval(in text: ArraySlice<UInt8>) -> String? {
    let words = String(decoding: text, as: UTF8.self).split {
      !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
    }
    return words.suffix(2).first { ["eval", "iex", "Invoke-Expression"].contains(String($0)) }
      .map { "\($0) " }
  }

  private static func isIdentifier(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte.isIdentifier
  }

  /// `name` of `name = …` on a line.
  private static func assignedName(in line: ArraySlice<UInt8>) -> String? {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = line[..<equals].reversed().drop { $0 == UInt8(ascii: " ") }
      .prefix { isIdentifier($0) }
    return name.isEmpty ? nil : String(decoding: name.reversed(), as: UTF8.self)
  }

  private static func firstName(in bytes: UnsafeRawBufferPointer, after index: Int) -> String? {
    let name = bytes[index...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "$") }
      .prefix { isIdentifier($0) }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
