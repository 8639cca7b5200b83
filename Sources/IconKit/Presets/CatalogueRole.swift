/// The role of an image in an asset catalogue: one entry of `images` in Contents.json without the
/// file name (Asset Catalog Format Reference, and what Xcode 14 and later write).
public struct CatalogueRole: Hashable, Sendable {
  /// The device: `universal`, `iphone`, `ipad`, `ios-marketing`, `mac`, `watch`, `watch-marketing`,
  /// `tv`, `vision`.
  public var idiom: String
  /// The size in points as Xcode writes it, `83.5x83.5`; nil where the catalogue accepts any.
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
