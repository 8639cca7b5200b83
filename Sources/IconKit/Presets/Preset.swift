public import SafeFiles

/// A named set of files that some platform expects. A preset is data: see `Preset.all`.
public struct Preset: Sendable {
  /// One picture of a preset.
  public struct Icon: Sendable {
    /// Where it goes, relative to the output folder.
    public let path: RelativePath
    /// The side of its square, in pixels.
    public let side: Int

    /// A picture's place and size; a path that is none is a mistake in the table.
    public init(_ path: String, _ side: Int) {
      guard let path = try? RelativePath(path) else { preconditionFailure("\(path) is no path") }
      self.path = path
      self.side = side
    }
  }

  /// The name that `--preset` takes.
  public let name: String
  /// What it is for, in a few words.
  public let summary: String
  /// What is done with a master that is not square; nil where somebody must decide.
  public let fit: Fit?
  /// Its pictures in the order in which they are listed.
  public let icons: [Icon]

  /// The preset called `name`.
  public static func named(_ name: String) -> Preset? {
    all.first { $0.name == name }
  }
}
