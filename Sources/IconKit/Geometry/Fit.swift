/// What to do with a master that is not square.
public enum Fit: String, CaseIterable, Sendable {
  /// The longer side becomes N, the shorter follows, as `sips -Z` does.
  case longest
  /// As `longest`, then transparent (or the background) around it to make a square.
  case pad
  /// The largest square in the middle.
  case crop
}
