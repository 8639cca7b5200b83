/// How urgent a request is; a more urgent one starts first, equals start in the order they came.
public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// After everything else: reading ahead, tidying up.
  case low
  /// What a request has when nobody says otherwise.
  case normal
  /// Before everything else: somebody is looking at the place where the result goes.
  case high

  /// Whether the left one starts after the right one.
  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}
