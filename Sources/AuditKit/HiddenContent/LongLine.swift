/// What is in a line that is longer than anyone writes.
enum LongLine {
  /// The fewest bytes of a line that is looked at.
  static let fewestBytes = 24
  /// More columns of blanks than a screen is wide.
  static let edgeColumns = 200
  /// The length from which a line may be packed.
  static let packedBytes = 2000

  /// A run of that many columns has at least as many bytes as tabs would take.
  static let fewestBlanks = edgeColumns / 8
  /// Lines of fewer bytes may be nothing but a mark.
  static let markedBytes = 12
  /// Not `*`: between conditions, templates in C have comments with such lines.
  static let marks: StaticString = ".+^~@?&"

  /// The mark of a line that has nothing else, where no language has such lines; nil for other lines.
  static func loneMark(in line: UnsafeRawBufferPointer) -> Character? {
    let text = line.drop { $0.isBlank }
    guard let mark = text.first, marks.withUTF8Buffer({ $0.contains(mark) }),
      text.dropFirst().allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") })
    else { return nil }
    return Character(Unicode.Scalar(mark))
  }

  /// How many columns of blanks shift code beyond the edge of the screen; nil if none do. Blanks in a string are
  /// part of it if nothing but punctuation follows the string.
  static func blanksBeforeCode(in line: UnsafeRawBufferPointer) -> Int? {
    guard
      stride(from: fewestBlanks - 1, to: line.count, by: fewestBlanks).contains(where: {
        line[$0].isBlank
          || line[$0] == UInt8(ascii: "\r")
      })
    else { return nil }
    var blanks = 0
    var isInString = false
    for (index, byte) in line.enumerated() {
      switch byte {
      case UInt8(ascii: " "):
        blanks += 1
        continue
      case UInt8(ascii: "\t"):
        blanks += 8
        continue
      case UInt8(ascii: "\r"): continue
      case _ where blanks < edgeColumns || byte == UInt8(ascii: "\\"): break
      default:
        let rest = line[index...]
        let code = isInString ? rest.drop { $0 != UInt8(ascii: "\"") }.dropFirst() : rest
        if code.contains(where: \.isLetter) { return blanks }
      }
      blanks = 0
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
    }
    return nil
  }

  /// Whether a line has as many statements as only a generator writes into one: not a paragraph, a
  /// table, or data.
  static func isPacked(_ line: UnsafeRawBufferPointer) -> Bool {
    var counts = [Int](repeating: 0, count: 256)
    for byte in line { counts[Int(byte)] += 1 }
    func count(_ text: String) -> Int { text.utf8.reduce(0) { $0 + counts[Int($1)] } }
    // Entities of HTML end in a semicolon.
    let statements = count(";") - count("&")
    return statements >= 20 && count("=(") >= 20 && count(" \t") * 6 < line.count
  }
}
