public import SafeFiles

extension Preset {
  /// One PNG file of a preset.
  public struct Icon: Sendable {
    /// How a device crops the icon, for previews and checks; the files themselves are not cropped.
    public enum Shape: Hashable, Sendable {
      /// It is shown as it is.
      case asDrawn
      /// With rounded corners: iOS and tvOS.
      case roundedRectangle
      /// To the largest circle: watchOS, visionOS.
      case circle
      /// To any shape that contains the circle of `diameter`; `visible` is the side of the middle
      /// part that a launcher may show at most. Both are relative to `of`, the icon's side.
      case safeCircle(diameter: Int, visible: Int, of: Int)
    }

    /// The role of an image on a web page or in its manifest.
    public enum WebRole: String, Hashable, Sendable {
      /// In the manifest, shown as it is.
      case any
      /// In the manifest, cut to any shape.
      case maskable
      /// In a page's tab.
      case favicon = "icon"
      /// On the home screen of an iPhone.
      case appleTouchIcon = "apple-touch-icon"
    }

    /// Where it goes, relative to the output folder.
    public internal(set) var path: RelativePath
    /// Its size in pixels.
    public let size: PixelSize
    /// How it is made.
    public var recipe: Recipe
    /// Its entry in the Contents.json of its folder; nil where there is none.
    public var role: CatalogRole?
    /// Its role on a web page or in its manifest; nil where it has none.
    public var webRole: WebRole?
    /// How a device crops it.
    public var shape: Shape
    /// When the file is made.
    public var condition: Condition
    /// The largest file that the store accepts, in bytes.
    public var limitBytes: Int?
    /// The name that projects of an earlier time have for the file; nil where it never had another.
    public internal(set) var earlierName: RelativePath?

    /// A file from its parts.
    public init(
      path: RelativePath, size: PixelSize, recipe: Recipe = Recipe(), role: CatalogRole? = nil,
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

    /// The same file at another path.
    func moved(to path: RelativePath) -> Icon {
      var icon = self
      icon.path = path
      return icon
    }

    /// Its longer side in pixels.
    public var side: Int { max(size.width, size.height) }

    /// A square icon with a literal path, which must be valid.
    init(
      _ path: String, _ side: Int, _ recipe: Recipe = Recipe(), role: CatalogRole? = nil,
      webRole: WebRole? = nil, shape: Shape = .asDrawn, condition: Condition = .always,
      limitBytes: Int? = nil
    ) {
      self.init(
        path: RelativePath(known: path), size: PixelSize(width: side, height: side),
        recipe: recipe, role: role, webRole: webRole, shape: shape, condition: condition,
        limitBytes: limitBytes)
    }
  }
}

/// The role of an image in an asset catalog: one entry of `images` in Contents.json without the
/// file name (Asset Catalog Format Reference, and what Xcode 14 and later write).
public struct CatalogRole: Hashable, Sendable {
  /// The device: `universal`, `iphone`, `ipad`, `ios-marketing`, `mac`, `watch`, `watch-marketing`,
  /// `tv`, `vision`.
  public var idiom: String
  /// The size in points as Xcode writes it, `83.5x83.5`; nil where the catalog accepts any.
  public var size: String?
  /// `1x` to `3x`; nil where there is only one.
  public var scale: String?
  /// `ios` or `watchos` for the universal idiom.
  public var platform: String?
  /// Where a watch shows it.
  public var role: String?
  /// The watch that it is for, by its case.
  public var subtype: String?
  /// `dark` or `tinted`; nil for the usual appearance.
  public var appearance: String?

  /// An entry from its parts.
  public init(
    idiom: String, size: String? = nil, scale: String? = nil, platform: String? = nil,
    role: String? = nil, subtype: String? = nil, appearance: String? = nil
  ) {
    self.idiom = idiom
    self.size = size
    self.scale = scale
    self.platform = platform
    self.role = role
    self.subtype = subtype
    self.appearance = appearance
  }
}
