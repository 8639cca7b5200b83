import CAuditKit

/// Scans text for what its display hides: bidirectional controls, invisible characters, control
/// characters, words with look-alike letters, code beyond the edge of the screen. Also counts lines
/// and measures the longest one.
struct TextScan: Sendable {
  /// What a text is, which decides what is ordinary in it.
  enum Style: Sendable {
    /// Read by compilers and interpreters.
    case source
    /// Documents in the languages of the world.
    case prose
    /// Settings and data, in which texts of all languages stand beside names that tools read.
    case settings
    /// Changes of other files, as a patch has them: of source, most of the time.
    case changes
    /// Text of which nothing is known, such as the input of a test.
    case data
  }

  /// Something hidden, with its line.
  struct Site: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case unpairedBidi
      case pairedBidi
      case invisible
      case payload
      case lookalike
      case control
      case offscreen
    }
    let kind: Kind
    let line: Int
    let detail: String
  }

  /// The most sites of one file that are kept.
  static let limitSites = 50

  let style: Style
  /// Whether something runs what it says, so that none of it may be out of sight.
  private let isRun: Bool
  private(set) var sites: [Site] = []
  /// How many sites were found, kept or not.
  private(set) var siteCount = 0
  private(set) var longestLineBytes = 0
  private(set) var byteCount = 0
  private(set) var lineCount = 1
  /// The control characters of the text.
  private(set) var controls = TextControls()
  /// How many bytes are not part of a valid scalar in UTF-8.
  private(set) var invalidCount = 0

  /// The first line that has nothing but a mark that no program can begin with.
  private(set) var loneMark: (line: Int, mark: Character)?
  /// The first line into which code is packed, and its length.
  private(set) var packedLine: (line: Int, byteCount: Int)?

  private var line = 1
  private var lineStart = 0
  private var bidi = BidiLine()
  private var hidden = HiddenRun()
  private var words = LookalikeWords()
  private var pending: [UInt8] = []
  /// The last visible scalar of the line; a line feed at its beginning.
  private var previous: UInt32 = 10
  private var isFirstScalar = true

  init(_ style: Style = .source, isRun: Bool = false) {
    self.style = style
    self.isRun = isRun || style == .source
  }

  /// Scans the next bytes of the text.
  ///
  /// - Complexity: O(bytes); of a line in plain ASCII only its end and the range of its bytes are
  ///   checked.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      let isBetweenLines = isBetweenLines(at: index)
      if isBetweenLines, case let count = passPlainLines(bytes, from: index), count > 0 {
        index += count
        lineStart = byteCount + index
        isFirstScalar = false
      } else if isBetweenLines, let end = endOfPlainLine(bytes, from: index) {
        checkLine(UnsafeRawBufferPointer(rebasing: bytes[index..<end]))
        endLine(at: byteCount + end)
        isFirstScalar = false
        index = end + 1
      } else {
        index = scanLine(bytes, from: index)
      }
    }
    byteCount += bytes.count
  }

  /// Whether nothing of what is before `index` matters for the line that begins there.
  private func isBetweenLines(at index: Int) -> Bool {
    previous == 10 && words.isBetween && pending.isEmpty && hidden.isEmpty && !bidi.hasControl
      && !controls.isPending && lineStart == byteCount + index
  }

  /// Passes lines in which nothing can be hidden; returns how many bytes they have.
  private mutating func passPlainLines(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { preconditionFailure("bytes[start] exists") }
    var lines = byte_lines(
      limit: LongLine.packedBytes, mark_limit: loneMark == nil ? LongLine.markedBytes : 0,
      marks: LongLine.marks.utf8Start, fewest_blanks: isRun ? LongLine.fewestBlanks : 0, count: 0,
      longest: 0)
    let count = byte_plain_lines(base + start, bytes.count - start, &lines)
    line += lines.count
    longestLineBytes = max(longestLineBytes, lines.longest)
    return count
  }

  /// The end of the line at `start` if it is complete and plain ASCII, so that no character is hidden
  /// in it.
  private func endOfPlainLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { preconditionFailure("bytes[start] exists") }
    let count = byte_plain_line(base + start, bytes.count - start)
    return count < 0 ? nil : start + count
  }

  /// Scans byte by byte up to the end of a line; returns where the next one begins.
  private mutating func scanLine(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      controls.take(byte, line: line)
      if byte >= 0x80 {
        pending.append(byte)
        if let scalar = completeScalar() { take(scalar) }
        continue
      }
      dropPending()
      isFirstScalar = false
      if byte == UInt8(ascii: "\n") {
        checkLine(UnsafeRawBufferPointer(rebasing: bytes[start..<(index - 1)]))
        checkNames(UnsafeRawBufferPointer(rebasing: bytes[start..<(index - 1)]))
        endLine(at: byteCount + index - 1)
        return index
      }
      endHidden(before: UInt32(byte))
      if words.take(ascii: byte, after: previous) {
        add(.lookalike, "U+01C3, which looks like an exclamation mark")
      }
      endWordIfBetween()
      previous = UInt32(byte)
    }
    // The last line, or a piece of one that is longer than a chunk.
    checkLine(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
    checkNames(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
    return index
  }

  /// Ends the last word and the last line; drops everything if this was no text.
  mutating func finish() {
    dropPending()
    endLine(at: byteCount)
    lineCount = line - 1
    for (line, detail) in words.inForeignText() { add(.lookalike, line: line, detail) }
    guard isText else {
      sites = []
      siteCount = 0
      return
    }
    for (line, detail) in controls.sites(style, lineFeeds: lineCount - 1) {
      add(.control, line: line, detail)
    }
  }

  /// Whether at most a tenth of the bytes, or two in a short text, cannot be part of a text in UTF-8. Texts in older encodings
  /// have some such letters.
  var isText: Bool { (controls.binaryCount + invalidCount) * 10 <= byteCount + 20 }

  private mutating func dropPending() {
    invalidCount += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  /// The scalar that the pending bytes encode; nil while bytes are missing. Invalid ones are dropped.
  private mutating func completeScalar() -> UInt32? {
    let first = pending[0]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    guard length > 0, pending.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else {
      dropPending()
      return nil
    }
    guard pending.count == length else { return nil }
    defer { pending.removeAll(keepingCapacity: true) }
    return pending.dropFirst().reduce(UInt32(first) & (0x7F >> UInt32(length))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
  }

  private mutating func take(_ scalar: UInt32) {
    defer { isFirstScalar = false }
    if bidi.take(scalar) { return }
    if scalar == 0xFEFF, isFirstScalar { return }  // A byte order mark.
    if scalar == 0x9B { controls.addEscape(line: line) }  // ESC [ in one character.
    if HiddenRun.contains(scalar) {
      hidden.append(scalar, after: previous)
      words.end()
      endWordIfBetween()
      return
    }
    endHidden(before: scalar)
    words.take(scalar, line: line, in: style)
    endWordIfBetween()
    previous = scalar
  }

  private mutating func endHidden(before next: UInt32) {
    guard !hidden.isEmpty else { return }
    for (isPayload, detail) in hidden.end(before: next, in: style) {
      add(isPayload ? .payload : .invisible, detail)
    }
  }

  private mutating func endWordIfBetween() {
    if let detail = words.takeMixed() { add(.lookalike, detail) }
  }

  private mutating func endLine(at end: Int) {
    endHidden(before: 10)
    words.end()
    endWordIfBetween()
    if let (isPaired, detail) = bidi.end(in: style) {
      add(isPaired ? .pairedBidi : .unpairedBidi, detail)
    }
    longestLineBytes = max(longestLineBytes, end - lineStart)
    lineStart = end + 1
    line += 1
    previous = 10
  }

  /// Finds what nobody reads in a long line, code behind many blanks or packed into it, and lines of
  /// a single mark.
  private mutating func checkLine(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count < LongLine.markedBytes, loneMark == nil, let mark = LongLine.loneMark(in: bytes)
    {
      loneMark = (line, mark)
    }
    guard bytes.count > LongLine.fewestBytes else { return }
    if isRun, let blanks = LongLine.blanksBeforeCode(in: bytes) {
      add(.offscreen, "\(blanks) blanks")
    }
    if bytes.count > LongLine.packedBytes, packedLine == nil, LongLine.isPacked(bytes) {
      packedLine = (line, bytes.count)
    }
  }

  /// Finds soft hyphens in what tools read of settings. In their texts they are ordinary.
  private mutating func checkNames(_ bytes: UnsafeRawBufferPointer) {
    if style == .settings, SettingsNames.haveSoftHyphen(in: bytes) { add(.invisible, "U+00AD") }
  }

  private mutating func add(_ kind: Site.Kind, line: Int? = nil, _ detail: String) {
    let site = Site(kind: kind, line: line ?? self.line, detail: detail)
    guard sites.last != site, style != .data || kind == .unpairedBidi || kind == .payload else {
      return
    }
    siteCount += 1
    if sites.count < Self.limitSites { sites.append(site) }
  }

  /// `U+` and the number of a scalar, as Unicode writes it.
  static func name(_ scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
