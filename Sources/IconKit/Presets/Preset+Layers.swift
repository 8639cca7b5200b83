import SafeFiles

/// Presets of layered icons, whose layers move against each other.
extension Preset {
  static let tvos = Preset(
    name: "tvos", summary: "Apple TV: icon in layers, and the top shelf", fit: .pad,
    icons: stack("App Icon - App Store", width: 1280, height: 768, scales: 1...1)
      + stack("App Icon", width: 400, height: 240, scales: 1...2)
      + shelf("Top Shelf Image", width: 1920) + shelf("Top Shelf Image Wide", width: 2320),
    documents: [
      Document(
        "\(brand)/Contents.json",
        .brandAssets([
          .init("App Icon - App Store.imagestack", role: "primary-app-icon", size: "1280x768"),
          .init("App Icon.imagestack", role: "primary-app-icon", size: "400x240"),
          .init("Top Shelf Image.imageset", role: "top-shelf-image", size: "1920x720"),
          .init("Top Shelf Image Wide.imageset", role: "top-shelf-image-wide", size: "2320x720"),
        ])),
      Document("\(brand)/Top Shelf Image.imageset/Contents.json", .imageList),
      Document("\(brand)/Top Shelf Image Wide.imageset/Contents.json", .imageList),
    ]
      + ["App Icon - App Store", "App Icon"].flatMap {
        stackDocuments("\(brand)/\($0).imagestack", "imagestacklayer", ["Front", "Back"])
      })

  static let visionos = Preset(
    name: "visionos", summary: "Apple Vision: icon in three layers",
    icons: [("Front", front), ("Middle", Recipe(.empty)), ("Back", back)].map { layer, recipe in
      Icon(
        "AppIcon.solidimagestack/\(layer).solidimagestacklayer/Content.imageset/\(layer)@2x.png",
        1024, recipe, role: CatalogRole(idiom: "vision", scale: "2x"), shape: .circle)
    },
    documents: stackDocuments(
      "AppIcon.solidimagestack", "solidimagestacklayer", ["Front", "Middle", "Back"]))

  private static let brand = "App Icon & Top Shelf Image.brandassets"
  /// A top shelf image, with a margin, so that a master of 1024 pixels is enough for every size.
  private static let shelfImage = Recipe(.master, content: .part(2, of: 3), alpha: .opaque)
  private static let front = Recipe(.foreground)
  private static let back = Recipe(.background, content: .cover, alpha: .opaque)

  /// The layers of an icon of this size in points.
  private static func stack(
    _ name: String, width: Int, height: Int, scales: ClosedRange<Int>
  ) -> [Icon] {
    [("Front", front), ("Back", back)].flatMap { layer, recipe in
      tv(
        "\(name).imagestack/\(layer).imagestacklayer/Content.imageset/\(layer)", recipe,
        width: width, height: height, scales: scales)
    }
  }

  private static func shelf(_ name: String, width: Int) -> [Icon] {
    let images = tv(
      "\(name).imageset/\(name)", shelfImage, width: width, height: 720, scales: 1...2,
      shape: .asDrawn)
    // The same for the App Store, in sets that have images of their own for it.
    return images
      + images.map { image in
        var image = image
        image.role?.idiom = "tv-marketing"
        image.condition = .listed
        let name = image.path.lastComponent.description.dropLast(".png".count)
        return image.moved(
          to: RelativePath(known: "\(image.path.parent?.description ?? "")/\(name)-marketing.png"))
      }
  }

  private static func tv(
    _ path: String, _ recipe: Recipe, width: Int, height: Int, scales: ClosedRange<Int>,
    shape: Icon.Shape = .roundedRectangle
  ) -> [Icon] {
    scales.map { scale in
      Icon(
        path: .init(known: "\(brand)/\(path)\(scale == 1 ? "" : "@\(scale)x").png"),
        size: PixelSize(width: width * scale, height: height * scale), recipe: recipe,
        role: CatalogRole(idiom: "tv", scale: "\(scale)x"), shape: shape)
    }
  }

  private static func stackDocuments(
    _ folder: String, _ suffix: String, _ layers: [String]
  ) -> [Document] {
    [Document("\(folder)/Contents.json", .layerStack(layers.map { "\($0).\(suffix)" }))]
      + layers.flatMap {
        [
          Document("\(folder)/\($0).\(suffix)/Contents.json", .layer),
          Document("\(folder)/\($0).\(suffix)/Content.imageset/Contents.json", .imageList),
        ]
      }
  }
}
