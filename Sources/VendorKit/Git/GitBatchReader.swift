/// Parses the output of `git cat-file --batch`: for each object a line `ID blob SIZE`, the
/// content, a newline.
struct GitBatchReader {
  private enum State {
    case header
    case content(remaining: UInt64)
    case newline
  }

  private let expected: [(id: [UInt8], size: UInt64)]
  private let label: String
  private var index = 0
  private var state = State.header
  private var line: [UInt8] = []

  init(expected: [(id: [UInt8], size: UInt64)], label: String) {
    self.expected = expected
    self.label = label
  }

  /// Reads the next piece of output.
  ///
  /// - Throws: `VendorError` with `program` when an object other than the requested one comes.
  mutating func consume(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, _ isLast: Bool) throws -> Void
  ) throws {
    var rest = bytes
    while !rest.isEmpty {
      switch state {
      case .header:
        let part = rest.prefix { $0 != UInt8(ascii: "\n") }
        line += part
        guard line.count <= 256 else { throw unexpected() }
        guard part.count < rest.count else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count + 1))
        let size = try readHeader()
        state = .content(remaining: size)
        if size == 0 {
          try body(UnsafeRawBufferPointer(start: nil, count: 0), true)
          state = .newline
        }
      case .content(let remaining):
        let count = Int(min(remaining, UInt64(rest.count)))
        let isLast = UInt64(count) == remaining
        try body(UnsafeRawBufferPointer(rebasing: rest.prefix(count)), isLast)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        state = isLast ? .newline : .content(remaining: remaining - UInt64(count))
      case .newline:
        guard rest[0] == UInt8(ascii: "\n") else { throw unexpected() }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
        index += 1
        state = .header
      }
    }
  }

  /// Finishes reading: there is no more output.
  func finish() throws {
    guard case .header = state, index == expected.count, line.isEmpty else { throw unexpected() }
  }

  private mutating func readHeader() throws -> UInt64 {
    defer { line.removeAll() }
    let fields = line.split(separator: 0x20)
    guard index < expected.count, fields.count == 3, Array(fields[0]) == expected[index].id,
      fields[1].elementsEqual("blob".utf8),
      UInt64(String(decoding: fields[2], as: UTF8.self)) == expected[index].size
    else { throw unexpected() }
    return expected[index].size
  }

  private func unexpected() -> VendorError {
    VendorError(
      .program, at: label, "git did not return the requested objects",
      remedy: "try again; the cached copy was discarded")
  }
}
