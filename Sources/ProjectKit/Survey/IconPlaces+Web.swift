import IconKit
import SafeFiles
import TextFormats

/// Icons of web sites: those that browsers look for by name, and those of a web manifest.
extension IconPlaces {
  func webSets() -> [IconPlace] {
    pathsByFolder.keys.sorted { ($0?.bytes ?? []).lexicographicallyPrecedes($1?.bytes ?? []) }
      .compactMap(webSet)
  }

  private func webSet(_ folder: RelativePath?) -> IconPlace? {
    let files = pathsByFolder[folder] ?? []
    var named = Set(files.filter(Self.isWebIcon))
    for manifest in files where Self.isManifest(manifest) {
      named.formUnion(icons(of: manifest, in: folder))
    }
    let own = named.sorted().compactMap { ownFile($0, below: folder) }
    guard !own.isEmpty else { return nil }
    var place = IconPlace(
      folder ?? named.sorted()[0], "a web site's icons", family: "web", output: folder)
    place.images = images(named.filter { $0.hasSuffix(".png") })
    let preset = Preset.named("web")
    let wanted = (preset?.icons.map(\.path) ?? []) + (preset?.containers.map(\.path) ?? [])
    let present = wanted.filter { name in own.contains { $0.path == name } }
    if present.count * 2 >= wanted.count {
      place.presets = ["web"]
      place.without = wanted.filter { !present.contains($0) }.map(\.text)
      place.remarks.append("\(present.count) of the \(wanted.count) images of web are there")
    } else {
      place.ownFiles = own
      place.remarks.append(
        "the preset web has other names, so this one lists the files that are there")
    }
    return place
  }

  /// The icons that a manifest names and that exist below `folder`.
  private func icons(of manifest: RelativePath, in folder: RelativePath?) -> [RelativePath] {
    let entries = object(at: manifest)?["icons"]?.elements ?? []
    return entries.compactMap { entry in
      guard var source = entry["src"]?.text?[...] else { return nil }
      // A query is for caches; a leading slash means the site's root, which is mostly this folder.
      source = source.prefix { $0 != "?" }
      for prefix in ["./", "/"] where source.hasPrefix(prefix) {
        source = source.dropFirst(prefix.count)
      }
      // An address or a path that leads out names no file of this folder.
      guard let path = try? RelativePath(source) else { return nil }
      return folder?.appending(path) ?? path
    }
  }

  /// A file for a preset of the project's own; nil for one that is no square image.
  func ownFile(_ path: RelativePath, below folder: RelativePath?) -> IconPlace.OwnFile? {
    let bytes = path.bytes.dropFirst(folder.map { $0.bytes.count + 1 } ?? 0)
    guard let relative = try? RelativePath(bytes: bytes) else { return nil }
    if path.hasSuffix(".ico") {
      let sides = Self.sides(ofIcon: start(of: path, count: 6 + 16 * 64))
      return sides.isEmpty ? nil : .init(path: relative, sides: sides, isOpaque: false)
    }
    guard path.hasSuffix(".png"), let outline = outline(of: path), outline.isSquare,
      outline.width <= 16384
    else { return nil }
    return .init(path: relative, sides: [outline.width], isOpaque: outline.isOpaque)
  }

  /// The different sides of the images in an .ico file, in their order; empty for another file.
  static func sides(ofIcon bytes: [UInt8]) -> [Int] {
    guard bytes.count >= 6, bytes[0..<4].elementsEqual([0, 0, 1, 0]) else { return [] }
    let count = Int(bytes[4]) | Int(bytes[5]) << 8
    var sides: [Int] = []
    for start in stride(from: 6, to: 6 + 16 * count, by: 16) where start + 16 <= bytes.count {
      // 256 is written as 0.
      let side = bytes[start] == 0 ? 256 : Int(bytes[start])
      if bytes[start] == bytes[start + 1], !sides.contains(side) { sides.append(side) }
    }
    return sides
  }

  private static func isManifest(_ path: RelativePath) -> Bool {
    path.hasSuffix(".webmanifest") || path.lastComponent.bytes == Array("manifest.json".utf8)
  }

  private static let webNames = [
    "favicon", "apple-touch-icon", "android-chrome-", "web-app-manifest-", "mstile-",
  ]

  private static func isWebIcon(_ path: RelativePath) -> Bool {
    guard path.hasSuffix(".png") || path.hasSuffix(".ico") else { return false }
    return webNames.contains { path.lastComponent.bytes.starts(with: $0.utf8) }
  }
}
