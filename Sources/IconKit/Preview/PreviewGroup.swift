import Findings
import SafeFiles

/// A group of a preview with its images, and the platforms that they are for.
struct PreviewGroup {
  /// The files of a platform, in the order in which they were made.
  struct Platform {
    let title: String
    var images: [PreviewImage] = []
    var texts: [IconFile] = []
  }

  let name: String
  /// Every image, in the order of the files.
  let images: [PreviewImage]
  let platforms: [Platform]
  let findings: [Finding]
  let ground: Background
  let fileCount: Int
  let byteCount: Int

  init(_ group: IconPreview.Group) {
    name = group.name
    findings = group.findings
    ground = group.ground ?? .white
    fileCount = group.files.count
    byteCount = group.files.reduce(0) { $0 + $1.bytes.count }
    let places = Places(group)
    var images: [PreviewImage] = []
    var platforms: [Platform] = []
    for file in group.files {
      let title = places.platformByPath[file.path] ?? Places.title(ofPreset: "")
      let index = platforms.firstIndex { $0.title == title } ?? platforms.endIndex
      if index == platforms.endIndex { platforms.append(Platform(title: title)) }
      let shown = places.images(of: file)
      images += shown
      platforms[index].images += shown
      if shown.isEmpty { platforms[index].texts.append(file) }
    }
    self.images = images
    self.platforms = platforms
  }

  func findings(of path: RelativePath) -> [Finding] { findings.filter { $0.path == path } }
}

/// What each file of a group was made as, by its path.
private struct Places {
  private(set) var platformByPath: [RelativePath: String] = [:]
  private var icons: [RelativePath: Preset.Icon] = [:]
  private var containers: [RelativePath: Preset.Container] = [:]

  init(_ group: IconPreview.Group) {
    func place(_ path: RelativePath) -> RelativePath {
      let usual = group.folder?.appending(path) ?? path
      return group.moved[usual] ?? usual
    }
    for icon in group.set.icons { icons[place(icon.path)] = icon }
    for container in group.set.containers { containers[place(container.path)] = container }
    for preset in group.set.presets {
      let title = Self.title(ofPreset: preset.name)
      let paths =
        preset.icons.map(\.path) + preset.containers.map(\.path) + preset.documents.map(\.path)
      for path in paths where platformByPath[place(path)] == nil {
        platformByPath[place(path)] = title
      }
    }
  }

  func images(of file: IconFile) -> [PreviewImage] {
    if file.sides.isEmpty { return [] }
    if let image = PreviewImage(file, icon: icons[file.path]) { return [image] }
    return PreviewImage.members(of: file, container: containers[file.path])
  }

  /// The platform that a preset is for: presets of one platform share a heading, a project's own
  /// have theirs.
  static func title(ofPreset name: String) -> String {
    switch name {
    case "": "Other sizes"
    case "classic": "iPhone and iPad before asset catalogs"
    case "ios", "ios-all", "ios-legacy": "iPhone and iPad"
    case "macos", "icns": "Mac"
    case "watchos", "watchos-legacy": "Apple Watch"
    case "tvos": "Apple TV"
    case "visionos": "Apple Vision"
    case "icon-composer": "Icon Composer"
    case "android": "Android"
    case "web": "Web"
    case "chrome-extension": "Browser extensions"
    case "flutter": "Flutter"
    case "expo": "Expo"
    case "windows": "Windows"
    case "windows-msix": "Windows packages"
    case "linux": "Linux"
    case "electron": "Electron"
    case "tauri": "Tauri"
    default: name
    }
  }
}
