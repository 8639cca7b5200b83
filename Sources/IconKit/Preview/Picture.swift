import TextFormats

/// An image, or layers over each other, as a device draws them.
struct Picture {
  /// How a device crops an icon.
  enum Mask: String {
    case none = "plain"
    case circle = "round"
    case superellipse = "ios"
    case rounded = "soft"
    case card
  }

  /// How the front layer is coloured.
  enum Ink {
    /// As it is.
    case own
    /// The text colour where the layer is opaque: Android's themed icons.
    case alpha
    /// The text colour where the layer is light: tinted home screens.
    case light
  }

  /// The lowest first.
  var layers: [PreviewImage]
  /// The colour behind the layers, `#rrggbb`.
  var ground: String?
  var mask = Mask.none
  /// How much of the side is shown, in percent.
  var part = 100
  var ink = Ink.own

  /// The picture at `width` × `height` CSS pixels.
  func markup(_ width: Int, _ height: Int, label: String, _ styles: ImageStyles) -> Markup {
    // The whole image is as much larger than the part shown, and extends on all sides.
    let beyond = part == 100 ? 0 : (10_000 / part - 100) / 2
    let shift: Markup = beyond == 0 ? "" : " style=\"inset:-\(beyond)%\""
    let inner: [Markup] = layers.map { image in
      let isInked = ink != .own && image.path == layers.last?.path
      let style = isInked ? ink == .light ? "light-ink" : "ink" : "i"
      return """
        <i class="\(style) \(styles.name(of: image.image))"\(shift)></i>
        """
    }
    let color: Markup = ground.map { ";background-color:\($0)" } ?? ""
    return """
      <div role=img aria-label="\(label)" class="pic \(mask.rawValue)" \
      style="width:\(width)px;height:\(height)px\(color)">\(inner)</div>
      """
  }

  /// A square picture.
  func markup(_ side: Int, label: String, _ styles: ImageStyles) -> Markup {
    markup(side, side, label: label, styles)
  }
}
