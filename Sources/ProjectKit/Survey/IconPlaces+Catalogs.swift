import IconKit
import SafeFiles
import TextFormats

/// Icons in asset catalogs.
extension IconPlaces {
  func catalogs() -> [IconPlace] {
    paths.filter { $0.lastComponent.bytes == Array("Contents.json".utf8) }.compactMap(catalog)
  }

  private func catalog(_ contents: RelativePath) -> IconPlace? {
    guard let folder = contents.parent else { return nil }
    if folder.hasSuffix(".appiconset") { return iconSet(folder, contents) }
    let layers: (suffix: String, preset: String, noun: String, usual: String)? =
      if folder.hasSuffix(".brandassets") {
        (".brandassets", "tvos", "an Apple TV icon", "App Icon & Top Shelf Image")
      } else if folder.hasSuffix(".solidimagestack") {
        (".solidimagestack", "visionos", "an Apple Vision icon", "AppIcon")
      } else {
        nil
      }
    guard let layers else { return nil }
    var place = IconPlace(folder, layers.noun, output: folder.parent)
    place.presets = [layers.preset]
    place.images = images(paths.filter { $0.isInside(folder) && $0.hasSuffix(".png") })
    place.name(folder.lastComponent.dropping(layers.suffix), usually: layers.usual)
    place.remarks.append(
      "its layers are images of their own; name them with foreground and background")
    return place
  }

  private func iconSet(_ folder: RelativePath, _ contents: RelativePath) -> IconPlace {
    var place = IconPlace(folder, "an icon set", output: folder.parent)
    place.name(folder.lastComponent.dropping(".appiconset"), usually: "AppIcon")
    let entries = object(at: contents)?["images"]?.elements ?? []
    let used = entries.filter { $0["filename"]?.text?.isEmpty == false }
    let slots = Set(used.map(Slot.init))
    // What is for dark or tinted icons says nothing of the master.
    let usual = used.filter { $0["appearances"] == nil }
    place.images = images(
      Set(
        (usual.isEmpty ? used : usual).compactMap { entry in
          // A name that is not a path names no file.
          (entry["filename"]?.text).flatMap { try? RelativePath($0) }.map { folder.appending($0) }
        }
      ).sorted())
    place.presets = Self.presets(for: slots)
    guard !place.presets.isEmpty else {
      place.remarks.append(
        used.isEmpty
          ? "its Contents.json names no image, so nothing tells which preset fits"
          : "no preset has its entries")
      return place
    }
    let icons = place.presets.compactMap(Preset.named).flatMap(\.icons).filter {
      $0.condition == .always
    }
    let missing = icons.filter { icon in icon.role.map { !slots.contains(Slot($0)) } ?? false }
    place.remarks.append(
      "\(icons.count - missing.count) of the \(icons.count) images of "
        + "\(place.presets.joined(separator: " and ")) have an entry")
    let names = Set(place.images.map(\.path.lastComponent))
    if !icons.contains(where: { names.contains($0.path.lastComponent) }), !names.isEmpty {
      place.remarks.append(
        "its files have other names: the first run adds its own and lets Contents.json name those")
    }
    place.without = missing.map { "**/\($0.path.lastComponent.text)" }
    if slots.contains(where: \.hasAppearance) {
      place.remarks.append(
        "it has images for other appearances; name their masters with dark and tinted")
    }
    return place
  }

  /// What an entry of Contents.json is for: everything but its file.
  private struct Slot: Hashable {
    var idiom: String
    var size: String
    var scale: String
    var platform: String
    var role: String
    var subtype: String
    var hasAppearance = false

    init(_ entry: JSON) {
      func text(_ key: String) -> String { entry[key]?.text ?? "" }
      (idiom, size, scale) = (text("idiom"), text("size"), text("scale"))
      (platform, role, subtype) = (text("platform"), text("role"), text("subtype"))
      hasAppearance = entry["appearances"]?.elements?.isEmpty == false
    }

    init(_ role: CatalogRole) {
      (idiom, size, scale) = (role.idiom, role.size ?? "", role.scale ?? "")
      (platform, self.role, subtype) = (role.platform ?? "", role.role ?? "", role.subtype ?? "")
    }
  }

  /// The presets whose idioms these entries have, in the order of all presets.
  private static func presets(for slots: Set<Slot>) -> [String] {
    var names: Set<String> = []
    for slot in slots where !slot.hasAppearance {
      switch (slot.idiom, slot.platform) {
      case ("universal", "ios"): names.insert(slot.scale.isEmpty ? "ios" : "ios-all")
      case ("universal", "watchos"): names.insert("watchos")
      case ("iphone", _), ("ipad", _), ("ios-marketing", _): names.insert("ios-legacy")
      case ("mac", _): names.insert("macos")
      case ("watch", _), ("watch-marketing", _): names.insert("watchos-legacy")
      default: break
      }
    }
    // It has the single size, too.
    if names.contains("ios-all") { names.remove("ios") }
    return Preset.all.map(\.name).filter(names.contains)
  }
}

extension IconPlace {
  /// Sets the set's name where it is not the one that the presets use.
  mutating func name(_ name: String, usually usual: String) {
    if name != usual { set = name }
  }
}
