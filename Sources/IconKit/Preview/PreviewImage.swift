import SafeFiles

/// An image of a preview: a PNG file, or one of the images in an .ico or .icns file.
struct PreviewImage: Sendable {
  let path: RelativePath
  let size: PixelSize
  /// The image's length in bytes.
  let bytes: Int
  /// An image file that browsers can show.
  let image: [UInt8]
  /// Whether it can be transparent.
  let hasAlpha: Bool
  /// What it was made as; nil for an image in a container.
  var icon: Preset.Icon?
  /// The file that it is in; nil for an image of its own.
  var container: Preset.Container?

  /// The file's own name.
  var name: String { path.lastComponent.description }

  /// The image of a PNG file; nil for any other file.
  init?(_ file: IconFile, icon: Preset.Icon?) {
    guard let outline = PNGOutline(file.bytes) else { return nil }
    path = file.path
    size = outline.size
    bytes = file.bytes.count
    image = file.bytes
    // Some files must have an alpha channel and be opaque.
    hasAlpha = outline.hasAlpha && icon?.recipe.alpha.isOpaque != true
    self.icon = icon
  }

  /// An image in an .ico or .icns file; nil where a browser cannot show it.
  private init?(_ part: ContainerPart, of file: IconFile, container: Preset.Container?) {
    path = file.path
    bytes = part.bytes.count
    self.container = container
    if let outline = PNGOutline(part.bytes) {
      (size, hasAlpha, image) = (outline.size, outline.hasAlpha, part.bytes)
      return
    }
    guard let side = Int(part.name) else { return nil }
    (size, hasAlpha) = (PixelSize(width: side, height: side), true)
    // A bitmap in an .ico file has no header of its own, so wrap it in an .ico file.
    let count = [0, 8, 16, 24].map { UInt8(part.bytes.count >> $0 & 255) }
    image =
      [0, 0, 1, 0, 1, 0, UInt8(side & 255), UInt8(side & 255), 0, 0, 1, 0, 32, 0] + count
      + [22, 0, 0, 0] + part.bytes
  }

  /// The images of an .ico or .icns file that a browser can show.
  static func members(of file: IconFile, container: Preset.Container?) -> [PreviewImage] {
    guard let parts = Preset.Container.parts(file.bytes) else {
      preconditionFailure("\(file.path) was made of images and is no container of them")
    }
    return parts.compactMap { PreviewImage($0, of: file, container: container) }
  }
}
