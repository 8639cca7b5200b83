/// Why a text is not a licence expression.
struct LicenseExpressionError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, without the text itself.
  let problem: String
  /// Where, in bytes from the start of the text.
  let offset: Int

  /// `PROBLEM at byte N`, counting from 1.
  var description: String { "\(problem) at byte \(offset + 1)" }
}

extension LicenseExpression {
  /// The most bytes that a text may have; the longest in use are a few hundred.
  static let limitBytes = 4096
  /// The deepest nesting of parentheses.
  static let limitDepth = 32

  /// Parses an expression by SPDX 2.3 annex D and 3.0.
  ///
  /// Identifiers and exceptions match the list in any case and come out in the list's own. Operators
  /// are all upper case (2.3) or all lower case (3.0). Names that are not on the list are kept: ask
  /// ``unlistedNames``. `NONE` and `NOASSERTION` are not expressions.
  ///
  /// - Throws: ``LicenseExpressionError``.
  /// - Complexity: linear in the length of the text.
  init(parsing text: some StringProtocol) throws(LicenseExpressionError) {
    var parser = LicenseExpressionParser(Array(text.utf8))
    self = try parser.wholeExpression()
  }

  /// The names that are neither on the SPDX list nor `LicenseRef-`, `DocumentRef-`, `AdditionRef-`.
  var unlistedNames: [String] {
    terms.flatMap { term in
      var names: [String] = []
      if !term.isReference, LicenseList.license(named: term.identifier) == nil {
        names.append(term.identifier)
      }
      if let exception = term.exception, !exception.contains("AdditionRef-"),
        LicenseList.exception(named: exception) == nil
      {
        names.append(exception)
      }
      return names
    }
  }
}

/// Recursive descent over the bytes; one level of recursion for each open parenthesis.
private struct LicenseExpressionParser {
  private enum Token: Equatable {
    case open, close, and, or, with, plus, name(String), end
  }

  private let bytes: [UInt8]
  private var position = 0
  private var token = Token.end
  private var tokenStart = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func wholeExpression() throws(LicenseExpressionError) -> LicenseExpression {
    guard bytes.count <= LicenseExpression.limitBytes else {
      throw LicenseExpressionError(
        problem: "longer than \(LicenseExpression.limitBytes) bytes",
        offset: LicenseExpression.limitBytes)
    }
    try advance()
    let expression = try alternatives(depth: 0)
    guard token == .end else { throw unexpected("expected AND, OR or the end") }
    return expression
  }

  private mutating func alternatives(
    depth: Int
  ) throws(LicenseExpressionError) -> LicenseExpression {
    var parts = [try conjunction(depth: depth)]
    while try take(.or) { parts.append(try conjunction(depth: depth)) }
    return LicenseExpression.any(of: parts) ?? parts[0]
  }

  private mutating func conjunction(
    depth: Int
  ) throws(LicenseExpressionError) -> LicenseExpression {
    var parts = [try operand(depth: depth)]
    while try take(.and) { parts.append(try operand(depth: depth)) }
    return LicenseExpression.all(of: parts) ?? parts[0]
  }

  /// Skips `expected` if it comes next.
  private mutating func take(_ expected: Token) throws(LicenseExpressionError) -> Bool {
    guard token == expected else { return false }
    try advance()
    return true
  }

  private mutating func operand(depth: Int) throws(LicenseExpressionError) -> LicenseExpression {
    switch token {
    case .open:
      guard depth < LicenseExpression.limitDepth else {
        throw unexpected("more than \(LicenseExpression.limitDepth) open parentheses")
      }
      try advance()
      let inner = try alternatives(depth: depth + 1)
      guard try take(.close) else { throw unexpected("expected )") }
      return inner
    case .name(let name):
      return .term(try term(name))
    default:
      throw unexpected("expected a licence")
    }
  }

  private mutating func term(_ name: String) throws(LicenseExpressionError) -> LicenseTerm {
    if name == "NONE" || name == "NOASSERTION" {
      throw unexpected("\(name) is not a licence")
    }
    var term = LicenseTerm(identifier: try canonical(name))
    try advance()
    if token == .plus {
      guard !term.isReference else { throw unexpected("a LicenseRef cannot be followed by +") }
      term.allowsLaterVersions = true
      try advance()
    }
    if try take(.with) {
      guard case .name(let exception) = token else { throw unexpected("expected an exception") }
      term.exception = LicenseList.exception(named: exception)?.identifier ?? exception
      try advance()
    }
    return term
  }

  /// The name in the list's own case; references are checked for their form and keep their case.
  private func canonical(_ name: String) throws(LicenseExpressionError) -> String {
    var rest = Substring(name)
    if name.contains(":") {
      guard name.hasPrefix("DocumentRef-"), let colon = name.firstIndex(of: ":") else {
        throw unexpected("only DocumentRef-NAME: may precede a licence")
      }
      rest = name[name.index(after: colon)...]
      guard rest.hasPrefix("LicenseRef-"), !rest.contains(":"),
        name[..<colon].utf8.count > "DocumentRef-".utf8.count
      else { throw unexpected("expected LicenseRef-NAME after DocumentRef-NAME:") }
    } else if name.hasPrefix("DocumentRef-") {
      throw unexpected("expected :LicenseRef-NAME after DocumentRef-NAME")
    }
    if rest.hasPrefix("LicenseRef-") {
      guard rest.utf8.count > "LicenseRef-".utf8.count else {
        throw unexpected("expected a name after LicenseRef-")
      }
      return name
    }
    return LicenseList.license(named: name)?.identifier ?? name
  }

  private func unexpected(_ problem: String) -> LicenseExpressionError {
    LicenseExpressionError(problem: problem, offset: tokenStart)
  }

  private mutating func advance() throws(LicenseExpressionError) {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    tokenStart = position
    guard position < bytes.count else { return token = .end }
    switch bytes[position] {
    case UInt8(ascii: "("): token = .open
    case UInt8(ascii: ")"): token = .close
    case UInt8(ascii: "+"):
      // "The + operator must not be preceded by white space": GPL-2.0 + is an error.
      guard position > 0, Self.isNameByte(bytes[position - 1]) else {
        throw unexpected("a + must follow its licence without a space")
      }
      token = .plus
    default:
      while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
      guard position > tokenStart else { throw unexpected("unexpected character") }
      token = Self.word(String(decoding: bytes[tokenStart..<position], as: UTF8.self))
      return
    }
    position += 1
  }

  private static func word(_ text: String) -> Token {
    switch text {
    case "AND", "and": .and
    case "OR", "or": .or
    case "WITH", "with": .with
    default: .name(text)
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-.:".utf8.contains(byte)
  }
}
