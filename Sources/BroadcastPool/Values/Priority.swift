/// How urgent a request is; more urgent ones start first, equally urgent ones in order of arrival.
public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// After everything else: prefetching, cleaning up.
  case low
  /// The default.
  case normal
  /// Before everything else: a person is waiting for the result.
  case high

  /// Whether the left one starts after the right one.
  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}
