/// The syntax of the languages in which scripts are written.
extension BuildSyntax {
  private static let bothQuotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
  private static let backquote = UInt8(ascii: "`")

  static let python = scripting(lineComment: "#")
  static let perl = scripting(lineComment: "#", commandQuote: backquote, commentFollowsBlank: true)
  static let ruby = perl
  static let javaScript = scripting(
    lineComment: "//", blockComment: ("/*", "*/"), commandQuote: backquote, isTemplateQuote: true)
  static let lua = scripting(lineComment: "--", blockComment: ("--[[", "]]"))
  static let jenkins = scripting(lineComment: "//", blockComment: ("/*", "*/"))
  static let rust: BuildSyntax = {
    var syntax = scripting(lineComment: "//", blockComment: ("/*", "*/"))
    syntax.nestsComments = true
    // An apostrophe begins a lifetime or a character.
    syntax.quotes = [UInt8(ascii: "\"")]
    return syntax
  }()
  static let powerShell: BuildSyntax = {
    var syntax = scripting(
      lineComment: "#", blockComment: ("<#", "#>"), commentFollowsBlank: true)
    syntax.escape = backquote
    syntax.wordBytes = Array("$-:/\\%?*+~!^".utf8)
    return syntax
  }()

  private static func scripting(
    lineComment: String, blockComment: (open: String, close: String)? = nil,
    commandQuote: UInt8? = nil, isTemplateQuote: Bool = false, commentFollowsBlank: Bool = false
  ) -> BuildSyntax {
    var syntax = BuildSyntax(lineComment: lineComment, blockComment: blockComment)
    syntax.quotes = bothQuotes + (commandQuote.map { [$0] } ?? [])
    syntax.closesOnLine = true
    syntax.commandQuote = commandQuote
    syntax.isTemplateQuote = isTemplateQuote
    syntax.commentFollowsBlank = commentFollowsBlank
    return syntax
  }
}
