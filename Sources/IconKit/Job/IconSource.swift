public import SafeFiles

/// A master with its other images, and where its icons go.
public struct IconSource: Sendable {
  /// The input files and colours.
  public internal(set) var inputs: IconInputs
  /// The subfolder of the output folder for its icons; nil for that folder itself.
  public internal(set) var folder: RelativePath?
  /// Files that the output folder has in another place than the preset, by their usual one; both are
  /// paths below the output folder.
  public internal(set) var moved: [RelativePath: RelativePath] = [:]

  /// Where the file at `path` of the set goes, below the output folder.
  public func place(of path: RelativePath) -> RelativePath {
    let usual = folder?.appending(path) ?? path
    return moved[usual] ?? usual
  }

  /// A source from its parts.
  public init(_ inputs: IconInputs, folder: RelativePath? = nil) {
    self.inputs = inputs
    self.folder = folder
  }

  /// One source for each of `inputs`: a single master's icons go into the output folder itself,
  /// several masters' into a folder each.
  ///
  /// - Throws: `IconError` when two masters would share a folder, or a master's name cannot be a
  ///   folder's.
  public static func sources(_ inputs: [IconInputs]) throws(IconError) -> [IconSource] {
    let folders = try MasterFolders.names(for: inputs.map(\.master))
    return zip(inputs, folders).map { IconSource($0, folder: $1) }
  }
}

extension [IconSource] {
  /// The images that a run of `set` writes.
  func outputs(of set: IconSet, in output: String) -> [String] {
    let paths = Set(set.images.map(\.path))
    return flatMap { source in
      paths.map { "\(output)/\(source.place(of: $0))" }
    }
  }
}

extension IconInputs {
  /// `MASTER-N.png` for each N of `sides` for which no master was given.
  func possibleMastersBeside(for sides: Set<Int>) -> [(side: Int, path: String)] {
    guard bundle == nil, let dot = master.lastIndex(of: "."), !master[dot...].contains("/") else {
      return []
    }
    return sides.sorted().filter { masterBySide[$0] == nil }
      .map { ($0, "\(master[..<dot])-\($0)\(master[dot...])") }
  }

  /// Adds those that exist and are not among `outputs`.
  mutating func addMastersBeside(for sides: Set<Int>, except outputs: Set<String>) {
    for (side, path) in possibleMastersBeside(for: sides) {
      guard let real = realPath(path), !outputs.contains(real) else { continue }
      masterBySide[side] = path
    }
  }
}

/// The folders for the masters' files: the output folder itself for a single master, one subfolder
/// per master, named after it, for several.
public enum MasterFolders {
  /// The folder of each of `masters` below the output folder; nil for that folder itself.
  ///
  /// - Throws: `IconError` when two masters would share one, or a name cannot be a folder's.
  public static func names(for masters: [String]) throws(IconError) -> [RelativePath?] {
    guard masters.count > 1 else { return masters.map { _ in nil } }
    var masterByStem: [String: String] = [:]
    var folders: [RelativePath?] = []
    for master in masters {
      let stem = MasterFolders.stem(of: master)
      let folder: RelativePath
      do {
        folder = try RelativePath(stem)
      } catch {
        throw IconError(
          .options, master, "has a name that cannot be a folder's: \(error)", remedy: "rename it")
      }
      // Some file systems ignore case.
      if let other = masterByStem.updateValue(master, forKey: stem.lowercased()) {
        throw IconError(
          .options, master, "would share the folder \(stem) with \(other)",
          remedy: "rename one, or make them in separate runs")
      }
      folders.append(folder)
    }
    return folders
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}

/// The files of one source, each opened once and held open until its rows have been read.
struct OpenMasters: Sendable {
  /// The open files that some image of the set is made from.
  private(set) var byPath: [String: Master] = [:]
  private(set) var sizes: [String: PixelSize] = [:]
  private(set) var measures = IconPlan.Measures()

  /// Opens every file of `inputs` and every image composed from their bundle, and measures the
  /// visible extent of those whose images must stay inside a circle, and the shape of those that Mac
  /// icons are made from.
  ///
  /// - Parameter composed: the bundle's images; of others only the size is taken.
  /// - Throws: `IconError` when one of them does not exist, is not a PNG file, is over a limit, or
  ///   is damaged where it was measured.
  static func open(
    _ inputs: IconInputs, for set: IconSet, composed: [String: EncodedPNG],
    options: IconPlan.Options, limits: Master.Limits, observer: Master.Observer?,
    warn: (IconWarning) -> Void
  ) throws(IconError) -> OpenMasters {
    let used = IconPlan.files(inputs, for: set)
    let measured = IconPlan.filesToMeasure(inputs, for: set, options: options)
    let ofMac = IconPlan.filesOfMacIcons(inputs, for: set, options: options)
    let fit = set.fit ?? .longest
    var open = OpenMasters()
    for file in inputs.files {
      let master: Master
      if inputs.bundle?.source(named: file) != nil {
        open.sizes[file] = BundleMaster.size
        guard let image = composed[file] else { continue }
        master = try Master(image.bytes, named: file, limits: limits)
      } else if !used.contains(file),
        inputs.vectors.keys.contains(where: { inputs.images[$0] == file })
      {
        continue
      } else {
        master = try Master(path: file, limits: limits, observer: observer)
      }
      for warning in master.warnings { warn(IconWarning(file, warning)) }
      open.sizes[file] = master.size
      // A file that no image is made from is only checked, and closed again to save its descriptor.
      if used.contains(file) { open.byPath[file] = master }
      if ofMac.contains(file) { open.measures.shapeByFile[file] = try master.macShape(fit: fit) }
      if measured.contains(file) || open.measures.shapeByFile[file] == .other {
        open.measures.extentByFile[file] = try master.extent(fit: fit)
      }
    }
    return open
  }
}
