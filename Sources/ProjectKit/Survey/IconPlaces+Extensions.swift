import IconKit
import SafeFiles
import TextFormats

/// Icons of browser extensions, by their manifests.
extension IconPlaces {
  func extensionSets() -> [IconPlace] {
    paths.filter { $0.lastComponent.bytes == Array("manifest.json".utf8) }.compactMap(extensionSet)
  }

  private func extensionSet(_ manifest: RelativePath) -> IconPlace? {
    guard let json = object(at: manifest), json["manifest_version"] != nil else { return nil }
    let folder = manifest.parent
    // The toolbar's icon is an object of the same kind, or one path.
    let lists = [
      json["icons"], json["action"]?["default_icon"], json["browser_action"]?["default_icon"],
    ]
    let named = Set(
      lists.flatMap { list -> [String] in
        guard case .object(let members) = list else { return [list?.text].compactMap { $0 } }
        return members.pairs.compactMap(\.value.text)
      }
      .compactMap { source -> RelativePath? in
        let source = source.hasPrefix("/") ? source.dropFirst() : source[...]
        // What is not a path names no file of the extension.
        guard let path = try? RelativePath(source) else { return nil }
        return folder?.appending(path) ?? path
      }
    ).filter { pathSet.contains($0) && $0.hasSuffix(".png") }
    guard let first = named.min() else { return nil }
    let preset = Preset.named("chrome-extension")?.icons.map(\.path) ?? []
    if named.allSatisfy({ $0.parent == first.parent && preset.contains($0.lastComponent) }) {
      return place(of: "chrome-extension", "the icons of a browser extension", in: first.parent) {
        !$0.isEmpty
      }
    }
    var place = IconPlace(
      folder ?? first, "the icons of a browser extension", family: "extension", output: folder)
    place.files = named
    place.images = images(named)
    place.ownFiles = named.sorted().compactMap { ownFile($0, below: folder) }
    place.remarks.append(
      "the preset chrome-extension has other names, so this one lists the files that are there")
    return place.ownFiles.isEmpty ? nil : place
  }
}
