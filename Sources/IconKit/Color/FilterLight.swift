/// The values that filters average.
public enum FilterLight: String, CaseIterable, Sendable {
  /// Amounts of light, as lenses and eyes do: edges keep their place and colours mix as they do at a
  /// distance.
  case linear
  /// The codes of sRGB, as most other tools do: thin dark lines on a light ground stay darker, thin
  /// light lines on a dark ground become darker.
  case perceptual
}
