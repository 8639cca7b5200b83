#if os(Linux)
import CSandbox
import Testing

struct ListingTests {
  /// One entry of getdents64: inode, offset of the next, length, type, name.
  private static func entry(_ name: String, offset: UInt64) -> [UInt8] {
    let length = (19 + name.utf8.count + 1 + 7) / 8 * 8
    var bytes = withUnsafeBytes(of: UInt64(name.utf8.count).littleEndian) { Array($0) }
    bytes += withUnsafeBytes(of: offset.littleEndian) { Array($0) }
    bytes += withUnsafeBytes(of: UInt16(length).littleEndian) { Array($0) } + [8] + Array(name.utf8)
    return bytes + [UInt8](repeating: 0, count: length - bytes.count)
  }

  @Test func entriesAreReversedAndOffsetsStayInTheirPlaces() {
    let names = ["a", "a-longer-name", "bc", "another"]
    let from = names.enumerated().flatMap { Self.entry($1, offset: UInt64($0 + 1)) }
    let expected = names.reversed().enumerated().flatMap {
      Self.entry($1, offset: UInt64($0 + 1))
    }
    var to = [UInt8](repeating: 0, count: from.count)
    #expect(csandbox_reverse_entries(from, from.count, &to) == 4)
    #expect(to == expected)
  }

  @Test func whatIsDamagedIsNotReadPastItsEnd() {
    let from = Self.entry("a", offset: 1) + Self.entry("b", offset: 2)
    var to = [UInt8](repeating: 0, count: from.count)
    for count in 0..<from.count { _ = csandbox_reverse_entries(from, count, &to) }
    #expect(csandbox_reverse_entries(from, from.count - 1, &to) == 1)
    #expect(csandbox_reverse_entries([UInt8](repeating: 0, count: 64), 64, &to) == 0)
  }
}
#endif
