/// The words of the commands that a ``ShellParser`` is inside of, as ranges of bytes: nobody pays for
/// a string before a command matters.
struct ShellTokens {
  /// A word of a command, or what a redirection names.
  struct Word {
    /// Its bytes: of the text, or of `copied` where quotes and escapes were removed.
    var range: Range<Int>
    var isCopied = false
    /// Whether it has a substitution: a list of commands whose output is part of it.
    var isSubstitution = false
  }

  /// A redirection of a command.
  struct Redirection {
    let target: Word
    let isInput: Bool
    /// `<<<`: the target is the input itself.
    let isText: Bool
  }

  let text: [UInt8]
  var copied: [UInt8] = []
  var words: [Word] = []
  var redirections: [Redirection] = []

  init(_ text: [UInt8]) { self.text = text }

  /// The bytes of a word.
  func bytes(of word: Word) -> ArraySlice<UInt8> {
    word.isCopied ? copied[word.range] : text[word.range]
  }

  /// The bytes of a word, which may be kept without keeping the parser from adding others.
  func keptBytes(of word: Word) -> ArraySlice<UInt8> {
    word.isCopied ? Array(copied[word.range])[...] : text[word.range]
  }

  func string(of word: Word) -> String { String(decoding: bytes(of: word), as: UTF8.self) }
}

/// A simple command that a ``ShellParser`` has read, whose words are in its tokens.
struct ShellCommandRange {
  /// Where its first word begins in the text, in bytes.
  let start: Int
  let words: Range<Int>
  let redirections: Range<Int>
}

/// What is told of a script, in the order in which its commands end: those of substitutions before
/// the command that they are part of.
protocol ShellReceiver {
  /// A command ended. `tokens` have it until this returns.
  mutating func take(_ command: ShellCommandRange, in tokens: ShellTokens)
  /// The pipeline ended to which the last commands belong.
  mutating func endPipeline()
  /// A list of commands begins inside of a word, or of a command if it is a subshell.
  mutating func beginList()
  /// The list ended; `word` is the number of the word of its command that it belongs to, nil for a
  /// subshell.
  mutating func endList(ofWord word: Int?)
  /// A quoted text ended that is, or is part of, the word of this number.
  mutating func take(quoted text: ArraySlice<UInt8>, _ quote: UInt8, ofWord word: Int)
  /// `name=(items)`.
  mutating func take(array items: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>)
  /// Whether the words before a here-document are a command that runs it; its name then.
  func interpreter(_ words: ArraySlice<ShellTokens.Word>, in tokens: ShellTokens) -> String?
  /// The here-document of an interpreter ended.
  mutating func take(document: Range<Int>, of interpreter: String, in tokens: ShellTokens)
}

/// Most receivers need only the commands.
extension ShellReceiver {
  mutating func endPipeline() {}
  mutating func beginList() {}
  mutating func endList(ofWord word: Int?) {}
  mutating func take(quoted text: ArraySlice<UInt8>, _ quote: UInt8, ofWord word: Int) {}
  mutating func take(array items: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) {}
  func interpreter(_ words: ArraySlice<ShellTokens.Word>, in tokens: ShellTokens) -> String? { nil }
  mutating func take(document: Range<Int>, of interpreter: String, in tokens: ShellTokens) {}
}
