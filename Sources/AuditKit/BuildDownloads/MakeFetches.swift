/// Finds downloads in makefiles.
enum MakeFetches {
  /// Those of recipes, `$(shell …)`, `!=` and `.SHELL`; other lines of a makefile run nothing.
  /// Variables have the values of the file's assignments.
  static func sites(in text: [UInt8]) -> [FetchSite] {
    let lines = ShellFetches.logicalLines(of: text)
    var variables = ShellVariables()
    for (_, line) in lines { set(&variables, from: line) }
    return lines.flatMap { first, line -> [FetchSite] in
      func sites(of text: some StringProtocol) -> [FetchSite] {
        ShellFetches.sites(inScript: expanded(String(text), variables), firstLine: first)
      }
      if line.first == UInt8(ascii: "\t") {
        let recipe = line.drop { "\t @-+".utf8.contains($0) }
        return sites(of: String(decoding: recipe, as: UTF8.self))
      }
      let code = line.prefix { $0 != UInt8(ascii: "#") }
      // What runs something here has `!=`, `$(shell` or a semicolon.
      let runs = code.contains {
        $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "$")
      }
      guard runs else { return [] }
      let text = String(decoding: code, as: UTF8.self)
      var found: [FetchSite] = []
      if let assignment = text.range(of: "!=") {
        found += sites(of: text[assignment.upperBound...])
      }
      var rest = text
      while let call = rest.range(of: "$(shell ") {
        rest = String(rest[call.upperBound...])
        // Up to the next one: an extra closing parenthesis only ends a command.
        let end = rest.range(of: "$(shell ")?.lowerBound ?? rest.endIndex
        found += sites(of: rest[..<end])
      }
      // `rule: ; command` on one line.
      if let semicolon = text.range(of: ";"), text[..<semicolon.lowerBound].contains(":") {
        found += sites(of: text[semicolon.upperBound...])
      }
      return found
    }
  }

  /// Sets what `NAME = value` and the other assignments set; what a `$(shell …)` prints is unknown,
  /// and so is the value of `NAME != command`.
  private static func set(_ variables: inout ShellVariables, from line: ArraySlice<UInt8>) {
    let text = line.drop(while: \.isBlank)
    var name = text.prefix(while: isName)
    var rest = text[name.endIndex...].drop(while: \.isBlank)
    if name.elementsEqual("export".utf8), let first = rest.first, isName(first) {
      name = rest.prefix(while: isName)
      rest = rest[name.endIndex...].drop(while: \.isBlank)
    }
    let mark = rest.prefix { ":?+".utf8.contains($0) }
    rest = rest[mark.endIndex...]
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return }
    // Between conditions, an assignment may be indented like a recipe; `A=b` is the shell's there.
    let isSpaced =
      rest.startIndex > name.endIndex && rest.dropFirst().first == UInt8(ascii: " ")
    if line.first == UInt8(ascii: "\t"), mark.isEmpty, !isSpaced { return }
    let value = rest.dropFirst().prefix { !"#\n\r".utf8.contains($0) }.drop(while: \.isBlank)
    let expansion = String(decoding: value, as: UTF8.self)
    if !expansion.contains("$(shell") {
      variables.set(String(decoding: name, as: UTF8.self), to: expansion)
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The text of a recipe as the shell gets it: the variables replaced, those that are not known
  /// written as the shell's, and `$$` one dollar sign.
  private static func expanded(_ text: String, _ variables: ShellVariables) -> [UInt8] {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "$"), position + 1 < bytes.count else {
        result.append(bytes[position])
        position += 1
        continue
      }
      let open = bytes[position + 1]
      if open == UInt8(ascii: "$") {
        result.append(open)
        position += 2
      } else if open == UInt8(ascii: "(") || open == UInt8(ascii: "{"),
        let length = bytes[(position + 2)...].prefix(100).firstIndex(where: { !isName($0) }),
        bytes[length] == (open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}"))
      {
        let name = String(decoding: bytes[(position + 2)..<length], as: UTF8.self)
        let value = variables.value(ofWord: "$(\(name))") ?? "${\(name)}"
        result += Array(value.utf8)
        position = length + 1
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return result
  }
}
