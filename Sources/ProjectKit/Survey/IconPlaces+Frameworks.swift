import IconKit
import SafeFiles

/// Icons of desktop apps that are written for the web: Tauri's and Electron's.
extension IconPlaces {
  func frameworkSets() -> [IconPlace] {
    pathsByFolder.keys.compactMap { folder in
      tauriSet(in: folder) ?? electronSet(in: folder)
    }
  }

  private func tauriSet(in folder: RelativePath?) -> IconPlace? {
    // Other generators have some of the names, but not these together.
    let own = ["32x32.png", "128x128.png", "128x128@2x.png"]
    return place(of: "tauri", "the icons of a Tauri app", in: folder) { present in
      own.allSatisfy { name in present.contains { $0.text == name } }
    }
  }

  private func electronSet(in folder: RelativePath?) -> IconPlace? {
    place(of: "electron", "the icons of an Electron app", in: folder) { present in
      // One file alone may be anybody's.
      let names = Set(present.map { $0.hasSuffix(".png") ? "icons" : $0.text })
      return names.count >= 2 && isElectronApp(folder)
    }
  }

  /// Whether a package.json above the folder mentions Electron.
  private func isElectronApp(_ folder: RelativePath?) -> Bool {
    let name = RelativePath(known: "package.json")
    var folder = folder
    while true {
      let path = folder?.appending(name) ?? name
      // What cannot be read mentions nothing.
      if pathSet.contains(path), let bytes = try? root.readFile(path, limitBytes: 1 << 20),
        String(decoding: bytes, as: UTF8.self).contains("\"electron")
      {
        return true
      }
      guard let inner = folder else { return false }
      folder = inner.parent
    }
  }

  /// The place of a preset whose files are in `folder`, where those that are there tell it.
  func place(
    of name: String, _ noun: String, in folder: RelativePath?,
    if isRecognised: ([RelativePath]) -> Bool
  ) -> IconPlace? {
    let preset = Preset.named(name)
    let wanted = (preset?.icons.map(\.path) ?? []) + (preset?.containers.map(\.path) ?? [])
    func path(_ name: RelativePath) -> RelativePath { folder?.appending(name) ?? name }
    let present = wanted.filter { pathSet.contains(path($0)) }
    guard let first = present.first, isRecognised(present) else { return nil }
    var place = IconPlace(folder ?? first, noun, family: name, output: folder)
    place.presets = [name]
    place.files = Set(present.map(path))
    place.images = images(place.files.filter { $0.hasSuffix(".png") })
    place.without = wanted.filter { !present.contains($0) }.map(\.text)
    place.remarks.append("\(present.count) of the \(wanted.count) files of \(name) are there")
    return place
  }
}
