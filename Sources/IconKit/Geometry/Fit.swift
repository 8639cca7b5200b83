/// What to do with a master that is not square.
public enum Fit: String, CaseIterable, Sendable {
  /// The longer side becomes N and the shorter is scaled with it, as by `sips -Z`.
  case longest
  /// As `longest`, padded to a square with transparency or the background.
  case pad
  /// The largest square in the middle.
  case crop
}
