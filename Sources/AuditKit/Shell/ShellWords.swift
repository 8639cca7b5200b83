/// The words that decide which program a command runs, in every reader of scripts.
enum ShellWords {
  /// Shells that read scripts.
  static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "ash"]

  /// Words of the shell's grammar that stand before a command, or instead of one.
  static let keywords: Set<String> = [
    "if", "then", "else", "elif", "while", "until", "do", "!", "{", "time", "fi", "done",
  ]

  /// Commands that set the variables of their arguments.
  static let declarations: Set<String> = ["export", "local", "declare", "readonly", "typeset"]

  /// `NAME=value` or `NAME+=value`.
  static func isAssignment(_ word: some Collection<UInt8>) -> Bool {
    let name = word.prefix { $0.isIdentifier || $0 == UInt8(ascii: "+") }
    return !name.isEmpty && name.endIndex != word.endIndex
      && word[name.endIndex] == UInt8(ascii: "=")
  }

  /// Where in a word the name of its program is, without its folders, for a variable that of the
  /// variable, because `$CURL` and `$(WGET)` hold what they are called.
  static func program(in word: ArraySlice<UInt8>) -> Range<Int> {
    var name = word
    if let mark = word.first, "$@%".utf8.contains(mark) {
      let start = word.firstIndex { !"$@%({".utf8.contains($0) } ?? word.endIndex
      let end = word[start...].firstIndex { "@%)}:-".utf8.contains($0) } ?? word.endIndex
      // `$curl_path` may be anything, `$(…)` is what a substitution prints.
      let isSubstitution = word[start..<end].starts(with: "…".utf8)
      if !isSubstitution { name = word[start..<end] }
      // CMake's `${GIT_EXECUTABLE}`.
      for ending in endings where name.count > ending.count {
        if zip(name.suffix(ending.count), ending).allSatisfy({ $0 & 0xDF == $1 & 0xDF }) {
          name = name.dropLast(ending.count)
        }
      }
    }
    // `folder/` is called like what is before the slash.
    let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    while let last = name.last, isSlash(last) { name = name.dropLast() }
    return (name.lastIndex(where: isSlash).map { $0 + 1 } ?? name.startIndex)..<name.endIndex
  }

  private static let endings = [
    "_EXECUTABLE", "_COMMAND", "_PROGRAM", "_BIN", "_EXE", "_CMD", "_PATH",
  ].map { Array($0.utf8) }
}

/// A set of short words in lower case in which bytes are looked up.
struct ByteWordSet: Sendable {
  private let slots: [[UInt8]]

  init(_ words: some Sequence<String>) {
    let words = Array(words)
    var slots = [[UInt8]](repeating: [], count: 1 << 10)
    precondition(words.count < slots.count / 2, "a table that is half empty")
    for word in words {
      let bytes = Array(word.utf8)
      var slot = Self.hash(bytes[...]) & (slots.count - 1)
      while !slots[slot].isEmpty { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = bytes
    }
    self.slots = slots
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes { hash = (hash ^ UInt32(byte.lowercased)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }

  /// Whether `bytes` are one of the words, in letters of any case.
  func contains(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count < 32 else { return false }
    var slot = Self.hash(bytes) & (slots.count - 1)
    while !slots[slot].isEmpty {
      if slots[slot].count == bytes.count,
        zip(slots[slot], bytes).allSatisfy({ $0 == $1.lowercased })
      {
        return true
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }
}
