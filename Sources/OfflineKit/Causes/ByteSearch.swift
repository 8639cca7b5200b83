#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Array where Element == UInt8 {
  /// The offset of the first occurrence of `text` from `start` on.
  func firstIndex(of text: [UInt8], from start: Int = 0) -> Int? {
    guard !text.isEmpty, start + text.count <= count else { return nil }
    return withUnsafeBytes { bytes in
      text.withUnsafeBytes { wanted in
        guard let base = bytes.baseAddress, let pattern = wanted.baseAddress else { return nil }
        var next = start
        while next + wanted.count <= count,
          let found = memchr(base + next, Int32(wanted[0]), count - wanted.count + 1 - next)
        {
          if memcmp(found, pattern, wanted.count) == 0 { return UnsafeRawPointer(found) - base }
          next = UnsafeRawPointer(found) - base + 1
        }
        return nil
      }
    }
  }

  func contains(_ text: [UInt8]) -> Bool { firstIndex(of: text) != nil }

  /// All occurrences of `text` replaced, and how many there were.
  func replacing(_ text: [UInt8], with other: [UInt8]) -> (bytes: [UInt8], count: Int) {
    guard var next = firstIndex(of: text) else { return (self, 0) }
    var result: [UInt8] = []
    var (done, number) = (0, 0)
    while true {
      result += self[done..<next]
      result += other
      done = next + text.count
      number += 1
      guard let following = firstIndex(of: text, from: done) else { break }
      next = following
    }
    return (result + self[done...], number)
  }

  /// An unsigned number of `count` bytes, at most 8; nil past the end.
  func number(at offset: Int, _ count: Int, isBigEndian: Bool = false) -> Int? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    var value: UInt64 = 0
    for index in 0..<count {
      value = value << 8 | UInt64(self[isBigEndian ? offset + index : offset + count - 1 - index])
    }
    return Int(exactly: value)
  }

  /// The bytes of a range, cut where this ends.
  func piece(_ start: Int, _ length: Int) -> [UInt8]? {
    guard start >= 0, length >= 0, start <= count, length <= count - start else { return nil }
    return Array(self[start..<start + length])
  }

  /// The text up to the first zero.
  var untilZero: String { String(decoding: prefix { $0 != 0 }, as: UTF8.self) }
}
