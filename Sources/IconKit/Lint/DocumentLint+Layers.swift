import Findings
import SafeFiles
import TextFormats

/// Icons in layers: `.imagestack` (Apple TV) and `.solidimagestack` (Apple Vision), and the `.brandassets` that
/// contain the former (Asset Catalog Format Reference; Human Interface Guidelines, App icons).
extension DocumentLint {
  /// Checks the assets of an Apple TV icon: their roles, and the sizes of their images.
  mutating func checkAssets(_ contents: JSON, at path: RelativePath) {
    for asset in contents["assets"]?.elements ?? [] {
      let name = asset["filename"]?.text
      if asset["role"]?.text == nil {
        report(
          .contentsMissingRole, path,
          "has an asset without a role: \(Printable.text(of: (name ?? "no file").utf8))",
          "add its role: primary-app-icon, top-shelf-image or top-shelf-image-wide")
      }
      guard let name, !name.isEmpty, let folder = file(name, in: path) else { continue }
      if folder.hasSuffix(".imagestack") {
        if let back = layers(of: folder).last { expectImages(of: back, size: asset["size"]?.text) }
      } else if folder.hasSuffix(".imageset") {
        expectImages(in: folder, size: asset["size"]?.text)
      }
    }
  }

  /// Checks the number and the order of a stack's layers.
  mutating func checkLayers(_ contents: JSON, at path: RelativePath) {
    guard let stack = path.parent, stack.hasSuffix("imagestack"),
      let entries = contents["layers"]?.elements
    else { return }
    let isVision = stack.hasSuffix(".solidimagestack")
    var layers: [RelativePath] = []
    for entry in entries {
      guard let name = entry["filename"]?.text, let layer = file(name, in: path) else { continue }
      layers.append(layer)
    }
    let limits = isVision ? 2...3 : 2...5
    if !limits.contains(entries.count) {
      report(
        .layerCount, path,
        "has \(entries.count) \(entries.count == 1 ? "layer" : "layers"); "
          + (isVision
            ? "an Apple Vision icon needs two or three" : "an Apple TV icon needs two to five"),
        remedy.making(path, by: maker(of: stack, isVision: isVision)))
    }
    for folder in files.folders(in: stack)
    where folder.hasSuffix("stacklayer") && !layers.contains(folder) {
      report(
        .orphanFile, folder, "is a layer that has no entry in Contents.json",
        "remove it with rm -r \(remedy.word(folder)), or add an entry for it")
    }
    checkOrder(of: layers, at: path)
    if isVision, let back = layers.last {
      expectImages(of: back, size: "1024x1024", opacity: .opaque)
    }
  }

  /// The first layer is the front one. Names that say another order are wrong, and so are an opaque front layer and a
  /// back layer that is not.
  private mutating func checkOrder(of layers: [RelativePath], at path: RelativePath) {
    let ranks = layers.compactMap(Self.rank)
    let fix = "list them in \(remedy.word(path)) from the front to the back"
    if ranks != ranks.sorted() {
      let names = layers.map { $0.lastComponent.text.prefix { $0 != "." } }
      report(
        .layerOrder, path,
        "lists its layers as \(Printable.text(of: names.joined(separator: ", ").utf8)); the first "
          + "one is the front", fix)
    } else if layers.count > 1, isCovering(layers[0]), !isCovering(layers[layers.count - 1]) {
      report(
        .layerOrder, path,
        "has a front layer without transparency, which hides the others, and a back layer with it",
        fix)
    }
  }

  private static func rank(_ layer: RelativePath) -> Int? {
    let name = layer.lastComponent.text.lowercased()
    return [("front", 0), ("fore", 0), ("top", 0), ("mid", 1), ("back", 2), ("bottom", 2)]
      .first { name.hasPrefix($0.0) }?.1
  }

  private func isCovering(_ layer: RelativePath) -> Bool {
    let images = images(in: layer)
    return !images.isEmpty
      && images.allSatisfy { image in
        files.bytes[image.path].flatMap(PNGOutline.init).map { !$0.hasAlpha } ?? false
      }
  }

  private func maker(of stack: RelativePath, isVision: Bool) -> IconRemedy.Maker {
    let role = CatalogRole(idiom: isVision ? "vision" : "tv")
    return IconRemedy.Maker([role], of: stack.iconSet ?? stack)
  }

  /// The layers that the stack at `folder` lists and that are there, the front one first.
  private func layers(of stack: RelativePath) -> [RelativePath] {
    let document = stack.appending(RelativePath(known: "Contents.json"))
    return (files.object(at: document)?["layers"]?.elements ?? []).compactMap { entry in
      entry["filename"]?.text.flatMap(document.beside).flatMap(files.find)?.path
    }
  }

  /// Requires a size of the images of a back layer: those before it may be smaller, and are centred.
  private mutating func expectImages(
    of layer: RelativePath, size: String?, opacity: Expectation.Opacity = .any
  ) {
    expectImages(
      in: layer.appending(RelativePath(known: "Content.imageset")), size: size, opacity: opacity)
  }

  private mutating func expectImages(
    in set: RelativePath, size: String?, opacity: Expectation.Opacity = .any
  ) {
    for (path, role) in images(inSet: set) {
      var expectation = Expectation()
      // Apple Vision's one image has its size whatever the entry calls its scale.
      let scale = role.idiom == "vision" ? nil : role.scale
      expectation.size = CatalogRole(idiom: role.idiom, size: size, scale: scale).pixels
      expectation.opacity = opacity
      expectation.fillsShape = true
      expectation.maker = IconRemedy.Maker([role], of: path.iconSet ?? set)
      expect(expectation, of: path)
    }
  }

  private func images(in layer: RelativePath) -> [(path: RelativePath, role: CatalogRole)] {
    images(inSet: layer.appending(RelativePath(known: "Content.imageset")))
  }

  /// The images that the Contents.json of an image set names and that are there.
  private func images(inSet set: RelativePath) -> [(path: RelativePath, role: CatalogRole)] {
    let document = set.appending(RelativePath(known: "Contents.json"))
    return (files.object(at: document)?["images"]?.elements ?? []).compactMap { image in
      guard let name = image["filename"]?.text, !name.isEmpty,
        let path = document.beside(name).flatMap(files.find)?.path
      else { return nil }
      return (path, CatalogRole(image))
    }
  }
}
