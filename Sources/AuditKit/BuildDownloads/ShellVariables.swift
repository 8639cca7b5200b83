/// The variables that a script or makefile sets, with the values that it sets last.
struct ShellVariables: Sendable {
  /// The longest value that is kept, in bytes, so that values of values cannot grow.
  private static let limitBytes = 1000

  private var values: [String: String] = [:]
  private var aliases: [String: String] = [:]

  private static let declarations: Set<String> = [
    "export", "local", "readonly", "declare", "typeset", "alias",
  ]

  /// Sets a variable; variables in the value are replaced by what they are now.
  mutating func set(_ name: String, to value: String) {
    let value = expanded(value)
    values[name] = value.utf8.count <= Self.limitBytes ? value : nil
  }

  /// Sets a variable that has no value yet.
  mutating func setDefault(_ name: String, to value: String) {
    if values[name] == nil { set(name, to: value) }
  }

  /// Sets what the words `NAME=value …` set, `export` and the like before them allowed, if they are
  /// nothing but assignments; `: ${NAME:=value}` sets one too.
  mutating func set(from words: [String]) {
    var words = words[...]
    guard let first = words.first,
      first == ":" || Self.declarations.contains(first) || ShellCommand.isAssignment(first)
    else { return }
    if first != "alias", Self.declarations.contains(first) {
      words = words.dropFirst().drop { $0.hasPrefix("-") }
    }
    if words.first == "alias" {
      for word in words.dropFirst() {
        guard let equals = word.firstIndex(of: "=") else { continue }
        aliases[String(word[..<equals])] = expanded(String(word[word.index(after: equals)...]))
      }
      return
    }
    if words.first == ":" {
      for word in words.dropFirst() {
        if let (name, fallback) = Self.reference(word), let fallback {
          setDefault(name, to: fallback)
        }
      }
      return
    }
    guard words.allSatisfy(ShellCommand.isAssignment) else { return }
    for word in words {
      guard let equals = word.firstIndex(of: "=") else { continue }
      set(
        String(word[..<equals].filter { $0 != "+" }), to: String(word[word.index(after: equals)...])
      )
    }
  }

  /// What `alias name=…` made of a name.
  func alias(_ name: String) -> String? { aliases.isEmpty ? nil : aliases[name] }

  /// The value of a word that is one variable and nothing else: `$NAME`, `${NAME:-value}`, or
  /// `$(NAME)` in a makefile; nil if it is not one, or is not known.
  func value(ofWord word: String) -> String? {
    guard word.utf8.first == UInt8(ascii: "$"), let (name, fallback) = Self.reference(word) else {
      return nil
    }
    return values[name] ?? fallback
  }

  /// `text` with the known variables replaced.
  func expanded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "$"), result.count <= Self.limitBytes,
        let end = Self.end(ofReferenceAt: position, in: bytes),
        let value = value(ofWord: String(decoding: bytes[position..<end], as: UTF8.self))
      {
        result += Array(value.utf8)
        position = end
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Where `$NAME`, `${…}` or `$(NAME)` at `start` ends.
  private static func end(ofReferenceAt start: Int, in bytes: [UInt8]) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "{"):
      return bytes[start...].prefix(200).firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 }
    case UInt8(ascii: "("):
      return bytes[start...].prefix(200).firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 }
    default:
      return bytes[(start + 1)...].firstIndex { !$0.isIdentifier } ?? bytes.count
    }
  }

  /// The name in a reference, and the value that it gives for an unset variable.
  private static func reference(_ word: String) -> (name: String, fallback: String?)? {
    var inner = word.utf8.dropFirst()
    guard word.utf8.first == UInt8(ascii: "$"), let open = inner.first else { return nil }
    let isBraced = open == UInt8(ascii: "{")
    if isBraced || open == UInt8(ascii: "(") {
      guard inner.last == UInt8(ascii: isBraced ? "}" : ")") else { return nil }
      inner = inner.dropFirst().dropLast()
    }
    let name = inner.prefix(while: \.isIdentifier)
    guard !name.isEmpty, let text = String(name) else { return nil }
    if name.endIndex == inner.endIndex { return (text, nil) }
    let rest = Substring(inner[name.endIndex...])
    // `${NAME[@]}` is a whole array.
    if rest == "[@]" || rest == "[*]" { return (text, nil) }
    guard isBraced else { return nil }
    for mark in [":-", ":=", "-", "="] where rest.hasPrefix(mark) {
      return (text, String(rest.dropFirst(mark.count)))
    }
    return nil
  }
}
