import Findings
import SafeFiles
import TextFormats

/// The card of one image: on each background in each of its masks, enlarged, and at its real size
/// where that is larger than shown.
struct PreviewCard {
  let entry: IconPreview.Entry
  /// The CSS class that shows the image.
  let imageClass: String
  let findings: [Finding]

  /// The longest side shown; larger images are reduced, and shown at their real size on demand.
  static let mostShown = 192
  private static let magnifierSide = 192

  var article: Markup {
    let size = entry.size
    let shown = size.fitting(Self.mostShown)
    let classes: Markup = findings.isEmpty ? "" : " class=found"
    return """
      <article\(classes)><h3>\(name)</h3>\
      <p class=facts>\(size.width) × \(size.height) px · \(PreviewPage.size(entry.bytes))</p>\
      \(PreviewPage.list(findings))\
      \(PreviewCard.onEachGround(entry.masks.map { image(in: $0, shown) }))\
      <div class=more>\(magnified)\(shown == size ? "" : wholeOnDemand)</div></article>

      """
  }

  /// The same images on a light background, a dark one and a photograph.
  static func onEachGround(_ images: [Markup]) -> Markup {
    let grounds: [Markup] = ["light", "dark", "photo"].map { ground in
      "<div class=\"ground \(ground)\">\(images)</div>"
    }
    return "\(grounds)"
  }

  private var name: String { entry.path.lastComponent.description }

  private func image(in mask: IconPreview.Mask, _ size: PixelSize) -> Markup {
    let whole: Markup = "style=\"width:\(size.width)px;height:\(size.height)px\""
    if mask.part == 100 {
      return
        "<div role=img aria-label=\"\(name)\" class=\"\(imageClass) \(mask.style)\" \(whole)></div>"
    }
    // Launchers show the middle part: draw the whole image, cropped.
    let part = size.part(mask.part, of: 100)
    return """
      <div role=img aria-label="\(name)" class="part \(mask.style)" \
      style="width:\(part.width)px;height:\(part.height)px">\
      <div class="\(imageClass) inner" \(whole)></div></div>
      """
  }

  private var magnified: Markup {
    let side = Self.magnifierSide
    let factor = max(2, side / max(entry.size.width, entry.size.height))
    let (width, height) = (entry.size.width * factor, entry.size.height * factor)
    let part = max(width, height) > side ? "the middle, " : ""
    return """
      <figure><div role=img aria-label="\(name), enlarged" class="\(imageClass) big" \
      style="width:\(min(width, side))px;height:\(min(height, side))px;\
      background-size:\(width)px \(height)px"></div>\
      <figcaption>\(part)× \(factor)</figcaption></figure>
      """
  }

  private var wholeOnDemand: Markup {
    """
    <details><summary>\(entry.size.width) px, real size</summary><div class=scroll>\
    \(image(in: entry.masks.first ?? .none, entry.size))</div></details>
    """
  }
}

extension PixelSize {
  /// This size, reduced in proportion to fit a square of this side.
  func fitting(_ side: Int) -> PixelSize {
    let longer = max(width, height)
    guard longer > side else { return self }
    return PixelSize(
      width: max(1, width * side / longer), height: max(1, height * side / longer))
  }
}

/// The card of a layered icon: each layer by itself, and all of them combined as on a device.
struct PreviewLayersCard {
  let layers: IconPreview.Layers
  let styles: ImageStyles

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
      <div role=img class="\(styles.name(of: entry.image))" \(style)></div></div>\
      <figcaption>\(entry.path.lastComponent.description)</figcaption></figure>
      """
    }
  }

  /// The layers over each other, cut by `mask`.
  private func stack(in mask: IconPreview.Mask) -> Markup {
    let part = size.part(mask.part, of: 100)
    let inner: [Markup] = layers.entries.map { entry in
      "<div class=\"\(styles.name(of: entry.image)) inner\" \(style)></div>"
    }
    return """
      <div role=img aria-label="all layers" class="stack \(mask.style)" \
      style="width:\(part.width)px;height:\(part.height)px;background-color:\(layers.ground)">\
      \(inner)</div>
      """
  }
}
