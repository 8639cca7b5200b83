import IconKit
import SafeFiles

/// Launcher icons in Android's resource folders.
extension IconPlaces {
  func androidSets() -> [IconPlace] {
    var filesByFolder: [RelativePath: [RelativePath]] = [:]
    for path in paths where path.hasSuffix(".png") || path.hasSuffix(".webp") {
      guard let folder = path.parent, folder.lastComponent.bytes.starts(with: "mipmap-".utf8),
        let resources = folder.parent
      else { continue }
      filesByFolder[resources, default: []].append(path)
    }
    return filesByFolder.sorted { $0.key < $1.key }.flatMap { androidSets(in: $0, $1) }
  }

  private func androidSets(in folder: RelativePath, _ files: [RelativePath]) -> [IconPlace] {
    let names = Set(files.map(Self.baseName))
    return names.sorted().map { name in
      var place = IconPlace(folder, "an Android resource folder", output: folder)
      place.presets = ["android"]
      place.name(name, usually: Self.usualName)
      let own = files.filter { Self.baseName(of: $0) == name }
      let listing = storeListing(beside: folder)
      place.images = images(
        own.filter { $0.hasSuffix(".png") && Self.suffix(of: $0).isEmpty } + listing)
      let webp = own.count { $0.hasSuffix(".webp") }
      if webp > 0 {
        place.remarks.append(
          "\(webp) of its icons are WebP; remove each before a PNG of the same name is written, "
            + "because the build refuses two")
      }
      let existing = Set(own.map { "\(Self.suffix(of: $0))" })
      let icons = Preset.named("android")?.icons.filter { $0.condition == .always } ?? []
      let missing = Set(icons.map(\.path).filter { $0.parent != nil }.map(Self.suffix))
        .subtracting(existing)
      place.without = missing.sorted().map { "**/\(name)\($0).png" }
      if !existing.contains("_foreground") {
        // Its XML would name layers that are not made.
        place.without += ["mipmap-anydpi-v26/*.xml", "values/*.xml"]
        place.remarks.append("it has no layers of an adaptive icon as PNG, so none are made")
      }
      if listing.isEmpty { place.without.append("playstore-icon.png") }
      return place
    }
  }

  /// The icon for the store, which is beside the module's sources or in them.
  private func storeListing(beside folder: RelativePath) -> [RelativePath] {
    guard let sources = folder.parent, let module = sources.parent?.parent else { return [] }
    let files = Set((pathsByFolder[sources] ?? []) + (pathsByFolder[module] ?? []))
    return files.filter { path in
      ["ic_launcher-playstore.png", "ic_launcher-web.png", "playstore-icon.png"].contains(
        path.lastComponent.text)
    }.sorted()
  }

  private static let usualName = "ic_launcher"
  private static let suffixes = ["_round", "_foreground", "_background", "_monochrome"]

  /// The name of the icon that a file in a `mipmap-` folder belongs to.
  private static func baseName(of path: RelativePath) -> String {
    let stem = stem(of: path)
    return String(stem.dropLast(suffix(of: path).count))
  }

  /// `_round` and the like; empty for the icon itself.
  private static func suffix(of path: RelativePath) -> String {
    let stem = stem(of: path)
    return suffixes.first { stem.hasSuffix($0) && stem.count > $0.count } ?? ""
  }

  private static func stem(of path: RelativePath) -> String {
    let name = path.lastComponent.text
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
