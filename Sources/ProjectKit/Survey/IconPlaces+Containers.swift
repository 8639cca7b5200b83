import IconKit
import SafeFiles

/// Files that contain several images: .icns, .ico and the folders that .icns files are made from.
extension IconPlaces {
  func containers() -> [IconPlace] {
    paths.compactMap { path in
      if path.hasSuffix(".icns") { return macFile(path) }
      let isFavicon = path.lastComponent.bytes.starts(with: "favicon".utf8)
      return path.hasSuffix(".ico") && !isFavicon ? windowsFile(path) : nil
    }
  }

  /// Folders that iconutil makes an .icns file from, where that file is not in the project.
  func iconFolders() -> [IconPlace] {
    pathsByFolder.keys.compactMap { $0 }.filter { $0.hasSuffix(".iconset") }.sorted()
      .compactMap { folder in
        let name = folder.lastComponent.dropping(".iconset")
        let file = Array(folder.dropping(".iconset").utf8) + Array(".icns".utf8)
        guard !paths.contains(where: { $0.bytes == file }) else { return nil }
        var place = IconPlace(folder, "a folder for iconutil", output: folder.parent)
        place.presets = ["icns"]
        place.name(name, usually: "AppIcon")
        place.images = images(pathsByFolder[folder] ?? [])
        place.without = ["*.icns"]
        return place.images.isEmpty ? nil : place
      }
  }

  private func macFile(_ path: RelativePath) -> IconPlace? {
    guard start(of: path, count: 4).elementsEqual("icns".utf8) else { return nil }
    var place = IconPlace(path, "a Mac icon file", output: path.parent)
    place.presets = ["icns"]
    place.name(path.lastComponent.dropping(".icns"), usually: "AppIcon")
    let folder = path.dropping(".icns") + ".iconset"
    let own = paths.filter { $0.parent?.text == folder && $0.hasSuffix(".png") }
    place.images = images(own)
    // The preset's folder for iconutil is of no use where the project has none.
    if own.isEmpty { place.without = ["*.iconset/*"] }
    return place
  }

  private func windowsFile(_ path: RelativePath) -> IconPlace? {
    let sides = Self.sides(ofIcon: start(of: path, count: 6 + 16 * 64))
    guard !sides.isEmpty else { return nil }
    var place = IconPlace(path, "a Windows icon file", family: "windows", output: path.parent)
    let text = sides.map(String.init).joined(separator: ", ")
    place.remarks.append("its images have \(text) pixels")
    let preset = Preset.named("windows")?.containers.flatMap(\.sides) ?? []
    if path.lastComponent.bytes == Array("app.ico".utf8), Set(sides) == Set(preset) {
      place.presets = ["windows"]
    } else {
      place.ownFiles = [.init(path: path.lastComponent, sides: sides, isOpaque: false)]
    }
    return place
  }
}
