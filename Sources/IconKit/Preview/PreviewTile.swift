import Findings
import SafeFiles
import TextFormats

/// What a page shows of one image: on a light and a dark ground where it can be transparent, at
/// its real size where that is small, with its name and size. Enlarged on demand.
struct PreviewTile {
  let image: PreviewImage
  /// The other files with the same image.
  var others: [String] = []
  /// The same icon at smaller sizes, each with the files that it is in.
  var smaller: [[PreviewImage]] = []
  let findings: [Finding]
  let styles: ImageStyles

  /// The figure.
  var figure: Markup {
    let purpose = image.icon?.purpose ?? ""
    let isBroad = image.size.width > image.size.height
    let note: Markup = purpose.isEmpty ? "" : "<span>\(purpose)</span>"
    return """
      <figure class="tile\(isBroad ? " broad" : "")\(findings.isEmpty ? "" : " found")">\(Self.grounds(of: image, styles))\
      <figcaption><b>\(image.name)</b>\(note)</figcaption>\
      \(PreviewPage.list(findings))\
      <details><summary>\(PreviewPage.pixels(image.size)), \(PreviewPage.size(image.bytes))\
      \(smaller.isEmpty ? "" : ", and \(smaller.count) smaller")</summary>\(more)</details>\
      </figure>

      """
  }

  /// The picture on each ground where it must be told from the page.
  static func grounds(of image: PreviewImage, _ styles: ImageStyles) -> Markup {
    let size = image.shownSize
    func picture(_ label: String) -> Markup {
      Picture(layers: [image], ink: image.icon?.recipe.tone == .silhouette ? .alpha : .own)
        .markup(size.width, size.height, label: label, styles)
    }
    guard image.hasAlpha else { return "<div class=on>\(picture(image.name))</div>" }
    return """
      <div class=on><div class=light>\(picture(image.name))</div>\
      <div class=dark>\(picture("\(image.name), on dark"))</div></div>
      """
  }

  // MARK: - On demand

  private var more: Markup {
    let names: Markup = others.isEmpty ? "" : "<p>Same image: \(others.joined(separator: ", "))</p>"
    let rest: [Markup] = smaller.map { files in
      """
      <figure>\(Self.grounds(of: files[0], styles))\
      <figcaption>\(files.map(\.path.description).joined(separator: ", "))\
      <span>\(PreviewPage.pixels(files[0].size)), \(PreviewPage.size(files[0].bytes))</span>\
      </figcaption></figure>
      """
    }
    return """
      <div class=more>\(names)<p>\(image.path.description)</p>\(magnified)\(rest)</div>
      """
  }

  /// A small image enlarged without smoothing, a large one at its real size.
  private var magnified: Markup {
    let longer = max(image.size.width, image.size.height)
    let factor = max(1, 256 / longer)
    let picture = Picture(layers: [image]).markup(
      image.size.width * factor, image.size.height * factor,
      label: "\(image.name), \(factor == 1 ? "real size" : "\(factor) times as large")", styles)
    return """
      <div class=scroll tabindex=0 role=group aria-label="\(image.name)">\
      <div class=checks>\(picture)</div></div>
      """
  }
}

extension PixelSize {
  /// This size, reduced in proportion to fit into `width` × `height`.
  func fitting(width most: Int, height: Int) -> PixelSize {
    if width <= most, self.height <= height { return self }
    // Which side limits it?
    return width * height > most * self.height
      ? PixelSize(width: most, height: max(1, self.height * most / width))
      : PixelSize(width: max(1, width * height / self.height), height: height)
  }
}
