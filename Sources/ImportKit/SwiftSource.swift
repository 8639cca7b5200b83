/// A Swift source with its comments and strings told apart, as far as reading calls in a manifest needs
/// it. Nothing is compiled or run.
struct SwiftSource {
  /// A call of a member such as `.package(…)`.
  struct Call {
    /// The bytes between the parentheses.
    var inside: Range<Int>
    /// The arguments, in order.
    var arguments: [Argument]

    /// The first argument with that label.
    func argument(_ label: String) -> Argument? { arguments.first { $0.label == label } }
  }

  /// An argument of a call.
  struct Argument {
    /// The label; nil where there is none.
    var label: String?
    /// Its value as written.
    var text: String
    /// The contents, if it is a string on one line without escapes and interpolation.
    var literal: String?
  }

  private let bytes: [UInt8]
  private let kinds: [SwiftTokens.Kind]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    kinds = SwiftTokens(bytes).kinds
  }

  /// The calls of `.name(…)` in the code, in order.
  ///
  /// - Complexity: O(bytes), and O(length) for each call.
  func calls(of name: String) -> [Call] {
    let name = Array(".\(name)".utf8)
    var calls: [Call] = []
    var place = 0
    while place + name.count < bytes.count {
      guard kinds[place] == .code, bytes[place...].starts(with: name) else {
        place += 1
        continue
      }
      place += name.count
      let open = bytes[place...].firstIndex { !SwiftTokens.isSpace($0) } ?? bytes.endIndex
      guard open < bytes.count, bytes[open] == UInt8(ascii: "("), let end = closing(from: open)
      else { continue }
      calls.append(Call(inside: open + 1..<end, arguments: arguments(in: open + 1..<end)))
    }
    return calls
  }

  /// This source with each of the ranges, which are in ascending order, replaced.
  func replacing(_ edits: [(range: Range<Int>, text: String)]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for edit in edits {
      result += bytes[place..<edit.range.lowerBound] + Array(edit.text.utf8)
      place = edit.range.upperBound
    }
    return result + bytes[place...]
  }

  /// The parenthesis that closes the one at `open`; nil if none does.
  private func closing(from open: Int) -> Int? {
    var depth = 0
    for place in open..<bytes.count where kinds[place] == .code {
      depth += SwiftTokens.nesting(bytes[place])
      if depth == 0 { return place }
    }
    return nil
  }

  private func arguments(in range: Range<Int>) -> [Argument] {
    var arguments: [Argument] = []
    var depth = 0
    var start = range.lowerBound
    for place in range where kinds[place] == .code {
      depth += SwiftTokens.nesting(bytes[place])
      guard depth == 0, bytes[place] == UInt8(ascii: ",") else { continue }
      arguments += argument(in: start..<place)
      start = place + 1
    }
    return arguments + argument(in: start..<range.upperBound)
  }

  /// The argument in `range`; none if only spaces and comments are.
  private func argument(in range: Range<Int>) -> [Argument] {
    var value = trimmed(range)
    guard !value.isEmpty else { return [] }
    var label: String?
    let word = value.prefix { kinds[$0] == .code && SwiftTokens.isNameByte(bytes[$0]) }
    if !word.isEmpty, word.upperBound < value.upperBound,
      bytes[word.upperBound] == UInt8(ascii: ":")
    {
      label = String(decoding: bytes[word], as: UTF8.self)
      value = trimmed(word.upperBound + 1..<value.upperBound)
    }
    let text = String(decoding: bytes[value], as: UTF8.self)
    let isString = !value.isEmpty && value.allSatisfy { kinds[$0] == .string }
    let isPlain = isString && text.hasPrefix("\"") && !text.hasPrefix("\"\"\"")
    let literal = isPlain && !text.contains("\\") ? String(text.dropFirst().dropLast()) : nil
    return [Argument(label: label, text: text, literal: literal)]
  }

  /// The range without spaces and comments at its ends.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    func isBlank(_ place: Int) -> Bool {
      kinds[place] == .comment || kinds[place] == .code && SwiftTokens.isSpace(bytes[place])
    }
    guard let low = range.first(where: { !isBlank($0) }),
      let high = range.last(where: { !isBlank($0) })
    else { return range.lowerBound..<range.lowerBound }
    return low..<high + 1
  }
}

/// What each byte of a Swift source belongs to (The Swift Programming Language, Lexical Structure).
struct SwiftTokens {
  /// What a byte belongs to.
  enum Kind: UInt8 {
    case code, comment
    /// A string with its quotes and everything that is interpolated into it.
    case string
  }

  private(set) var kinds: [Kind]
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    kinds = [Kind](repeating: .code, count: bytes.count)
    while place < bytes.count { skipToken() }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: byte >= 0x80
    }
  }

  /// 1 for an opening bracket, -1 for a closing one.
  static func nesting(_ byte: UInt8) -> Int {
    if "([{".utf8.contains(byte) { return 1 }
    return ")]}".utf8.contains(byte) ? -1 : 0
  }

  private func has(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// Passes over one byte of code, a comment or a string.
  private mutating func skipToken() {
    let start = place
    if has("//") {
      place = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      mark(start, .comment)
    } else if has("/*") {
      skipBlockComment()
      mark(start, .comment)
    } else if let hashes = hashesOfString() {
      skipString(hashes: hashes)
      mark(start, .string)
    } else {
      place += 1
    }
  }

  private mutating func mark(_ start: Int, _ kind: Kind) {
    for index in start..<place { kinds[index] = kind }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if has("/*") {
        depth += 1
        place += 2
      } else if has("*/") {
        depth -= 1
        place += 2
      } else {
        place += 1
      }
    } while depth > 0 && place < bytes.count
    place = min(place, bytes.count)
  }

  /// How many `#` come before the quote of a string that begins here; nil where none does.
  private func hashesOfString() -> Int? {
    let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    guard place + hashes < bytes.count, bytes[place + hashes] == UInt8(ascii: "\"") else {
      return nil
    }
    return hashes
  }

  /// Passes over a string; one on a single line ends there, even if its quote is missing.
  ///
  /// Strings inside interpolations are not nested: in a manifest an address has none, and what was
  /// read wrongly is no address.
  private mutating func skipString(hashes: Int) {
    let pounds = String(repeating: "#", count: hashes)
    place += hashes
    let isBlock = has("\"\"\"")
    let end = (isBlock ? "\"\"\"" : "\"") + pounds
    place += isBlock ? 3 : 1
    while place < bytes.count {
      if has(end) {
        place += end.utf8.count
        return
      }
      if !isBlock, bytes[place] == 0x0A { return }
      let escapes = has("\\" + pounds)
      place = min(bytes.count, place + (escapes ? 2 + hashes : 1))
    }
  }
}
