/// The same parts in two orders.
struct Order {
  /// What decides the order, as far as the two tell.
  let kind: Cause.Kind
  /// More about it, to be added to a sentence.
  let hint: String

  /// Two lists of the same parts.
  init(_ first: [[UInt8]], _ second: [[UInt8]]) {
    if second.elementsEqual(first.reversed()) {
      (kind, hint) = (.directoryOrder, ", that of a folder's entries")
    } else if Self.isSorted(first), !Self.isSorted(second) {
      (kind, hint) = (.locale, ", sorted by each locale's rules")
    } else {
      (kind, hint) = (.order, "")
    }
  }

  /// Two texts of the same lines, words or strings in different orders; nil for others.
  init?(separating first: [UInt8], _ second: [UInt8]) {
    guard first.count == second.count, first.count <= 16 << 20 else { return nil }
    for separator: UInt8 in [0x0A, 0x00, 0x20, 0x2C] where first.contains(separator) {
      let one = first.split(separator: separator).map(Array.init)
      let other = second.split(separator: separator).map(Array.init)
      guard one.count > 1, one.count == other.count, one != other else { continue }
      // The last word of a line ends with the newline, wherever it stands.
      if Self.sorted(one) == Self.sorted(other) {
        self.init(one, other)
        return
      }
    }
    return nil
  }

  private static func sorted(_ parts: [[UInt8]]) -> [[UInt8]] {
    parts.map { $0.last == 0x0A ? Array($0.dropLast()) : $0 }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func isSorted(_ parts: [[UInt8]]) -> Bool {
    zip(parts, parts.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) }
  }
}
