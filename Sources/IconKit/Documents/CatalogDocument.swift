import SafeFiles
import TextFormats

/// A document that other tools write too, and what it must be so that a run can add to it.
struct CatalogDocument {
  private let document: Preset.Document
  private let location: String

  /// - Parameter location: the file's name in messages.
  init(_ document: Preset.Document, location: String) {
    self.document = document
    self.location = location
  }

  /// The value of an existing file.
  ///
  /// - Throws: `IconError` when it is damaged or of another kind.
  func value(of bytes: [UInt8]) throws(IconError) -> JSON {
    guard let value = JSON(bytes), case .object = value else { throw damaged(bytes) }
    guard let key = document.kind.listKey else { return value }
    guard let list = value[key]?.elements else {
      throw IconError(
        .unwritable, location, "has no '\(key)', so its folder is not \(document.noun ?? "")",
        remedy: "choose another output folder")
    }
    if case .layerStack(let layers) = document.kind { try check(list, layers) }
    return value
  }

  private func damaged(_ bytes: [UInt8]) -> IconError {
    if let line = ConflictMarker.firstLine(in: bytes) {
      return IconError(
        .unwritable, location, "has unresolved merge conflicts, the first in line \(line)",
        remedy: "resolve them, and run again")
    }
    let line = JSON.damagedLine(of: bytes).map { " (see line \($0))" } ?? ""
    return IconError(
      .unwritable, location, "is not a JSON object\(line), so nothing can be added to it",
      remedy: document.noun == nil
        ? "restore it from version control, or move it away to have a new one made"
        : "restore it from version control, or move its folder away to have a new one made")
  }

  /// Refuses a stack that no system shows (Human Interface Guidelines, App icons).
  private func check(_ list: [JSON], _ layers: [String]) throws(IconError) {
    for layer in list {
      guard let name = layer["filename"]?.text, RelativePath(name: name) != nil else {
        throw IconError(
          .unwritable, location, "has a layer without a folder of its own next to it",
          remedy: "remove that layer in Xcode, or restore the file from version control")
      }
    }
    let most = layers.first?.hasSuffix(".solidimagestacklayer") == true ? 3 : 5
    guard list.count <= most else {
      throw IconError(
        .unwritable, location, "has \(list.count) layers; expected at most \(most)",
        remedy: "remove those that are too many in Xcode: the first is the front, the last the back"
      )
    }
  }
}

extension Preset.Document.Kind {
  /// The list that an existing document of a catalog must have.
  fileprivate var listKey: String? {
    switch self {
    case .imageList: "images"
    case .layerStack: "layers"
    case .brandAssets: "assets"
    case .layer, .iconComposer, .adaptiveIcon, .backgroundColor, .webManifest, .linkElements,
      .drawing, .vector:
      nil
    }
  }
}
