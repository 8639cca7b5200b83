/// Whether an advisory affects one version of a package that it names.
enum AdvisoryVerdict: Equatable, Sendable {
  /// A version that it does not list, outside all its ranges.
  case unaffected
  /// Affected; `fixed` are the versions or commits that end the range, in the order of the advisory.
  case affected(fixed: [String])
  /// Unknown, for a reason that can be read after "but".
  case undecided(reason: String)

  /// The verdict of two entries about one package, of which the worse counts.
  func joined(with other: AdvisoryVerdict) -> AdvisoryVerdict {
    switch (self, other) {
    case (.affected(let left), .affected(let right)):
      .affected(fixed: left + right.filter { !left.contains($0) })
    case (.affected, _), (.undecided, .unaffected), (.undecided, .undecided): self
    default: other
    }
  }
}
