public import SafeFiles
import TextFormats

/// What a run leaves without use in one folder of images of an asset catalog: entries for the same
/// system that it does not make, and files that no entry names.
public struct UnusedImages: Sendable {
  /// The folder's Contents.json.
  public let document: RelativePath
  /// The entries: the file of each, or what it is for.
  public let labels: [String]
  /// The files, in the order of their paths.
  public let files: [RelativePath]
  /// Contents.json without the entries.
  let prunedDocument: [UInt8]

  /// The folder.
  public var folder: RelativePath? { document.parent }

  /// What `file`, the Contents.json as a run would write it, and its folder have without use; nil for
  /// nothing.
  ///
  /// - Parameters:
  ///   - made: the slots that the run makes.
  ///   - kept: the slots that belong to the project, but are not made this time.
  ///   - known: files that are in use.
  /// - Throws: `FileError` when the folder cannot be read.
  init?(
    in file: IconFile, of folder: DirectoryHandle, made: [CatalogRole], kept: [CatalogRole],
    except known: Set<RelativePath>
  ) throws(FileError) {
    guard var value = JSON(file.bytes), let entries = value["images"]?.elements else { return nil }
    var slots = ImageSlots(entries)
    let unused = slots.unused(made: made, kept: kept)
    document = file.path
    labels = unused.map { slots.fileName(at: $0) ?? CatalogRole(entry: entries[$0]).label }
    var names = Set(unused.compactMap { slots.fileName(at: $0) })
    slots.remove(unused)
    value["images"] = .array(slots.entries)
    prunedDocument = unused.isEmpty ? file.bytes : value.bytes(like: file.bytes)

    // Names that the entries had before this run, and those in the folder that tell who made them.
    let reader = CatalogReader(folder: folder, subfolder: nil)
    for entry in reader.list("images", at: file.path) ?? [] {
      if let name = entry["filename"]?.text { names.insert(name) }
    }
    func path(_ name: String) -> RelativePath? {
      RelativePath(name: name).map { file.path.parent?.appending($0) ?? $0 }
    }
    for name in try Self.generatedNames(in: folder, at: file.path.parent) { names.insert(name) }
    // Some file systems ignore case.
    let used = Set(
      slots.entries.indices.compactMap { slots.fileName(at: $0)?.lowercased() }
        + known.filter { $0.parent == file.path.parent }.map { $0.lastComponent.text.lowercased() })
    var files: [RelativePath] = []
    for name in names where !used.contains(name.lowercased()) {
      guard let path = path(name), try folder.statusIfPresent(of: path)?.kind == .file else {
        continue
      }
      files.append(path)
    }
    self.files = files.sorted()
    if labels.isEmpty, files.isEmpty { return nil }
  }

  /// The PNG files in a folder that a generator named: as a preset names its images, or by the size
  /// that they have. A large one may be somebody's master.
  private static func generatedNames(
    in folder: DirectoryHandle, at path: RelativePath?
  ) throws(FileError) -> [String] {
    let own = try ifPresent { () throws(FileError) in
      if let path { try folder.subdirectory(path) } else { folder }
    }
    guard let own else { return [] }
    var names: [String] = []
    for entry in try own.entries() where entry.kind == .file {
      // Others are not what a generator wrote.
      guard let name = try? entry.path(), name.isImage else { continue }
      if presetNames.contains(name.text) {
        names.append(name.text)
      } else if let bytes = try? own.readFile(name, limitBytes: 1 << 26),
        tellsSide(name.text, of: bytes)
      {
        names.append(name.text)
      }
    }
    return names
  }

  /// Whether a square PNG file's name has its side, below that of a master.
  static func tellsSide(_ name: String, of bytes: [UInt8]) -> Bool {
    guard let size = PNGOutline(bytes)?.size else { return false }
    return size.isSquare && size.width < 1024 && name.tells(side: size.width)
  }

  private static let presetNames = Set(
    Preset.all.flatMap(\.icons).filter { $0.role != nil }.map { $0.path.lastComponent.text })
}

extension ImageSlots {
  /// The entries for systems of which a run makes slots that it does not make; an entry of no file
  /// only where another one has the same slot.
  fileprivate func unused(made: [CatalogRole], kept: [CatalogRole]) -> [Int] {
    let used = Set(indices(of: made + kept).values)
    let systems = Set(made.compactMap(\.system))
    let roles = entries.map(CatalogRole.init(entry:))
    func withoutFile(_ index: Int) -> JSON {
      var entry = entries[index]
      entry["filename"] = nil
      return entry
    }
    return entries.indices.filter { index in
      guard !used.contains(index), let system = roles[index].system, systems.contains(system) else {
        return false
      }
      if fileName(at: index) == nil {
        return used.contains { withoutFile($0) == withoutFile(index) }
      }
      // Dark and tinted images of a slot that is in use are somebody's own.
      return !used.contains {
        roles[$0].base == roles[index].base && roles[$0].appearance != roles[index].appearance
      } || made.contains(roles[index])
    }
  }
}

extension RelativePath {
  /// Whether it is named as an image that runs write.
  var isImage: Bool {
    [".png", ".ico", ".icns"].contains { text.lowercased().hasSuffix($0) }
  }
}

extension String {
  /// Whether a file name has the side of its image, as `180.png`, `icon_16x16@2x.png` for 32 and
  /// `Icon-App-83.5x83.5@2x.png` for 167.
  fileprivate func tells(side: Int) -> Bool {
    let words = split { !$0.isNumber && $0 != "." && $0 != "@" }
    return words.contains { word in
      let parts = word.split(separator: "@", omittingEmptySubsequences: false)
      guard let first = parts.first,
        let points = Double(first.hasSuffix(".") ? first.dropLast() : first)
      else { return false }
      let scale = parts.count > 1 ? Double(parts[1]) ?? 1 : 1
      return points * scale == Double(side)
    }
  }
}
