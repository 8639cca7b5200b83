import IconKit
import SafeFiles

/// Icons of apps in a hicolor theme.
extension IconPlaces {
  func themeSets() -> [IconPlace] {
    var filesByApp: [ThemedApp: [RelativePath]] = [:]
    for path in paths where path.hasSuffix(".png") {
      if let app = ThemedApp(path) { filesByApp[app, default: []].append(path) }
    }
    return filesByApp.sorted { $0.value[0] < $1.value[0] }.compactMap(themeSet)
  }

  /// An app's icons in a theme.
  private struct ThemedApp: Hashable {
    let theme: RelativePath
    let id: String

    /// What `…/hicolor/48x48/apps/ID.png` belongs to; nil for another path.
    init?(_ path: RelativePath) {
      let parts = path.components
      guard parts.count >= 4, parts[parts.count - 4].text == "hicolor",
        parts[parts.count - 2].text == "apps", let theme = path.parent?.parent?.parent
      else { return nil }
      self.theme = theme
      id = path.lastComponent.dropping(".png")
    }
  }

  private func themeSet(_ app: ThemedApp, _ files: [RelativePath]) -> IconPlace? {
    let theme = app.theme
    let isInShare = theme.text == "share/icons/hicolor" || theme.hasSuffix("/share/icons/hicolor")
    var output: RelativePath? = theme
    if isInShare { output = theme.parent?.parent?.parent }
    var place = IconPlace(
      theme, "the icons of \(app.id) in a hicolor theme", family: "linux", output: output)
    place.files = Set(files)
    place.images = images(files)
    guard isInShare, SetName(app.id)?.canBeIcon == true else {
      // The preset's paths begin with share.
      place.ownFiles = files.compactMap { ownFile($0, below: theme) }
      return place.ownFiles.isEmpty ? nil : place
    }
    place.presets = ["linux"]
    place.set = app.id
    let names = Set(files.compactMap { $0.parent?.parent?.lastComponent.text })
    let wanted = Preset.named("linux")?.icons.compactMap { $0.path.parent?.parent } ?? []
    place.without = wanted.filter { !names.contains($0.lastComponent.text) }.map { "\($0.text)/**" }
    return place
  }
}
