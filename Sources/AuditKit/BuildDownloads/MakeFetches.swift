/// Finds downloads in makefiles.
enum MakeFetches {
  /// Those of recipes, `$(shell …)`, `!=` and `.SHELL`; other lines of a makefile run nothing.
  /// Variables have the values of the file's assignments.
  static func sites(in text: [UInt8]) -> [FetchSite] {
    let lines = ShellFetches.logicalLines(of: text)
    var variables = ShellVariables()
    for (_, line) in lines { set(&variables, from: line) }
    return lines.flatMap { first, line -> [FetchSite] in
      func sites(of script: ArraySlice<UInt8>) -> [FetchSite] {
        ShellFetches.sites(inScript: expanded(script, variables), firstLine: first)
      }
      if line.first == UInt8(ascii: "\t") {
        return sites(of: line.drop { "\t @-+".utf8.contains($0) })
      }
      let code = line.prefix { $0 != UInt8(ascii: "#") }
      var found: [FetchSite] = []
      if code.contains(UInt8(ascii: "!")), let assignment = code.range(of: "!=") {
        found += sites(of: code[assignment.upperBound...])
      }
      var rest = code.contains(UInt8(ascii: "$")) ? code : []
      while let call = rest.range(of: "$(shell ") {
        rest = rest[call.upperBound...]
        // Up to the next one: an extra closing parenthesis only ends a command.
        let end = rest.range(of: "$(shell ")?.lowerBound ?? rest.endIndex
        found += sites(of: rest[..<end])
      }
      // `rule: ; command` on one line.
      if let semicolon = code.firstIndex(of: UInt8(ascii: ";")),
        code[..<semicolon].contains(UInt8(ascii: ":"))
      {
        found += sites(of: code[(semicolon + 1)...])
      }
      return found
    }
  }

  /// Sets what `NAME = value` and the other assignments set; what a `$(shell …)` prints is unknown,
  /// and so is the value of `NAME != command`.
  private static func set(_ variables: inout ShellVariables, from line: ArraySlice<UInt8>) {
    let text = line.drop(while: \.isBlank)
    var name = text.prefix(while: isName)
    guard !name.isEmpty else { return }
    var rest = text[name.endIndex...].drop(while: \.isBlank)
    if name.elementsEqual("export".utf8), let first = rest.first, isName(first) {
      name = rest.prefix(while: isName)
      rest = rest[name.endIndex...].drop(while: \.isBlank)
    }
    let mark = rest.prefix { ":?+".utf8.contains($0) }
    rest = rest[mark.endIndex...]
    guard rest.first == UInt8(ascii: "=") else { return }
    // Between conditions, an assignment may be indented like a recipe; `A=b` is the shell's there.
    let isSpaced =
      rest.startIndex > name.endIndex && rest.dropFirst().first == UInt8(ascii: " ")
    if line.first == UInt8(ascii: "\t"), mark.isEmpty, !isSpaced { return }
    let value = rest.dropFirst().prefix { !"#\n\r".utf8.contains($0) }.drop(while: \.isBlank)
    if value.contains(UInt8(ascii: "$")), value.range(of: "$(shell") != nil { return }
    variables.set(name, to: value)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// The text of a recipe as the shell gets it: the variables replaced, those that are not known
  /// written as the shell's, and `$$` one dollar sign.
  private static func expanded(
    _ bytes: ArraySlice<UInt8>, _ variables: ShellVariables
  ) -> [UInt8] {
    var result: [UInt8] = []
    var position = bytes.startIndex
    while let mark = bytes[position...].firstIndex(of: UInt8(ascii: "$")),
      mark + 1 < bytes.endIndex
    {
      result += bytes[position..<mark]
      let open = bytes[mark + 1]
      if open == UInt8(ascii: "$") {
        result.append(open)
        position = mark + 2
      } else if open == UInt8(ascii: "(") || open == UInt8(ascii: "{"),
        let end = bytes[(mark + 2)...].prefix(100).firstIndex(where: { !isName($0) }),
        bytes[end] == (open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}"))
      {
        let name = bytes[(mark + 2)..<end]
        if let value = variables.value(of: name) {
          result += value
        } else {
          result += "${".utf8
          result += name
          result.append(UInt8(ascii: "}"))
        }
        position = end + 1
      } else {
        result.append(bytes[mark])
        position = mark + 1
      }
    }
    return result + bytes[position...]
  }
}
