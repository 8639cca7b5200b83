import SafeFiles
import TextFormats

/// The `icon.json` of a new Icon Composer bundle.
///
/// The drawing is a layer of its own, with the look that Icon Composer gives a new group. Where there is
/// only the whole icon, it is one layer without glass, because an edge around a full square is all that
/// the glass could show.
struct BundleText {
  /// The names of the images that the run makes, by their sources.
  private let images: [Recipe.Source: String]
  private let background: Background?

  /// - Parameter folder: the bundle.
  init(_ set: IconSet, in folder: RelativePath?, background: Background?) {
    let assets = folder?.appending(IconBundle.assets) ?? IconBundle.assets
    let images =
      set.icons.map { (source: $0.recipe.source, path: $0.path) }
      + set.documents.compactMap { document in
        switch document.kind {
        case .vector(let source): (source, document.path)
        case .drawing: (.master, document.path)
        default: nil
        }
      }
    self.images = Dictionary(
      images.filter { $0.path.parent == assets }.map {
        ($0.source, $0.path.lastComponent.description)
      }
    ) { first, _ in first }
    self.background = background
  }

  /// The file; it ends without a newline, as Icon Composer writes it.
  var bytes: [UInt8] { Array(document.text(as: .xcode).utf8.dropLast()) }

  private var document: JSON {
    [
      "fill": background.map { ["solid": .string($0.bundleColor)] } ?? "automatic",
      "groups": .array(groups),
      "supported-platforms": ["circles": ["watchOS"], "squares": "shared"],
    ]
  }

  private var groups: [JSON] {
    let drawing = images[.foreground] ?? images[.master]
    let hasGlass = images[.foreground] != nil || images[.background] != nil
    let front = drawing.map { name -> JSON in
      var layer = named(name)
      layer["glass"] = .bool(hasGlass)
      let others = [("dark", images[.dark]), ("tinted", images[.tinted])]
        .compactMap { appearance, image in image.map { (appearance, JSON.string($0)) } }
      if others.isEmpty {
        layer["image-name"] = .string(name)
      } else {
        layer["image-name-specializations"] = specializations(.string(name), others)
      }
      return group(layer, hasGlass: hasGlass)
    }
    let back = images[.background].map { name -> JSON in
      var layer = named(name)
      layer["glass"] = false
      layer["image-name"] = .string(name)
      // The images of other appearances are whole icons, for the system's own background.
      let others = ["dark", "tinted"].filter { images[$0 == "dark" ? .dark : .tinted] != nil }
      if !others.isEmpty {
        layer["hidden-specializations"] = specializations(false, others.map { ($0, true) })
      }
      return group(layer, hasGlass: false)
    }
    return [front, back].compactMap { $0 }
  }

  private func named(_ file: String) -> JSON {
    ["name": .string(String(file.prefix { $0 != "." }))]
  }

  private func specializations(_ value: JSON, _ others: [(String, JSON)]) -> JSON {
    .array([["value": value]] + others.map { ["appearance": .string($0), "value": $1] })
  }

  private func group(_ layer: JSON, hasGlass: Bool) -> JSON {
    [
      "layers": [layer],
      "shadow": ["kind": hasGlass ? "neutral" : "none", "opacity": .number("0.5")],
      "translucency": ["enabled": .bool(hasGlass), "value": .number("0.5")],
    ]
  }
}
