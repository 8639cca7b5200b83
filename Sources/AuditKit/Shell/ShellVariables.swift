/// The variables that a script or makefile sets, with the values that it sets last.
///
/// Names and values are slices of the text, so that one that is never used costs little.
struct ShellVariables: Sendable {
  /// The longest value that is kept, in bytes, so that values of values cannot grow.
  private static let limitBytes = 1000

  /// A name, compared and hashed as bytes.
  private struct Name: Hashable {
    let bytes: ArraySlice<UInt8>

    static func == (left: Name, right: Name) -> Bool { left.bytes.elementsEqual(right.bytes) }
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var values: [Name: ArraySlice<UInt8>] = [:]
  private var aliases: [Name: ArraySlice<UInt8>] = [:]

  /// Sets a variable; variables in the value are replaced by what they are now.
  mutating func set(_ name: ArraySlice<UInt8>, to value: ArraySlice<UInt8>) {
    let value = expanded(value) ?? value
    values[Name(bytes: name)] = value.count <= Self.limitBytes ? value : nil
  }

  /// Sets what the words `NAME=value …` set, `export` and the like before them allowed, if they are
  /// nothing but assignments; `: ${NAME:=value}` sets one too.
  mutating func set(from words: ArraySlice<ShellTokens.Word>, in tokens: ShellTokens) {
    guard let first = words.first else { return }
    if first.isAssignment(in: tokens) {
      guard words.allSatisfy({ $0.isAssignment(in: tokens) }) else { return }
      for word in words { setAssigned(tokens.keptBytes(of: word)) }
      return
    }
    // `:`, and from `alias` to `readonly`.
    let bytes = tokens.bytes(of: first)
    guard bytes.first == UInt8(ascii: ":") || (5...8).contains(bytes.count),
      case let name = String(decoding: bytes, as: UTF8.self),
      name == ":" || name == "alias" || ShellWords.declarations.contains(name)
    else { return }
    let rest = words.dropFirst()
    switch name {
    case ":":
      for word in rest {
        let word = tokens.keptBytes(of: word)
        if let (name, fallback) = Self.reference(word), let fallback,
          values[Name(bytes: name)] == nil
        {
          set(name, to: fallback)
        }
      }
    case "alias":
      for word in rest {
        let word = tokens.keptBytes(of: word)
        guard let equals = word.firstIndex(of: UInt8(ascii: "=")),
          word[..<equals].allSatisfy({ $0.isIdentifier || ".-".utf8.contains($0) })
        else { continue }
        let value = word[(equals + 1)...]
        aliases[Name(bytes: word[..<equals])] = expanded(value) ?? value
      }
    default:
      let assignments = rest.drop { tokens.bytes(of: $0).first == UInt8(ascii: "-") }
      guard assignments.allSatisfy({ $0.isAssignment(in: tokens) }) else { return }
      for word in assignments { setAssigned(tokens.keptBytes(of: word)) }
    }
  }

  /// Sets what `NAME=value` or `NAME+=value` sets.
  private mutating func setAssigned(_ word: ArraySlice<UInt8>) {
    guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { return }
    var name = word[..<equals]
    if name.contains(UInt8(ascii: "+")) { name = name.filter { $0 != UInt8(ascii: "+") }[...] }
    set(name, to: word[(equals + 1)...])
  }

  /// What `alias name=…` made of a name.
  func alias(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    aliases.isEmpty ? nil : aliases[Name(bytes: name)]
  }

  /// What `alias name=…` made of a name.
  func alias(_ name: String) -> String? {
    alias(Array(name.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of a variable; nil if it is not known.
  func value(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    values.isEmpty ? nil : values[Name(bytes: name)]
  }

  /// `text` with the known variables replaced.
  func expanded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    return expanded(Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// `text` with the known variables replaced; nil if it has none.
  func expanded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var result: [UInt8] = []
    var isChanged = false
    // What is before it stands in the result.
    var copied = text.startIndex
    var position = text.startIndex
    while let mark = text[position...].firstIndex(of: UInt8(ascii: "$")) {
      position = mark + 1
      guard result.count <= Self.limitBytes, let end = Self.end(ofReferenceAt: mark, in: text),
        let (name, fallback) = Self.reference(text[mark..<end]),
        let value = values[Name(bytes: name)] ?? fallback
      else { continue }
      isChanged = true
      result += text[copied..<mark]
      result += value
      position = end
      copied = end
    }
    guard isChanged else { return nil }
    result += text[copied...]
    return result[...]
  }

  /// Where `$NAME`, `${…}` or `$(NAME)` at `start` ends.
  private static func end(ofReferenceAt start: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    guard start + 1 < bytes.endIndex else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "{"):
      return bytes[start...].prefix(200).firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 }
    case UInt8(ascii: "("):
      return bytes[start...].prefix(200).firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 }
    default:
      return bytes[(start + 1)...].firstIndex { !$0.isIdentifier } ?? bytes.endIndex
    }
  }

  /// The name in a reference, `$NAME`, `${NAME:-value}`, or `$(NAME)` in a makefile, and the value
  /// that it gives for an unset variable.
  private static func reference(
    _ word: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, fallback: ArraySlice<UInt8>?)? {
    var inner = word.dropFirst()
    guard word.first == UInt8(ascii: "$"), let open = inner.first else { return nil }
    let isBraced = open == UInt8(ascii: "{")
    if isBraced || open == UInt8(ascii: "(") {
      guard inner.last == UInt8(ascii: isBraced ? "}" : ")") else { return nil }
      inner = inner.dropFirst().dropLast()
    }
    let name = inner.prefix(while: \.isIdentifier)
    guard !name.isEmpty else { return nil }
    let rest = inner[name.endIndex...]
    // `${NAME[@]}` is a whole array.
    if rest.isEmpty || rest.elementsEqual("[@]".utf8) || rest.elementsEqual("[*]".utf8) {
      return (name, nil)
    }
    guard isBraced else { return nil }
    let marks = rest.first == UInt8(ascii: ":") ? rest.dropFirst() : rest
    guard marks.first == UInt8(ascii: "-") || marks.first == UInt8(ascii: "=") else { return nil }
    return (name, marks.dropFirst())
  }
}

extension ShellTokens.Word {
  /// `NAME=value` or `NAME+=value`.
  func isAssignment(in tokens: ShellTokens) -> Bool {
    ShellWords.isAssignment(tokens.bytes(of: self))
  }
}
