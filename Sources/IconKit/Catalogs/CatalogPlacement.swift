import SafeFiles
import TextFormats

/// Finds the places of a set's files in the asset catalogs that a folder already has: the names that
/// the slots have, and the layers by their order, whatever they are called.
///
/// What cannot be read is as if it were not there; who makes the documents refuses it.
struct CatalogPlacement {
  private let reader: CatalogReader
  /// The preset's folders that have another name here.
  private var folders: [RelativePath: RelativePath] = [:]
  /// Layers that the stack does not have.
  private var absent: Set<RelativePath> = []

  /// A placement below `subfolder` of `folder`; nil for a folder that does not exist.
  init(in folder: DirectoryHandle?, below subfolder: RelativePath?) {
    reader = CatalogReader(folder: folder, subfolder: subfolder)
  }

  /// The set with the paths that its files have here.
  mutating func placed(_ set: IconSet) -> IconSet {
    var placed = set
    placed.documents = []
    for document in set.documents.sorted(by: { $0.path.depth < $1.path.depth }) {
      guard let path = self.path(document.path) else { continue }
      let kind: Preset.Document.Kind =
        switch document.kind {
        case .brandAssets(let assets): .brandAssets(place(assets, of: document.path))
        case .layerStack(let layers): .layerStack(place(layers, of: document.path))
        default: document.kind
        }
      placed.documents.append(
        Preset.Document(path: path, kind: kind, condition: document.condition))
    }
    var paths: [RelativePath: RelativePath] = [:]
    for document in set.documents where document.kind == .imageList {
      paths.merge(imagePaths(of: set, in: document.path.parent)) { $1 }
    }
    let lists = Set(set.documents.filter { $0.kind == .imageList }.map(\.path.parent))
    func path(_ icon: Preset.Icon) -> RelativePath? {
      guard icon.role != nil, lists.contains(icon.path.parent) else { return self.path(icon.path) }
      return paths[icon.path]
    }
    placed.move(path) { self.path($0) ?? $0 }
    return placed
  }

  /// Where the file or folder of a preset is; nil where a stack does not have its layer.
  private func path(_ path: RelativePath) -> RelativePath? {
    var (nominal, actual): (RelativePath?, RelativePath?) = (nil, nil)
    for component in path.components {
      let next = nominal?.appending(component) ?? component
      if absent.contains(next) { return nil }
      actual = folders[next] ?? actual?.appending(component) ?? component
      nominal = next
    }
    return actual
  }

  // MARK: - Folders

  private mutating func place(
    _ assets: [Preset.Document.BrandAsset], of document: RelativePath
  ) -> [Preset.Document.BrandAsset] {
    let entries = list("assets", of: document)
    return assets.map { asset in
      let own = entries.filter { $0["role"]?.text == asset.role }
      let entry =
        own.first { $0["size"]?.text == asset.size }
        ?? (own.count == 1 ? own.first { $0["size"] == nil } : nil)
      guard let name = entry?["filename"]?.text, let folder = RelativePath(name: name) else {
        return asset
      }
      rename(asset.filename, to: folder, in: document)
      return .init(name, role: asset.role, size: asset.size)
    }
  }

  /// The names of `layers` in a stack that has layers: its first is the front, its last the back.
  private mutating func place(_ layers: [String], of document: RelativePath) -> [String] {
    let existing = list("layers", of: document).compactMap { $0["filename"]?.text }
    guard existing.allSatisfy({ RelativePath(name: $0) != nil }), let first = existing.first else {
      return layers
    }
    var between = existing.dropFirst().dropLast()
    return layers.compactMap { layer in
      let name: String? =
        switch layer.prefix(while: { $0 != "." }) {
        // A single layer is the front one, unless it is called as the back one.
        case "Front": existing == ["Back\(layer.drop { $0 != "." })"] ? layer : first
        case "Back": existing.count > 1 ? existing.last : layer
        default: between.popFirst()
        }
      if let name {
        rename(layer, to: RelativePath(known: name), in: document)
      } else {
        leaveOut(layer, of: document)
      }
      return name
    }
  }

  private mutating func rename(
    _ nominal: String, to name: RelativePath, in document: RelativePath
  ) {
    let own = RelativePath(known: nominal)
    folders[document.parent?.appending(own) ?? own] =
      path(document)?.parent?.appending(name) ?? name
  }

  private mutating func leaveOut(_ layer: String, of document: RelativePath) {
    let own = RelativePath(known: layer)
    absent.insert(document.parent?.appending(own) ?? own)
  }

  private func list(_ key: String, of document: RelativePath) -> [JSON] {
    path(document).flatMap { reader.list(key, at: $0) } ?? []
  }

  // MARK: - Images

  /// The file of each image of the set in `folder` that a run makes.
  private func imagePaths(
    of set: IconSet, in folder: RelativePath?
  ) -> [RelativePath: RelativePath] {
    let icons = (set.icons + set.listed).filter { $0.path.parent == folder && $0.role != nil }
    guard let place = folder.map(path) ?? .some(nil) else { return [:] }
    let contents = place?.appending(RelativePath(known: "Contents.json"))
    let slots = ImageSlots(
      reader.list("images", at: contents ?? RelativePath(known: "Contents.json")) ?? [])
    let indices = slots.indices(of: icons.compactMap(\.role))
    let isNew = !icons.contains { icon in
      icon.condition == .always && icon.role.map { indices[$0] != nil } == true
    }
    var names = FileNames(foreign: slots.filesOfOtherSystems(than: icons.compactMap(\.role)))
    var paths: [RelativePath: RelativePath] = [:]
    for icon in icons {
      let index = icon.role.flatMap { indices[$0] }
      let existing = index.flatMap(slots.fileName)
      guard icon.isMade(slotIsThere: index != nil, hasFile: existing != nil, setIsNew: isNew) else {
        continue
      }
      let name = names.name(for: icon, existing: existing)
      paths[icon.path] = place?.appending(name) ?? name
    }
    return paths
  }
}

/// The file names of one folder of images, in the making.
private struct FileNames {
  /// Names that entries have which are for other systems.
  let foreign: Set<String>
  private struct What: Equatable {
    let size: PixelSize
    let recipe: Recipe
  }
  private var whatByName: [String: What] = [:]

  init(foreign: Set<String>) {
    self.foreign = foreign
  }

  /// The name that the slot has where the image can have it, else the preset's.
  mutating func name(for icon: Preset.Icon, existing: String?) -> RelativePath {
    let what = What(size: icon.size, recipe: icon.recipe)
    func isFree(_ name: RelativePath) -> Bool {
      let key = name.text.lowercased()
      return !foreign.contains(key) && (whatByName[key] ?? what) == what
    }
    var name = icon.path.lastComponent
    if let existing, existing.lowercased().hasSuffix(".png"), !existing.hasPrefix("."),
      let own = RelativePath(name: existing), isFree(own)
    {
      name = own
    } else {
      let stem = name.text.dropLast(".png".count)
      var number = 2
      while !isFree(name) {
        name = RelativePath(known: "\(stem)-\(number).png")
        number += 1
      }
    }
    whatByName[name.text.lowercased()] = what
    return name
  }
}

extension ImageSlots {
  /// The files that entries name which are for other systems than `roles`, in lower case.
  fileprivate func filesOfOtherSystems(than roles: [CatalogRole]) -> Set<String> {
    let systems = Set(roles.map(\.system))
    return Set(
      entries.indices.filter { !systems.contains(CatalogRole(entry: entries[$0]).system) }
        .compactMap { fileName(at: $0)?.lowercased() })
  }
}

extension Preset.Icon {
  /// Whether a run makes it for a set in an asset catalog.
  fileprivate func isMade(slotIsThere: Bool, hasFile: Bool, setIsNew: Bool) -> Bool {
    // An empty slot needs no empty image.
    if recipe.source == .empty, slotIsThere, !hasFile { return false }
    return switch condition {
    case .listed: hasFile
    case .newOrListed: setIsNew || slotIsThere
    case .always, .given, .missing, .drawn, .drawnAlone, .raster, .rasterAlone, .vector: true
    }
  }
}

extension RelativePath {
  /// A name of one component; nil for anything else.
  init?(name: String) {
    guard let path = try? RelativePath(name), path.parent == nil else { return nil }
    self = path
  }

  /// The path as it is written in documents; what is no UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  fileprivate var depth: Int { components.count }
}
