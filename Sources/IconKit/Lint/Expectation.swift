/// What is required of one PNG file, by a preset or by the Contents.json next to it.
struct Expectation: Sendable {
  /// The transparency that is allowed.
  enum Opacity: Comparable, Sendable {
    case any
    /// No transparent pixel.
    case opaque
    /// No transparent pixel, in an icon for the App Store; its rules allow no alpha channel either.
    case store
  }

  var size: PixelSize?
  /// Whether only the longer side counts, because the preset keeps the master's shape.
  var keepsShape = false
  var opacity = Opacity.any
  var isGrey = false
  var shape = Preset.Icon.Shape.asDrawn
  /// Whether the image fills its shape on purpose, as the background of a layered icon does.
  var fillsShape = false
  var limitBytes: Int?
  /// Whether the image is drawn on an opaque background.
  var isOnGround = false
  /// Whether it is the icon of a Mac app at its largest size.
  var isMacIcon = false
  /// What makes it; nil where that is not known.
  var maker: IconRemedy.Maker?

  init() {}

  /// What a preset requires of one of its files.
  init(_ icon: Preset.Icon) {
    self = icon.role.map(Expectation.init(role:)) ?? Expectation()
    size = icon.size
    if icon.recipe.alpha == .opaque, icon.recipe.isOpaque { opacity = max(opacity, .opaque) }
    isGrey = icon.recipe.tone == .grey
    shape = icon.shape
    fillsShape = icon.recipe.source == .background || icon.recipe.source == .empty
    isOnGround = icon.recipe.isOpaque
    limitBytes = icon.limitBytes
  }

  /// Whether an image may have the size `found`.
  func accepts(_ found: PixelSize) -> Bool {
    guard let size else { return true }
    return keepsShape
      ? max(found.width, found.height) == max(size.width, size.height) : found == size
  }

  /// What an app icon's entry in a Contents.json requires.
  init(role: CatalogRole) {
    size = role.pixels
    isMacIcon = role.idiom == "mac" && size?.width == 1024
    let isForStore =
      role.idiom.hasSuffix("-marketing")
      || role.idiom == "universal" && role.size == "1024x1024"
    switch (role.idiom, role.appearance) {
    case (_, "dark"): break
    case (_, "tinted"): isGrey = true
    case _ where isForStore: opacity = .store
    case ("iphone", _), ("ipad", _), ("watch", _), ("universal", _): opacity = .opaque
    default: break
    }
  }
}

extension CatalogRole {
  /// The size in pixels of an image for this entry; nil where the entry does not give it.
  var pixels: PixelSize? {
    guard let size else { return nil }
    let sides = size.split(separator: "x", omittingEmptySubsequences: false)
    let factor = scale.map { Double($0.prefix { $0 != "x" }) } ?? 1
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]),
      let factor, (0.5...100_000).contains(width * factor),
      (0.5...100_000).contains(height * factor)
    else { return nil }
    return PixelSize(
      width: Int((width * factor).rounded()), height: Int((height * factor).rounded()))
  }
}
