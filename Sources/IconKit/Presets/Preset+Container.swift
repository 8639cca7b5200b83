public import SafeFiles

extension Preset {
  /// One file of a preset that holds several pictures.
  public struct Container: Sendable {
    /// The file formats, each with the pictures that go into it.
    public enum Format: Hashable, Sendable {
      /// Apple's; each square by its type there.
      case icns([Member])
      /// Windows' and the web's; squares of 1 to 256 in this order.
      case ico([Int])
    }

    /// A picture in an .icns file.
    public struct Member: Hashable, Sendable {
      /// Its type, four characters.
      public let type: String
      /// Its side in pixels.
      public let side: Int

      /// A picture by its type and its side in pixels.
      public init(_ type: String, _ side: Int) {
        self.type = type
        self.side = side
      }
    }

    /// Where it goes, relative to the output folder.
    public let path: RelativePath
    /// What it holds.
    public let format: Format
    /// How each of its pictures is made.
    public let recipe: Recipe

    /// A file from its parts.
    public init(path: RelativePath, format: Format, recipe: Recipe = Recipe()) {
      self.path = path
      self.format = format
      self.recipe = recipe
    }

    /// The sides of its pictures in pixels, in their order.
    public var sides: [Int] {
      switch format {
      case .icns(let members): members.map(\.side)
      case .ico(let sides): sides
      }
    }
  }
}
