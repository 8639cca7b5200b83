import IconKit
import SafeFiles

/// Folders with the files of the default preset.
extension IconPlaces {
  func classicSets() -> [IconPlace] {
    let wanted = Preset.named("classic")?.icons.map(\.path) ?? []
    return pathsByFolder.keys.compactMap { folder -> IconPlace? in
      let files = Set(pathsByFolder[folder] ?? [])
      let path = { (name: RelativePath) in folder?.appending(name) ?? name }
      let present = wanted.filter { files.contains(path($0)) }
      guard let first = present.first, present.count * 2 >= wanted.count else { return nil }
      var place = IconPlace(
        folder ?? first, "the icons of classic", family: "classic", output: folder)
      place.presets = ["classic"]
      place.images = images(present.map(path))
      place.without = wanted.filter { !present.contains($0) }.map(\.text)
      place.remarks.append("\(present.count) of the \(wanted.count) images of classic are there")
      return place
    }
  }
}
