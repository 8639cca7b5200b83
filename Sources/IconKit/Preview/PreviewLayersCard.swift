import SafeFiles
import TextFormats

/// The card of a layered icon: each layer by itself, and all of them combined as on a device.
struct PreviewLayersCard {
  let layers: IconPreview.Layers
  let pictures: PictureStyles

  var article: Markup {
    """
    <article><h3>\(layers.name.description)</h3>\
    <p class=facts>\(layers.entries.count) of \(layers.entries[0].size.description) px, lowest first\
    </p><div class=layers>
    \(eachLayer)</div>
    \(PreviewCard.onEachGround(layers.masks.map(stack)))</article>

    """
  }

  /// The size that all layers are shown at.
  private var size: PixelSize { layers.entries[0].size.fitting(PreviewCard.mostShown) }

  private var style: Markup { "style=\"width:\(size.width)px;height:\(size.height)px\"" }

  private var eachLayer: [Markup] {
    layers.entries.map { entry in
      """
      <figure><div class=checked>\
      <div role=img class="\(pictures.name(of: entry.picture))" \(style)></div></div>\
      <figcaption>\(entry.path.lastComponent.description)</figcaption></figure>
      """
    }
  }

  /// The layers over each other, cut by `mask`.
  private func stack(in mask: IconPreview.Mask) -> Markup {
    let part = size.part(mask.part)
    let inner: [Markup] = layers.entries.map { entry in
      "<div class=\"\(pictures.name(of: entry.picture)) inner\" \(style)></div>"
    }
    return """
      <div role=img aria-label="all layers" class="stack \(mask.style)" \
      style="width:\(part.width)px;height:\(part.height)px;background-color:\(layers.ground)">\
      \(inner)</div>
      """
  }
}
