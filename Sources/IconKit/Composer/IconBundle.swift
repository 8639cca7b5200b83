import SafeFiles
import TextFormats

/// The `icon.json` of an Icon Composer bundle, a folder `NAME.icon` with the images of its layers in
/// `Assets` (Apple, "Creating your app icon using Icon Composer"; the keys are those that Icon Composer
/// 1 and 2 write).
///
/// The document is kept as it is: most of what it says is an effect that only Apple's systems render.
struct IconBundle: Sendable {
  static let fileName = "icon.json"
  static let folderEnding = ".icon"
  static let assets = RelativePath(known: "Assets")
  /// The side of the canvas, in points.
  static let canvas = 1024

  /// The whole document, an object.
  let root: JSON

  /// Nil for what is not a JSON object.
  init?(_ bytes: [UInt8]) {
    guard let root = JSON(bytes), case .object = root else { return nil }
    self.root = root
  }

  /// The groups, the front one first.
  var groups: [JSON] { root["groups"]?.elements ?? [] }

  /// The names of the images that some layer has in some appearance, each once.
  var imageNames: [String] {
    var seen: Set<String> = []
    let layers = groups.flatMap { $0["layers"]?.elements ?? [] }
    return layers.flatMap { layer in
      ([layer["image-name"]]
        + (layer["image-name-specializations"]?.elements ?? []).map { $0["value"] })
        .compactMap { $0?.text }
    }.filter { seen.insert($0).inserted }
  }
}

extension RelativePath {
  /// The bundle that the file is in; nil where it is in none.
  var iconBundle: RelativePath? {
    var folder = parent
    while let place = folder {
      if place.isIconBundle { return place }
      folder = place.parent
    }
    return nil
  }

  /// Whether this is the name of a bundle.
  var isIconBundle: Bool {
    let ending = IconBundle.folderEnding.utf8
    return lastComponent.bytes.count > ending.count
      && lastComponent.bytes.suffix(ending.count).elementsEqual(ending)
  }
}
