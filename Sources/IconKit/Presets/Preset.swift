/// A named set of files that some platform expects.
///
/// A preset is data. What is written, checked, linted, shown and listed all comes from it, so adding
/// one is adding a table to `Preset.all`.
public struct Preset: Sendable {
  /// The name that `--preset` takes.
  public let name: String
  /// What it is for, in a few words.
  public let summary: String
  /// What is done with a master that is not square; nil where somebody must decide.
  public let fit: Fit?
  /// Its pictures in the order in which they are listed.
  public let icons: [Icon]
  /// Its files that hold several pictures.
  public let containers: [Container]
  /// Its files that are text.
  public let documents: [Document]

  /// A preset from its parts.
  public init(
    name: String, summary: String, fit: Fit? = nil, icons: [Icon] = [],
    containers: [Container] = [], documents: [Document] = []
  ) {
    self.name = name
    self.summary = summary
    self.fit = fit
    self.icons = icons
    self.containers = containers
    self.documents = documents
  }

  /// The preset called `name`.
  public static func named(_ name: String) -> Preset? {
    all.first { $0.name == name }
  }
}

extension Preset {
  /// When a file is part of a preset, by which pictures the user gave.
  public enum Condition: Hashable, Sendable {
    /// Always.
    case always
    /// Only with that picture.
    case given(Recipe.Source)
    /// Only without.
    case missing(Recipe.Source)

    /// Whether it holds when the user gave `sources`.
    public func holds(given sources: Set<Recipe.Source>) -> Bool {
      switch self {
      case .always: true
      case .given(let source): sources.contains(source)
      case .missing(let source): !sources.contains(source)
      }
    }
  }
}
