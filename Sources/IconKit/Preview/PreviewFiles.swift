import SafeFiles
import TextFormats

/// The files of one platform: an image once, whatever number of files it is in, and a container
/// with all of its images side by side.
struct PreviewFiles {
  let platform: PreviewGroup.Platform
  let group: PreviewGroup
  let styles: ImageStyles
  /// The heading's level.
  let level: Int

  /// The section.
  var section: Markup {
    """
    <section><h\(level)>\(platform.title)</h\(level)>
    <div class=tiles>
    \(tiles)\(containers)</div>\(texts)</section>

    """
  }

  private var tiles: [Markup] {
    let images = platform.images.filter { $0.container == nil }
    var seen: Set<[UInt8]> = []
    return images.compactMap { image in
      let series = images.filter {
        ($0.path == image.path || $0.looksLike(image)) && !seen.contains($0.image)
      }.sorted { $0.size.width > $1.size.width }
      // A series is shown by the largest of the images that no other tile shows.
      guard series.first?.image == image.image else { return nil }
      seen.insert(image.image)
      func same(_ image: PreviewImage) -> [PreviewImage] {
        [image] + images.filter { $0.image == image.image && $0.path != image.path }
      }
      let smaller = series.filter { seen.insert($0.image).inserted }.map(same)
      let files = same(image) + smaller.joined()
      return PreviewTile(
        image: image, others: same(image).dropFirst().map(\.path.description), smaller: smaller,
        findings: files.flatMap { group.findings(of: $0.path) }, styles: styles
      ).figure
    }
  }

  private var containers: [Markup] {
    var paths: [RelativePath] = []
    for image in platform.images where image.container != nil && !paths.contains(image.path) {
      paths.append(image.path)
    }
    return paths.map { path in
      let members = platform.images.filter { $0.path == path }
      // Those that are shown reduced all look the same.
      let largest = members.max { $0.size.width < $1.size.width }
      let images: [Markup] = members.filter { !$0.isReduced || $0.image == largest?.image }
        .map { image in
          """
          <div class=member>\(PreviewTile.grounds(of: image, styles))\
          <span>\(image.size.width)</span></div>
          """
        }
      let sizes = members.map { "\($0.size.width)" }.joined(separator: ", ")
      let findings = group.findings(of: path)
      return """
        <figure class="tile wide\(findings.isEmpty ? "" : " found")">\
        <div class=members>\(images)</div>\
        <figcaption><b>\(path.lastComponent.description)</b>\
        <span>\(members.first?.container?.purpose ?? ""): \(sizes) px</span></figcaption>\
        \(PreviewPage.list(findings))</figure>

        """
    }
  }

  private var texts: Markup {
    if platform.texts.isEmpty { return "" }
    let findings = platform.texts.flatMap { group.findings(of: $0.path) }
    let items: [Markup] = platform.texts.map { file in
      "<li>\(file.path.description) <span>\(PreviewPage.size(file.bytes.count))</span></li>\n"
    }
    return """
      \(PreviewPage.list(findings))<details class=texts><summary>\(platform.texts.count) \
      text file\(platform.texts.count == 1 ? "" : "s")</summary><ul>
      \(items)</ul></details>
      """
  }
}

extension PreviewImage {
  /// The size in CSS pixels at which a tile shows it: the real one where that is small. An image
  /// that can be transparent is shown twice, on light and on dark.
  var shownSize: PixelSize {
    size.fitting(width: hasAlpha ? 120 : 240, height: hasAlpha ? 64 : 96)
  }

  /// Whether a tile shows it reduced.
  var isReduced: Bool { shownSize != size }

  /// Whether it is one of the densities of an Android icon.
  var isDensity: Bool { path.parent?.lastComponent.bytes.hasSuffix("dpi") ?? false }

  /// Whether one tile is enough for both: two densities of one Android icon, or two sizes of one
  /// icon that would both be shown reduced.
  fileprivate func looksLike(_ other: PreviewImage) -> Bool {
    guard let icon, let otherIcon = other.icon, icon.recipe == otherIcon.recipe else {
      return false
    }
    if isDensity, other.isDensity { return name == other.name }
    return isReduced && other.isReduced && shownSize == other.shownSize
      && icon.webRole == otherIcon.webRole && icon.role?.idiom == otherIcon.role?.idiom
      && icon.role?.appearance == otherIcon.role?.appearance
      && path.parent == other.path.parent
  }
}
