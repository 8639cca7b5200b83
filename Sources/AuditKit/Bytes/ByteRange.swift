extension Collection<UInt8> {
  /// The first occurrence of `part`, which is not empty; nil if there is none: O(length × part).
  func range(of part: StaticString) -> Range<Index>? {
    part.withUTF8Buffer { wanted in
      var start = startIndex
      while let match = self[start...].firstIndex(of: wanted[0]) {
        if self[match...].starts(with: wanted) {
          return match..<index(match, offsetBy: wanted.count)
        }
        start = index(after: match)
      }
      return nil
    }
  }
}
