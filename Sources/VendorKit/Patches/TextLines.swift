/// The lines of a file, each with its newline; only the last may lack one.
struct TextLines {
  private let bytes: [UInt8]
  /// Where each line ends, its newline included.
  private let ends: [Int]

  /// Splits `bytes`.
  ///
  /// - Complexity: O(n).
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ends: [Int] = []
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      ends.append(index + 1)
    }
    if ends.last ?? 0 < bytes.count { ends.append(bytes.count) }
    self.ends = ends
  }

  var count: Int { ends.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }
}

/// A line as the key of a dictionary: hashed in one call and not byte by byte.
struct LineKey: Hashable {
  let line: ArraySlice<UInt8>

  func hash(into hasher: inout Hasher) {
    line.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
