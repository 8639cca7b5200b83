/// Parses the output of `git cat-file --batch`: for each object a line `ID TYPE SIZE`, the
/// content, a newline.
struct GitBatchReader {
  /// An object that was asked for.
  struct Expected {
    /// Its id in hexadecimal digits.
    var id: [UInt8]
    /// `blob`, `tree` or `commit`.
    var type = "blob"
    /// Its size; nil where it is not known yet.
    var size: UInt64?
  }

  /// A part of an object's content.
  struct Piece {
    /// The place of the object among those that were asked for.
    var index: Int
    /// The size of the whole object.
    var size: UInt64
    /// The bytes; the last piece of an object may be empty.
    var bytes: UnsafeRawBufferPointer
    /// Whether this is the object's last piece.
    var isLast: Bool
  }

  private enum State {
    case header
    case content(size: UInt64, remaining: UInt64)
    case newline
  }

  private let expected: [Expected]
  private let unexpected: VendorError
  private var index = 0
  private var state = State.header
  private var line: [UInt8] = []

  /// A reader of the answer to a request for `expected`.
  ///
  /// - Parameter unexpected: what is thrown when git gives something else.
  init(expected: [Expected], unexpected: VendorError) {
    self.expected = expected
    self.unexpected = unexpected
  }

  /// Reads the next piece of output.
  ///
  /// - Throws: the error that was given when an object other than the requested one comes.
  mutating func consume(
    _ bytes: UnsafeRawBufferPointer, _ body: (Piece) throws -> Void
  ) throws {
    var rest = bytes
    while !rest.isEmpty {
      switch state {
      case .header:
        let part = rest.prefix { $0 != UInt8(ascii: "\n") }
        line += part
        guard line.count <= 256 else { throw unexpected }
        guard part.count < rest.count else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count + 1))
        let size = try readHeader()
        state = .content(size: size, remaining: size)
        if size == 0 {
          let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
          try body(Piece(index: index, size: 0, bytes: nothing, isLast: true))
          state = .newline
        }
      case .content(let size, let remaining):
        let count = Int(min(remaining, UInt64(rest.count)))
        let isLast = UInt64(count) == remaining
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
        try body(Piece(index: index, size: size, bytes: part, isLast: isLast))
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        state = isLast ? .newline : .content(size: size, remaining: remaining - UInt64(count))
      case .newline:
        guard rest[0] == UInt8(ascii: "\n") else { throw unexpected }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        index += 1
        state = .header
      }
    }
  }

  /// Finishes reading: there is no more output.
  func finish() throws {
    guard case .header = state, index == expected.count, line.isEmpty else { throw unexpected }
  }

  private mutating func readHeader() throws -> UInt64 {
    defer { line.removeAll() }
    let fields = line.split(separator: 0x20)
    guard index < expected.count, fields.count == 3, Array(fields[0]) == expected[index].id,
      fields[1].elementsEqual(expected[index].type.utf8),
      let size = UInt64(String(decoding: fields[2], as: UTF8.self)),
      expected[index].size.map({ $0 == size }) ?? true
    else { throw unexpected }
    return size
  }
}
