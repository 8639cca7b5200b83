/// The calls of a script, with their paths and what is known about its variables.
struct ScriptCalls {
  typealias Token = BuildSyntax.Token

  /// A call with the tokens between its parentheses, or to the end of its line.
  struct Call {
    let line: Int
    /// The names that lead to it, with dots between them: `Net.HTTP.get`, `Session().get`.
    let path: String
    let arguments: ArraySlice<Token>
    /// Whether the arguments begin with a list.
    var isList: Bool { arguments.first?.text == "[" && arguments.first?.kind == .mark }
  }

  /// The most tokens of one call's arguments.
  private static let limitTokens = 200

  let tokens: [Token]
  private(set) var calls: [Call] = []
  /// Strings and lists of words that are assigned to a name.
  private(set) var variables: [String: [String]] = [:]
  /// The full names of what is imported under another: `get` for `requests.get`.
  private var imported: [String: String] = [:]
  /// Where the parenthesis opens that closes here.
  private var opening: [Int: Int] = [:]

  init(_ text: [UInt8], _ language: ScriptLanguage) {
    tokens = language.syntax.tokens(of: text)
    findVariables()
    if language.name == .python { findImports() }
    if language.name == .javaScript { findRequires() }
    var open: [Int] = []
    var ends: [Int: Int] = [:]
    for (index, token) in tokens.enumerated() where token.kind == .mark {
      if token.text == "(" { open.append(index) }
      if token.text == ")", let start = open.popLast() {
        opening[index] = start
        ends[start] = index
      }
    }
    for (index, token) in tokens.enumerated() {
      if token.kind == .mark, token.text == "(", index > 0, tokens[index - 1].kind == .word {
        var end = min(ends[index] ?? tokens.count, index + Self.limitTokens)
        // Rust passes the arguments in further calls of the same statement.
        if language.name == .rust {
          end = tokens[index...].prefix(Self.limitTokens).firstIndex { $0.text == ";" } ?? end
        }
        add(endingAt: index - 1, tokens[(index + 1)..<max(index + 1, end)])
      } else if language.omitsParentheses, token.kind == .word, index + 1 < tokens.count,
        tokens[index + 1].line == token.line,
        tokens[index + 1].kind != .mark || ["$", "["].contains(tokens[index + 1].text)
      {
        let rest = tokens[(index + 1)...].prefix(Self.limitTokens)
          .prefix { $0.line == token.line && !($0.kind == .mark && $0.text == ";") }
        add(endingAt: index, rest)
      }
    }
  }

  private mutating func add(endingAt index: Int, _ arguments: ArraySlice<Token>) {
    guard let path = path(endingAt: index, depth: 0) else { return }
    calls.append(Call(line: tokens[index].line, path: path, arguments: arguments))
  }

  /// The path of the name at `index`; nil for the name in a definition.
  private func path(endingAt index: Int, depth: Int) -> String? {
    var start = index
    var path = tokens[index].text
    while start > 0 {
      let before = tokens[start - 1]
      if path.hasPrefix("."), before.text == ")", let open = opening[start - 1], open > 0,
        tokens[open - 1].kind == .word, depth < 8
      {
        // `require('https').get` is `https.get`.
        if tokens[open - 1].text == "require", tokens[open + 1].kind == .string {
          let module = tokens[open + 1].text
          return (module.hasPrefix("node:") ? String(module.dropFirst(5)) : module) + path
        }
        return self.path(endingAt: open - 1, depth: depth + 1).map { "\($0)()\(path)" }
      }
      // `::` and `->`.
      guard start > 2, before.kind == .mark, tokens[start - 2].kind == .mark,
        [":" + ":", "->"].contains(tokens[start - 2].text + before.text)
      else { break }
      let name = tokens[start - 3]
      if name.kind == .word {
        path = "\(name.text).\(path)"
        start -= 3
      } else if name.text == ")", let open = opening[start - 3], open > 0,
        tokens[open - 1].kind == .word, depth < 8
      {
        return self.path(endingAt: open - 1, depth: depth + 1).map { "\($0)().\(path)" }
      } else {
        break
      }
    }
    if start > 0, tokens[start - 1].kind == .word,
      ["def", "function", "sub", "fn", "func", "class"].contains(tokens[start - 1].text)
    {
      return nil
    }
    let first = path.prefix { $0 != "." && $0 != "(" }
    if let full = imported[String(first)] { return full + path.dropFirst(first.count) }
    return path
  }

  private mutating func findVariables() {
    for (index, token) in tokens.enumerated()
    where token.kind == .mark && token.text == "=" && index > 0 && index + 1 < tokens.count
      && tokens[index - 1].kind == .word
    {
      let value = tokens[(index + 1)...]
      guard let first = value.first else { continue }
      if first.kind == .string {
        variables[tokens[index - 1].text] = [first.text]
      } else if first.text == "[" || first.text == "(" {
        let words = value.dropFirst().prefix(50).prefix { $0.text != "]" && $0.text != ")" }
        guard words.first?.kind == .string else { continue }
        variables[tokens[index - 1].text] = words.filter { $0.kind != .mark }.map {
          $0.kind == .string ? $0.text : "$\($0.text)"
        }
      }
    }
  }

  /// `import a.b as c`, `from a.b import c as d, e`.
  private mutating func findImports() {
    for (index, token) in tokens.enumerated()
    where token.kind == .word && (token.text == "import" || token.text == "from") {
      let line = tokens[index...].prefix(40).prefix {
        ($0.line == token.line && $0.kind == .word) || $0.text == ","
      }
      let words = line.filter { $0.kind == .word }.map(\.text)
      let isAfterFrom = index > 1 && tokens[index - 2].text == "from"
      if token.text == "import", !isAfterFrom, words.count == 4, words[2] == "as" {
        imported[words[3]] = words[1]
      } else if token.text == "from", words.count > 3, words[2] == "import" {
        var position = 3
        while position < words.count {
          let isRenamed = position + 2 < words.count && words[position + 1] == "as"
          imported[words[isRenamed ? position + 2 : position]] = "\(words[1]).\(words[position])"
          position += isRenamed ? 3 : 1
        }
      }
    }
  }

  /// `const a = require('b')`, `import a from 'b'`; what is destructured keeps its name.
  private mutating func findRequires() {
    for (index, token) in tokens.enumerated() where token.kind == .string && index > 2 {
      let before = tokens[(index - 3)..<index].map(\.text)
      let module = token.text.hasPrefix("node:") ? String(token.text.dropFirst(5)) : token.text
      guard module != "child_process", module.utf8.count < 100 else { continue }
      if before[1] == "require", before[0] == "=", index > 3, tokens[index - 4].kind == .word {
        imported[tokens[index - 4].text] = module
      } else if before[2] == "from", tokens[index - 2].kind == .word {
        imported[tokens[index - 2].text] = module
      }
    }
  }
}
