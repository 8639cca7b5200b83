import Testing

@testable import AuditKit

/// Which commands a script has, and which of them reads the output of which.
struct ShellParserTests {
  /// Writes down what it is told: a command with `|` before the next one of its pipeline, its
  /// redirections behind it; lists in brackets, with the number of the word that a substitution is
  /// part of.
  private struct Log: ShellReceiver {
    var text = ""

    mutating func take(_ command: ShellCommandRange, in tokens: ShellTokens) {
      let words = tokens.words[command.words].map { "‹\(tokens.string(of: $0))›" }
      let redirections = tokens.redirections[command.redirections].map {
        ($0.isInput ? " <" : " >") + tokens.string(of: $0.target)
      }
      if let last = text.last, !";[]:".contains(last) { text += "|" }
      text += (words + redirections).joined()
    }
    mutating func endPipeline() { if let last = text.last, !";[]".contains(last) { text += ";" } }
    mutating func beginList() { text += "[" }
    mutating func endList(ofWord word: Int?) { text += word.map { "]\($0):" } ?? "]" }
  }

  private static func log(_ text: String, _ dialect: ShellParser<Log>.Dialect) -> String {
    var parser = ShellParser(Array(text.utf8), dialect, receiver: Log())
    parser.parse()
    return parser.receiver.text
  }

  static let scripts: [(String, String)] = [
    ("a | b |& c || d && e &", "‹a›|‹b›|‹c›;‹d›;‹e›;"),
    ("a |\n b\nc", "‹a›|‹b›;‹c›;"),
    ("a b\\\n c # d | e\nf", "‹a›‹b›‹c›;‹f›;"),
    ("'a b'\"c $d\\\"\"\\ e f'", "‹a bc $d\" e›‹f›;"),
    (#"echo "a\nb\\c\$d\`""#, #"‹echo›‹a\nb\c$d`›;"#),
    ("a 2>x <y >>z 3 4 >v", "‹a›‹3›‹4› >x <y >z >v;"),
    ("cat <<A <<-'B' | c\n|x\nA\n\ty\n\tB\nd", "‹cat› <A <B|‹c›;‹d›;"),
    ("x=(a | b) c; (d | e) | f", "‹c›;[‹d›|‹e›;]‹f›;"),
    ("a $(MAKE) ${b:-c d} $", "‹a›‹$(MAKE)›‹${b:-c d}›‹$›;"),
    ("case a in b|c) d;; esac", "‹case›‹a›‹in›‹b›|‹c›;‹d›;‹esac›;"),
    ("\"$(a", "[‹a›;]0:‹$(…)›;"), ("$(which c) d", "[‹which›‹c›;]0:‹c›‹d›;"),
  ]

  @Test(arguments: scripts) func aScript(text: String, expected: String) {
    #expect(Self.log(text, .script) == expected)
  }

  @Test func bracesAndBracketsSeparate() {
    #expect(Self.log("{ a; } [b, c]", .script) == "‹{›‹a›;‹}›‹[b,›‹c]›;")
    #expect(Self.log("{ a } [b, c]", .line) == "‹a›;‹[b,›‹c]›;")
    #expect(Self.log("{ a } [b, c]", .m4) == "‹a›;‹b›;‹c›;")
  }

  /// Every prefix of a script is parsed to its end.
  @Test func anyPrefixIsParsed() {
    let text = Array(
      Self.scripts.map(\.0).joined(separator: "\n`$('\"${\\<<E\n").utf8)
    for count in 0...text.count {
      for dialect in [ShellParser<Log>.Dialect.script, .line, .m4] {
        var parser = ShellParser(Array(text[..<count]), dialect, receiver: Log())
        parser.parse()
        #expect(parser.position >= count)
        #expect(parser.tokens.words.isEmpty && parser.tokens.redirections.isEmpty)
      }
    }
  }
}
