public import SafeFiles

extension Preset {
  /// One PNG file of a preset.
  public struct Icon: Sendable {
    /// What a device makes of it, for whoever shows or judges it; files are never cut like that.
    public enum Shape: Hashable, Sendable {
      /// It is shown as it is.
      case asDrawn
      /// The corners are rounded: iOS and tvOS.
      case roundedRectangle
      /// The largest circle: watchOS, visionOS.
      case circle
      /// Any shape that holds the circle, whose diameter is to the side as these two numbers;
      /// `visible` is the side of what any launcher may show at all.
      case safeCircle(diameter: Int, visible: Int, of: Int)
    }

    /// What a web page or its manifest says of a picture.
    public enum WebRole: String, Hashable, Sendable {
      /// In the manifest, shown as it is.
      case any
      /// In the manifest, cut to any shape.
      case maskable
      /// On a page's tab.
      case favicon = "icon"
      /// On the home screen of an iPhone.
      case appleTouchIcon = "apple-touch-icon"
    }

    /// Where it goes, relative to the output folder.
    public let path: RelativePath
    /// Its size in pixels.
    public let size: PixelSize
    /// How it is made.
    public let recipe: Recipe
    /// What the Contents.json of its folder says of it; nil where there is none.
    public var role: CatalogueRole?
    /// What a web page or its manifest says of it; nil where there is none.
    public var webRole: WebRole?
    /// What a device makes of it.
    public var shape: Shape
    /// When there is such a file.
    public var condition: Condition
    /// The most bytes that a store takes.
    public var limitBytes: Int?

    /// A file from its parts.
    public init(
      path: RelativePath, size: PixelSize, recipe: Recipe = Recipe(), role: CatalogueRole? = nil,
      webRole: WebRole? = nil, shape: Shape = .asDrawn, condition: Condition = .always,
      limitBytes: Int? = nil
    ) {
      self.path = path
      self.size = size
      self.recipe = recipe
      self.role = role
      self.webRole = webRole
      self.shape = shape
      self.condition = condition
      self.limitBytes = limitBytes
    }

    /// Its longer side in pixels.
    public var side: Int { max(size.width, size.height) }

    /// A square of a table; a path that is none is a mistake in the table.
    init(
      _ path: String, _ side: Int, _ recipe: Recipe = .plain, role: CatalogueRole? = nil,
      webRole: WebRole? = nil, shape: Shape = .asDrawn, condition: Condition = .always,
      limitBytes: Int? = nil
    ) {
      self.init(
        path: RelativePath(ofTable: path), size: PixelSize(width: side, height: side),
        recipe: recipe, role: role, webRole: webRole, shape: shape, condition: condition,
        limitBytes: limitBytes)
    }
  }
}

extension RelativePath {
  /// A path that stands in a table of this module.
  init(ofTable text: String) {
    guard let path = try? RelativePath(text) else { preconditionFailure("\(text) is no path") }
    self = path
  }
}
