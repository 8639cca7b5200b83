/// Variables with a few letters, of which a script may put a program's name together.
struct ShortValues: Sendable {
  private static let limitBytes = 8
  private static let limitNames = 1000
  /// Programs that run or decode what they are given.
  private static let programs: Set<String> = [
    "sh", "bash", "dash", "zsh", "ksh", "ash", "eval", "base64", "xxd",
  ]

  private var values: [String: String] = [:]
  /// Up to where in the file assignments were collected.
  private var collected = 0

  /// Whether the first word of a command in a line may have something joined to a variable: `$a$b`,
  /// `${a}b`, `"$a""$b"`.
  static func areJoined(in code: [UInt8]) -> Bool {
    var isFirst = true
    return code.indices.dropLast().contains { index in
      let (byte, next) = (code[index], code[index + 1])
      if "|;&(`\n".utf8.contains(byte) { isFirst = true }
      if byte.isBlank, !"|;&(`".utf8.contains(next), !next.isBlank {
        let before = code[..<index].last { !$0.isBlank }
        isFirst = before.map { "|;&(`\n".utf8.contains($0) } ?? true
      }
      guard isFirst else { return false }
      return next == UInt8(ascii: "$")
        ? byte.isIdentifier || "}\"'".utf8.contains(byte)
        : byte == UInt8(ascii: "}") && (next.isLetter || next.isDigit)
    }
  }

  /// Collects the assignments of a chunk that begins at `chunk` in the file, before `end`.
  mutating func collect(from bytes: UnsafeRawBufferPointer, upTo end: Int, chunk: Int) {
    var index = max(collected - chunk, 0)
    collected = chunk + end
    while index < end, let equals = bytes[index..<end].firstIndex(of: UInt8(ascii: "=")) {
      index = equals + 1
      var start = equals
      while start > 0, bytes[start - 1].isIdentifier { start -= 1 }
      guard start < equals, !bytes[start].isDigit,
        start == 0 || " \t\n;&(".utf8.contains(bytes[start - 1])
      else { continue }
      let value = bytes[index..<min(index + Self.limitBytes + 3, bytes.count)]
        .drop { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
        .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "/") }
      let isWhole =
        value.endIndex == bytes.count || " \t\r\n;&)'\"".utf8.contains(bytes[value.endIndex])
      guard isWhole, (1...Self.limitBytes).contains(value.count), values.count < Self.limitNames
      else { continue }
      values[String(decoding: bytes[start..<equals], as: UTF8.self)] =
        String(decoding: value, as: UTF8.self)
    }
  }

  /// The program that a word names in parts of which none has the name: `$a$b`; nil for other words.
  func program(in word: String) -> String? {
    guard !values.isEmpty, word.utf8.contains(UInt8(ascii: "$")) else { return nil }
    var name = ""
    var joints: Set<Int> = []
    var rest = word[...]
    while !rest.isEmpty {
      let part: Substring
      if rest.hasPrefix("$") {
        let isBraced = rest.dropFirst().first == "{"
        rest = rest.dropFirst(isBraced ? 2 : 1)
        let variable = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest.dropFirst(variable.count)
        if isBraced {
          guard rest.popFirst() == "}" else { return nil }
        }
        guard let value = values[String(variable)] else { return nil }
        part = value[...]
      } else {
        part = rest.prefix { $0 != "$" }
        rest = rest.dropFirst(part.count)
      }
      joints.insert(name.utf8.count)
      name += part
    }
    let program = name.split(separator: "/").last.map(String.init) ?? ""
    let start = name.utf8.count - program.utf8.count
    guard Self.programs.contains(program), joints.contains(where: { $0 > start }) else {
      return nil
    }
    return program
  }
}
