public import SafeFiles

extension Preset {
  /// One file of a preset that contains several images.
  public struct Container: Sendable {
    /// The file formats, each with the images that go into it.
    public enum Format: Hashable, Sendable {
      /// Apple's .icns, with the type of each image.
      case icns([Member])
      /// Windows' and the web's .ico: squares of 1 to 256 pixels, in this order.
      case ico([Int])
    }

    /// An image in an .icns file.
    public struct Member: Hashable, Sendable {
      /// Its type, four characters.
      public let type: String
      /// Its side in pixels.
      public let side: Int

      /// An image of this type and side in pixels.
      public init(_ type: String, _ side: Int) {
        self.type = type
        self.side = side
      }
    }

    /// Where it goes, relative to the output folder.
    public internal(set) var path: RelativePath
    /// Its format and images.
    public let format: Format
    /// How each of its images is made.
    public var recipe: Recipe

    /// A file from its parts.
    public init(path: RelativePath, format: Format, recipe: Recipe = Recipe()) {
      self.path = path
      self.format = format
      self.recipe = recipe
    }

    /// The sides of its images in pixels, in their order.
    public var sides: [Int] {
      switch format {
      case .icns(let members): members.map(\.side)
      case .ico(let sides): sides
      }
    }
  }
}
