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
    /// Its result may be kept in a variable that is run later.
    case decoder
    /// What makes text of numbers. Programs do that all the time, but do not run it.
    case maker
    /// A call that runs a text, with an escape sequence as the first character of the text.
    case escapes
    case runner
    case command
    case shellPipe
    case socket
    case resolver
  }

  private static let limitSites = 20
  private static let limitNames = 50
  /// How far before a decoder the call that runs its result may begin.
  private static let reachBytes = 400
  private static let limitTextBytes = 64 << 10

  private static let marks: [(text: String, mark: Mark)] = {
    let decoders = [
      "atob(", "b64decode", "b32decode", "base64_decode", "decode_base64", "decode64",
      "FromBase64String", "fromCharCode", "'base64'", "\"base64\"", "fromhex(", "unhexlify",
      "marshal.loads", "zlib.decompress", "gzinflate(", "gzuncompress(", "str_rot13",
      "codecs.decode",
      "unescape(", "hex2bin(", "'hex'", "unpack(", "unpack u", "'rot13'", "'rot_13'", "\"rot13\"",
      "\"rot_13\"", "convert_uudecode", "join(chr(", "join(map(chr", "fromCodePoint",
      "pack('H", "pack(\"H", "pack 'H", "pack \"H", "pack(q", "unpack1(", ".inflateSync(",
      ".gunzipSync(", "DecompressSync(", "Zlib::Inflate",
    ]
    let makers = ["pack(", "Buffer.from(", "bytes([", "bytearray([", "string.char("]
    let escapes = [
      #"eval("\"#, #"eval('\"#, #"eval "\"#, #"exec("\"#, #"exec('\"#, #"load("\"#, #"load('\"#,
      #"string("\"#, #"string('\"#,
    ]
    let commands = ["-EncodedCommand ", "-encodedcommand ", "-enc ", "-Enc ", "-ENC "]
    let runners = [
      "eval(", "exec(", "Function(", "assert(", "system(", "popen(", "execSync(", "eval $",
    ]
    let pipes = ["base64 -d", "base64 -D", "base64 --d", "xxd -r", "openssl ", "gzip -d", "xz -d"]
    return decoders.map { ($0, .decoder) } + makers.map { ($0, .maker) }
      + escapes.map { ($0, .escapes) } + runners.map { ($0, .runner) }
      + commands.map { ($0, .command) }
      + pipes.map { ($0, .shellPipe) }
      + [
        ("/dev/tcp/", .socket), ("/dev/udp/", .socket), ("ifunc(", .resolver),
        ("ifunc__(", .resolver), ("gnu_indirect_function", .resolver),
      ]
  }()

  /// What such places have.
  static let needles = marks.map { Array($0.text.utf8) }

  /// Whether ``ScriptScan`` reads the same file, so that only code of other languages in its strings
  /// is left to find.
  private let isScript: Bool
  private(set) var sites: [Site] = []
  /// Variables that contain decoded text.
  private var decodedNames: Set<String> = []

  init(isScript: Bool = false) { self.isScript = isScript }

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
    if isScript, [.shellPipe, .socket, .resolver].contains(found.mark) { return nil }
    // Only what is decoded may be a long text before the mark.
    let isDecoder = found.mark == .decoder || found.mark == .maker
    let end = isDecoder ? Self.startOfText(before: index, in: bytes) : index
    let before = Array(bytes[max(0, end - Self.reachBytes)..<end])
    // The quote may begin a text as well.
    let near = end < index ? Array(bytes[max(0, index - Self.reachBytes)..<index]) : []
    let line = before[(before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...]
    switch found.mark {
    case .decoder, .maker:
      if let runner = CodeRunner.open(in: before, ending) ?? CodeRunner.open(in: near, ending) {
        return (.decoded, "\(runner)…\(found.text)")
      }
      if found.mark == .decoder, let name = Self.assignedName(in: line),
        decodedNames.count < Self.limitNames
      {
        decodedNames.insert(name)
      }
      return nil
    case .runner:
      guard !(before.last?.isIdentifier ?? false), found.text != "assert(" || ending == "php",
        !(found.text == "exec(" && CodeRunner.isMethod(after: before[...])),
        let name = Self.firstName(in: bytes, after: index + found.text.utf8.count),
        decodedNames.contains(name)
      else { return nil }
      return (.decoded, "\(found.text)\(name))")
    case .escapes:
      let isLua = found.text.hasPrefix("load") || found.text.hasPrefix("string")
      guard isLua == (ending == "lua"),
        Self.hasManyEscapes(bytes[(index + found.text.utf8.count - 1)...])
      else { return nil }
      return (.decoded, "\(found.text)…")
    case .command:
      let word = bytes[(index + found.text.utf8.count)...].prefix(200)
        .drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        .prefix { $0.isLetter || $0.isDigit || "+/=".utf8.contains($0) }
      let command = String(decoding: line, as: UTF8.self).lowercased()
      let isPowerShell = command.contains("powershell") || command.contains("pwsh")
      return isPowerShell && word.count >= 24 ? (.decoded, "\(found.text)…") : nil
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

  /// Where the text begins that precedes a decoder, as in `'…'.unpack1(` and `Buffer.from('…', 'hex')`:
  /// it may be long; `index` if there is none.
  private static func startOfText(before index: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let end = bytes[max(0, index - 8)..<index].lastIndex { !" ,.]\n\t".utf8.contains($0) }
    guard let end, case let quote = bytes[end], "'\"`".utf8.contains(quote) else { return index }
    return bytes[max(0, end - limitTextBytes)..<end].lastIndex(of: quote) ?? index
  }

  /// Whether a text begins with escape sequences, one after the other.
  private static func hasManyEscapes(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let parts = text.prefix(64).split(
      separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false
    )
    .dropFirst().prefix(8)
    return parts.count == 8
      && parts.dropLast().allSatisfy { part in
        let digits = part.first.map { "xu".utf8.contains($0) } ?? false ? part.dropFirst() : part
        return (2...6).contains(digits.count)
          && digits.allSatisfy { $0.isDigit || "abcdefABCDEF{}".utf8.contains($0) }
      }
  }

  /// `name` of `name = …` on a line.
  private static func assignedName(in line: ArraySlice<UInt8>) -> String? {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = line[..<equals].reversed().drop { $0 == UInt8(ascii: " ") }
      .prefix(while: \.isIdentifier)
    return name.isEmpty ? nil : String(decoding: name.reversed(), as: UTF8.self)
  }

  private static func firstName(in bytes: UnsafeRawBufferPointer, after index: Int) -> String? {
    let name = bytes[index...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "$") }
      .prefix(while: \.isIdentifier)
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
