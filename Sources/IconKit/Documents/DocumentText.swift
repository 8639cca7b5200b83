import SafeFiles
import TextFormats

/// The contents of an icon set's documents, merged into those that a folder already has.
public struct DocumentText {
  private let set: IconSet
  private let background: Background
  private let vectors: [Recipe.Source: [UInt8]]
  /// The colour that was given; nil where there is none.
  private let ground: Background?
  private let manifest: IconInputs.WebManifest

  /// The documents of `set` from these inputs.
  public init(_ set: IconSet, _ inputs: IconInputs) {
    self.set = set
    vectors = inputs.vectors
    ground = inputs.background
    background = ground ?? .white
    manifest = inputs.manifest
  }

  /// The file of `document`.
  ///
  /// - Parameters:
  ///   - document: which of the preset's files it is.
  ///   - existing: the existing file; its entries other than ours, and their further keys, are kept.
  ///   - isThere: whether a file next to it exists.
  ///   - location: the file's name in messages.
  /// - Throws: `IconError` when the existing file is damaged or of another kind.
  public func bytes(
    of document: Preset.Document, replacing existing: [UInt8]?,
    isThere: (String) -> Bool = { _ in false }, location: String
  ) throws(IconError) -> [UInt8] {
    switch document.kind {
    case .iconComposer:
      return existing
        ?? BundleText(set, in: document.path.parent, background: ground).bytes
    case .vector(let source):
      guard let svg = vectors[source] else { preconditionFailure("\(source) is not an SVG") }
      return svg
    case .adaptiveIcon(let name):
      let icon = adaptiveIcon(name).bytes
      // Where only its layers change, keep the user's formatting and comments.
      return existing.flatMap { XMLText($0).withLayers(of: XMLText(icon)) } ?? icon
    case .backgroundColor(let name):
      let color = existing.flatMap { ColorResource("\(name)_background", in: $0) }
      return color?.replaced(by: background.description.uppercased())
        ?? backgroundColor(name).bytes
    case .linkElements(let favicon, let manifest):
      return linkElements(favicon, manifest, beside: document.path).bytes
    case .imageList, .layerStack, .layer, .brandAssets, .webManifest: break
    case .drawing: preconditionFailure("it is copied")
    }
    let value = try existing.map { bytes throws(IconError) in
      try CatalogDocument(document, location: location).value(of: bytes)
    }
    let merged = merged(document, into: value, isThere: isThere)
    guard let existing else { return Array(merged.text(as: .xcode).utf8) }
    // Where nothing changes, keep the user's formatting.
    return merged == value ? existing : merged.bytes(like: existing)
  }

  private func merged(
    _ document: Preset.Document, into existing: JSON?, isThere: (String) -> Bool
  ) -> JSON {
    let excluded = set.excludedIcons.filter { $0.path.parent == document.path.parent }
    func isGone(_ name: String) -> Bool { !isThere(name) }
    guard document.kind == .imageList else {
      let names = excluded.map(\.path.lastComponent.description)
      return list(of: document).merged(into: existing, without: Set(names.filter(isGone)))
    }
    var slots = ImageSlots(existing?["images"]?.elements ?? [])
    // An entry for a file that was excluded stays where its owner has put one there.
    slots.remove(
      slots.indices(of: excluded.compactMap(\.role)).values.filter { index in
        slots.fileName(at: index).map(isGone) == true
      })
    let icons = icons(in: document.path.parent)
    let indices = slots.indices(of: icons.compactMap(\.role))
    for icon in icons {
      guard let role = icon.role else { continue }
      slots.name(icon.path.lastComponent.text, for: role, at: indices[role])
    }
    return CatalogList(key: "images").merged(into: existing, replacing: slots.entries)
  }

  private func list(of document: Preset.Document) -> CatalogList {
    switch document.kind {
    case .layerStack(let layers):
      CatalogList(
        key: "layers", entries: layers.map { ["filename": .string($0)] }, isOrdered: true)
    case .brandAssets(let assets):
      CatalogList(
        key: "assets",
        entries: assets.map {
          [
            "filename": .string($0.filename), "idiom": "tv", "role": .string($0.role),
            "size": .string($0.size),
          ]
        })
    case .webManifest:
      CatalogList(
        key: "icons", fileKey: "src",
        entries: icons(in: document.path.parent).filter {
          $0.webRole == .any || $0.webRole == .maskable
        }
        .map { icon in
          [
            "src": .string(icon.path.lastComponent.description), "sizes": .string(icon.sizes),
            "type": "image/png", "purpose": (icon.webRole?.rawValue).map(JSON.string),
          ]
        },
        frame: [
          "background_color": .string(background.description), "display": "standalone",
          "name": .string(name ?? ""), "short_name": shortName, "start_url": ".",
          "theme_color": .string(background.description),
        ],
        fixed: [
          "name": manifest.name.map(JSON.string),
          "short_name": manifest.shortName.map(JSON.string),
          "theme_color": manifest.themeColor.map { .string($0.description) },
        ])
    default: CatalogList()
    }
  }

  /// The web application's name; nil where nothing says it.
  private var name: String? { manifest.name ?? manifest.usualName }

  /// The name where there is little space, which is the name itself where it is short enough; nil
  /// for none, where systems shorten the name.
  private var shortName: JSON? {
    guard let name else { return "" }
    return name.count <= Self.mostShort ? .string(name) : nil
  }

  /// What Chrome shows below an icon without shortening it.
  private static let mostShort = 12

  private func icons(in folder: RelativePath?) -> [Preset.Icon] {
    set.icons.filter { $0.path.parent == folder }
  }

  private func adaptiveIcon(_ name: String) -> Markup {
    func isMade(_ layer: String) -> Bool {
      set.icons.contains { $0.path.lastComponent.description == "\(name)_\(layer).png" }
    }
    // A background image is a layer like the others; without one the background is a colour.
    let kind = isMade("background") ? "mipmap" : "color"
    let monochrome: Markup =
      isMade("monochrome")
      ? "\n    <monochrome android:drawable=\"@mipmap/\(name)_monochrome\"/>" : ""
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <adaptive-icon xmlns:android="http://schemas.android.com/apk/res/android">
          <background android:drawable="@\(kind)/\(name)_background"/>
          <foreground android:drawable="@mipmap/\(name)_foreground"/>\(monochrome)
      </adaptive-icon>

      """
  }

  private func backgroundColor(_ name: String) -> Markup {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <resources>
        <color name="\(name)_background">\(background.description.uppercased())</color>
    </resources>

    """
  }

  /// The link elements. Old browsers take the first that they support, new ones the best match.
  private func linkElements(
    _ favicon: String, _ manifest: String, beside document: RelativePath
  ) -> Markup {
    var lines: Markup = ""
    let container = set.containers.first { $0.path.description == favicon }
    if let side = container?.sides.first {
      lines += "<link rel=\"icon\" href=\"/\(favicon)\" sizes=\"\(side)x\(side)\">\n"
    }
    for other in set.documents where other.kind == .drawing && other.path.parent == document.parent
    {
      lines += "<link rel=\"icon\" href=\"/\(other.path.description)\" type=\"image/svg+xml\">\n"
    }
    for icon in icons(in: document.parent) {
      let path = icon.path.description
      switch icon.webRole {
      case .favicon:
        lines +=
          "<link rel=\"icon\" href=\"/\(path)\" sizes=\"\(icon.sizes)\" type=\"image/png\">\n"
      case .appleTouchIcon: lines += "<link rel=\"apple-touch-icon\" href=\"/\(path)\">\n"
      case .any, .maskable, nil: break
      }
    }
    if set.documents.contains(where: { $0.path.description == manifest }) {
      lines += "<link rel=\"manifest\" href=\"/\(manifest)\">\n"
    }
    return lines
  }
}

extension Preset.Icon {
  /// Its size as a web manifest writes it.
  fileprivate var sizes: String { "\(size.width)x\(size.height)" }
}
