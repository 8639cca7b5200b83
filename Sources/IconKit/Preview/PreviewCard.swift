import Findings
import SafeFiles
import TextFormats

/// The card of one picture: on each ground in each of its masks, enlarged, and whole where that is
/// larger than what is shown.
struct PreviewCard {
  let entry: IconPreview.Entry
  /// The class of the page's style that shows the picture.
  let picture: String
  let findings: [Finding]

  /// Larger pictures are shown smaller, and at their own size when asked.
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

  /// The same images on a light ground, a dark one and a photograph.
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
        "<div role=img aria-label=\"\(name)\" class=\"\(picture) \(mask.style)\" \(whole)></div>"
    }
    // What launchers show is the middle part: the whole, cut.
    let part = size.part(mask.part)
    return """
      <div role=img aria-label="\(name)" class="part \(mask.style)" \
      style="width:\(part.width)px;height:\(part.height)px">\
      <div class="\(picture) inner" \(whole)></div></div>
      """
  }

  private var magnified: Markup {
    let side = Self.magnifierSide
    let factor = max(2, side / max(entry.size.width, entry.size.height))
    let (width, height) = (entry.size.width * factor, entry.size.height * factor)
    let part = max(width, height) > side ? "the middle, " : ""
    return """
      <figure><div role=img aria-label="\(name), enlarged" class="\(picture) big" \
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
  /// Its like that is no larger than a square of this side.
  func fitting(_ side: Int) -> PixelSize {
    let longer = max(width, height)
    guard longer > side else { return self }
    return PixelSize(
      width: max(1, width * side / longer), height: max(1, height * side / longer))
  }

  /// Its like with `percent` of both sides.
  func part(_ percent: Int) -> PixelSize {
    PixelSize(width: width * percent / 100, height: height * percent / 100)
  }
}
